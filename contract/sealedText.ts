/** Values of columns that are encrypted with the record ring: `sealed:1:<key id>:<base64url>`. */

/** Where a value is stored: it can be decrypted as the value of this place alone. */
export type Place = { readonly table: string; readonly column: string; readonly id: string }

export type RecordCipher = {
  /** Of the key that encrypts. */
  readonly currentId: string
  /** A value in the form of this file. */
  seal(plain: string, place: Place): string
  /**
   * @throws UnknownKey when the ring lacks the value's key
   * @throws Error when the text is not an encrypted value, or is that of another place
   */
  open(sealed: string, place: Place): string
}

// `record_key_of` in db/functions/records.sql reads the same form.
const sealedText = /^sealed:1:([0-9a-f]{16}):([A-Za-z0-9_-]{38,})$/

/** What an encrypted value consists of; undefined for clear text. */
export function partsOfSealedText(
  text: string,
): { readonly keyId: string; readonly data: string } | undefined {
  const [, keyId, data] = sealedText.exec(text) ?? []
  return keyId === undefined || data === undefined ? undefined : { keyId, data }
}

/** The stamp of an action that waits for approval. */
export function stampOf(actionId: string): Place {
  return { table: 'agent_actions', column: 'stamp', id: actionId }
}

/** The write-only identifier of a beneficial owner. */
export function ownerIdentityNumberOf(ownerId: string): Place {
  return { table: 'beneficial_owners', column: 'identity_number', id: ownerId }
}

/** The write-only identifier of a customer: SSN, ITIN or another tax number. */
export function identityNumberOf(customerId: string): Place {
  return { table: 'customers', column: 'identity_number', id: customerId }
}

/** The shared secret of a customer's TOTP factor. */
export function totpSecretOf(factorId: string): Place {
  return { table: 'sca_factors', column: 'secret', id: factorId }
}

/** The number of an identity document. */
export function documentNumberOf(documentId: string): Place {
  return { table: 'documents', column: 'number', id: documentId }
}

/** The answer that is kept with an Idempotency-Key. @param id of what the request has created */
export function keptAnswerOf(id: string): Place {
  return { table: 'idempotency_keys', column: 'answer', id }
}

/** The key of an uploaded file's content, base64. */
export function importKeyOf(importId: string): Place {
  return { table: 'bulk_imports', column: 'wrapped_key', id: importId }
}

/** The secret of a platform's login at the stablecoin provider. */
export function apiClientSecretOf(linkId: string): Place {
  return { table: 'stablecoin_provider_accounts', column: 'api_client_secret', id: linkId }
}

/** The key of a document's content, base64. */
export function documentKeyOf(documentId: string): Place {
  return { table: 'documents', column: 'wrapped_key', id: documentId }
}

/** The private half of a delegated key, hex. */
export function delegatedKeyOf(keyId: string): Place {
  return { table: 'delegated_keys', column: 'private_key', id: keyId }
}

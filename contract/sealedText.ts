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

/** The write-only identifier of a customer: SSN, ITIN or another tax number. */
export function identityNumberOf(customerId: string): Place {
  return { table: 'customers', column: 'identity_number', id: customerId }
}

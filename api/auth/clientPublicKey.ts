import { invalidInput } from '../../contract/errors.ts'
import type { RequestIntent } from '../../db/sqlFunctions.ts'
import { normalizePublicKey, StampError } from '../../domain/wallet/stamp/index.ts'
import type { SessionKey } from '../../providers/walletProvider/index.ts'

/**
 * The key as it was sent, once it is known to be a point of P-256. It is never respelled: an
 * identity token's nonce is a hash of this very text.
 */
export function requirePoint(clientPublicKey: string): string {
  try {
    normalizePublicKey(clientPublicKey)
    return clientPublicKey
  } catch (error) {
    if (!(error instanceof StampError)) throw error
    const message = 'must be a point of P-256'
    throw invalidInput([{ field: 'clientPublicKey', constraint: 'format', message }])
  }
}

/**
 * Whose key the new session has. A compressed `clientPublicKey` is the session's key itself, and
 * nothing is returned; to an uncompressed one the provider's key is sealed, but for one-time codes,
 * whose session key is always the device's own.
 *
 * @param credentialType of the login, or of the session that is refreshed
 * @throws Refusal INVALID_INPUT for what is no point of P-256
 */
export function sessionKeyOf(clientPublicKey: string, credentialType: string): SessionKey {
  const key = requirePoint(clientPublicKey)
  if (key.length !== UNCOMPRESSED_DIGITS) return { publicKey: key }
  return sealsKeys.has(credentialType)
    ? { targetPublicKey: key }
    : { publicKey: normalizePublicKey(key) }
}

const UNCOMPRESSED_DIGITS = 130
const sealsKeys: ReadonlySet<string> = new Set(['OAUTH', 'PASSKEY'])

/** What is kept with the request: the client's own key, by which the provider's session is found. */
export function sessionIntentOf(key: SessionKey): { readonly intent?: RequestIntent } {
  return 'publicKey' in key
    ? { intent: { sessionPublicKey: normalizePublicKey(key.publicKey) } }
    : {}
}

/**
 * Attestation statements, checked without the network. Wherever the library follows certificates to
 * a root it fetches the revocation lists that they name, without a time-out: addresses that the
 * caller has chosen. No manufacturer has to be proven here (`none` is accepted), so no chain is
 * followed: a statement is checked against the certificate that it carries, and nothing else.
 */
import type { WebAuthn } from './webAuthn.ts'

/** Takes the root out of the statement itself, so that it follows a chain whatever the settings. */
const followsItsOwnRoot = 'android-key'

/**
 * The attestation object that may be given to the library: as it came, or without a statement that
 * the library can't check offline.
 *
 * @param attestationObject base64url
 * @throws Error for what is no attestation object
 */
export function checkedOffline(
  { decodeAttestationObject, isoBase64URL, isoCBOR }: WebAuthn,
  attestationObject: string,
): string {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  // Past the types: what is decoded is whatever the caller sent.
  const fmt: unknown = decoded.get('fmt')
  if (fmt !== followsItsOwnRoot) return attestationObject
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', decoded.get('authData')],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

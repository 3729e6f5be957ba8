/**
 * Attestation statements, checked without the network. Wherever the library follows certificates to
 * a root it fetches the revocation lists that they name, without a time-out: addresses that the
 * caller has chosen. No manufacturer has to be proven here (`none` is accepted), so no chain is
 * followed: a statement is checked against the certificate that it carries, and nothing else.
 */
import type { WebAuthn } from './webAuthn.ts'

/**
 * Formats that the library can check by the certificate which they carry. It follows the chain of
 * `android-key` to a root in the statement itself, whatever the settings; it knows no others, `compound`
 * among them. Since no maker has to be proven, all those are as good as `none`.
 */
const checkable: ReadonlySet<unknown> = new Set([
  'none',
  'packed',
  'fido-u2f',
  'tpm',
  'apple',
  'android-safetynet',
])

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
  if (typeof fmt !== 'string') throw new Error('no attestation object')
  if (checkable.has(fmt)) return attestationObject
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', decoded.get('authData')],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

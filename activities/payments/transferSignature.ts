/** Verifies the wallet's own signature over a transfer: the provider's status is not enough. */
import { createPublicKey, verify } from 'node:crypto'
import { bech32m } from '@scure/base'
import type { RawSignature } from '../../providers/walletProvider/index.ts'

const ADDRESS_LENGTH_MAX = 1023
const PUBLIC_KEY_BYTES = 33
/** DER SubjectPublicKeyInfo of a compressed secp256k1 point, up to the point. */
const SPKI_PREFIX = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

/**
 * @param address Spark address: bech32m of a protocol buffer whose first field is the identity
 *   public key (compressed secp256k1)
 * @param payload the text that was signed, hashed once with SHA-256
 */
export function isSignedBy(address: string, payload: string, signature: RawSignature): boolean {
  try {
    const { words } = bech32m.decode(address as `${string}1${string}`, ADDRESS_LENGTH_MAX)
    const message = bech32m.fromWords(words)
    if (message[0] !== 0x0a || message[1] !== PUBLIC_KEY_BYTES) return false
    const publicKey = message.slice(2, 2 + PUBLIC_KEY_BYTES)
    const compact = Buffer.from(
      signature.r.padStart(64, '0') + signature.s.padStart(64, '0'),
      'hex',
    )
    const der = Buffer.concat([SPKI_PREFIX, publicKey])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify('sha256', Buffer.from(payload), { key, dsaEncoding: 'ieee-p1363' }, compact)
  } catch {
    return false
  }
}

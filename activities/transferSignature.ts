/** Checks the wallet's own signature over a transfer: the provider's word is not enough. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32m } from '@scure/base'
import type { RawSignature } from '../wallet/client/index.ts'

const ADDRESS_LENGTH_MAX = 1023
const PUBLIC_KEY_BYTES = 33

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
    return secp256k1.verify(compact, Buffer.from(payload, 'utf8'), publicKey, {
      lowS: false,
      format: 'compact',
    })
  } catch {
    return false
  }
}

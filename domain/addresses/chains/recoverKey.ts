import { secp256k1 } from '@noble/curves/secp256k1.js'

type Point = InstanceType<typeof secp256k1.Point>

/**
 * The secp256k1 key that signed a hash.
 *
 * @param compact r and s, 64 bytes
 * @param recovery 0 to 3
 * @returns undefined if no key did
 */
export function recoverKey(
  hash: Uint8Array,
  compact: Uint8Array,
  recovery: number,
): Point | undefined {
  if (!(recovery >= 0 && recovery <= 3)) return undefined
  try {
    return secp256k1.Signature.fromBytes(compact, 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash)
  } catch {
    return undefined
  }
}

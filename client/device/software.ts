/** Keys in the memory of the program, for engines without WebCrypto: React Native. */
import { p256 } from '@noble/curves/nist.js'
import type { Bytes } from './encoding.ts'
import { DeviceError } from './errors.ts'
import type { Held, Use } from './held.ts'

/** A new private key. @throws DeviceError `RANDOM_MISSING` */
export function newSecret(): Bytes {
  if (typeof globalThis.crypto?.getRandomValues !== 'function') {
    throw new DeviceError('RANDOM_MISSING')
  }
  return Uint8Array.from(p256.utils.randomSecretKey())
}

/**
 * @param secret 32 bytes, which the key goes on using
 * @throws DeviceError `KEY_MALFORMED` for bytes that are no private key
 */
export function heldInSoftware(use: Use, secret: Bytes): Held {
  return {
    use,
    publicKey: publicKeyOf(secret),
    secret,
    async sign(message) {
      // High values of s are as good here, and half of all stamps have one.
      return p256.sign(message, secret, { format: 'der', lowS: false })
    },
    async agree(other) {
      return Uint8Array.from(p256.getSharedSecret(secret, other).subarray(1, 33))
    },
    async adopt(given) {
      const own = given.slice()
      given.fill(0)
      return heldInSoftware('SIGN', own)
    },
  }
}

/** Uncompressed. @throws DeviceError `KEY_MALFORMED` */
export function publicKeyOf(secret: Uint8Array): Bytes {
  try {
    return Uint8Array.from(p256.getPublicKey(secret, false))
  } catch {
    throw new DeviceError('KEY_MALFORMED')
  }
}

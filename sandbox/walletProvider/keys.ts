import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'

/**
 * A public key in hex, either spelling, as the compressed lowercase one; undefined if it is none.
 */
export function compressedKey(hex: string): string | undefined {
  if (!/^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(hex)) return undefined
  try {
    return p256.Point.fromHex(hex.toLowerCase()).toHex(true)
  } catch {
    return undefined
  }
}

/**
 * The uncompressed public key of a secret. OpenSSL's: the tables that the curve library makes first would be most
 * of the CPU of a process that only starts.
 *
 * @param secret 32-byte scalar
 */
export function publicKeyOf(secret: Uint8Array): Buffer {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return pair.getPublicKey()
}

/** @param secret 32-byte scalar */
export function privateKeyObject(secret: Uint8Array): KeyObject {
  return createPrivateKey({
    key: { ...coordinates(publicKeyOf(secret)), d: base64url(secret) },
    format: 'jwk',
  })
}

/** @param hex a key that `compressedKey` has accepted */
export function publicKeyObject(hex: string): KeyObject {
  return createPublicKey({
    key: coordinates(p256.Point.fromHex(hex).toBytes(false)),
    format: 'jwk',
  })
}

function coordinates(point: Uint8Array): { kty: string; crv: string; x: string; y: string } {
  return {
    kty: 'EC',
    crv: 'P-256',
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33, 65)),
  }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

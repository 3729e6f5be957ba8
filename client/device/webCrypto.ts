/** Keys that WebCrypto holds: no program can read them, this package neither. */
import { p256 } from '@noble/curves/nist.js'
import { type Bytes, bytesOfHex, joined } from './encoding.ts'
import { DeviceError } from './errors.ts'
import type { CryptoKey, Held, Use } from './held.ts'
import { publicKeyOf } from './software.ts'

const CURVE = 'P-256'
const algorithms = {
  SIGN: { name: 'ECDSA', namedCurve: CURVE },
  OPEN: { name: 'ECDH', namedCurve: CURVE },
} as const
const usages = { SIGN: ['sign'], OPEN: ['deriveBits'] } as const

type Subtle = typeof globalThis.crypto.subtle

export function hasWebCrypto(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/** A new key that cannot be extracted. @throws DeviceError `WEBCRYPTO_MISSING` */
export async function newHeldByWebCrypto(use: Use): Promise<Held> {
  const pair = await subtle().generateKey(algorithms[use], false, [...usages[use]])
  const point = new Uint8Array(await subtle().exportKey('raw', pair.publicKey))
  return heldByWebCrypto(use, point, pair.privateKey)
}

/**
 * Hands a private key over to WebCrypto, which does not give it out again.
 *
 * @param secret 32 bytes, which are wiped
 * @throws DeviceError `KEY_MALFORMED`, `WEBCRYPTO_MISSING`
 */
export async function adoptedByWebCrypto(use: Use, secret: Bytes): Promise<Held> {
  let pkcs8: Bytes | undefined
  try {
    const publicKey = publicKeyOf(secret)
    pkcs8 = joined(PKCS8_HEAD, secret, PKCS8_PUBLIC_KEY, publicKey)
    const key = await subtle().importKey('pkcs8', pkcs8, algorithms[use], false, [...usages[use]])
    return heldByWebCrypto(use, publicKey, key)
  } finally {
    secret.fill(0)
    pkcs8?.fill(0)
  }
}

/** @param publicKey uncompressed */
export function heldByWebCrypto(use: Use, publicKey: Bytes, key: CryptoKey): Held {
  return {
    use,
    publicKey,
    secret: key,
    async sign(message) {
      const signature = await subtle().sign({ name: 'ECDSA', hash: 'SHA-256' }, key, message)
      return p256.Signature.fromBytes(new Uint8Array(signature), 'compact').toBytes('der')
    },
    async agree(other) {
      const point = await subtle().importKey('raw', other, algorithms.OPEN, false, [])
      const x = await subtle().deriveBits({ name: 'ECDH', public: point }, key, 256)
      return new Uint8Array(x)
    },
    adopt: (secret) => adoptedByWebCrypto('SIGN', secret),
  }
}

function subtle(): Subtle {
  if (!hasWebCrypto()) throw new DeviceError('WEBCRYPTO_MISSING')
  return globalThis.crypto.subtle
}

/** DER around the private key (RFC 5958, RFC 5915), and before the public one. */
const PKCS8_HEAD = bytesOfHex(
  '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420',
  'KEY_MALFORMED',
)
const PKCS8_PUBLIC_KEY = bytesOfHex('a144034200', 'KEY_MALFORMED')

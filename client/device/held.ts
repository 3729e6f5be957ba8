/** A private key as an engine holds it. */
import type { Bytes } from './encoding.ts'

/** `SIGN`: makes stamps. `OPEN`: what is sealed to it is opened. WebCrypto lets no key do both. */
export type Use = 'SIGN' | 'OPEN'

/** A key that WebCrypto holds, as far as it can be named without a browser's types. */
export type CryptoKey = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>

export type Held = {
  readonly use: Use
  /** Uncompressed. */
  readonly publicKey: Bytes
  /** What a store keeps: a key that cannot be read, or the 32 bytes where there is no WebCrypto. */
  readonly secret: CryptoKey | Bytes
  /** DER of an ECDSA signature with SHA-256. */
  sign(message: Bytes): Promise<Uint8Array>
  /** The x of the point that is shared with another key. @param other uncompressed */
  agree(other: Bytes): Promise<Bytes>
  /** A key for stamps in the same engine. @param secret 32 bytes, which are wiped */
  adopt(secret: Bytes): Promise<Held>
}

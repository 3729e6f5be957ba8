import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { p256 } from '@noble/curves/nist.js'

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})
const INFO = Buffer.from('turnkey_hpke')

/** `enc` is the encapsulated key, 65 bytes. */
export type Sealed = { readonly enc: Buffer; readonly ciphertext: Buffer }

/**
 * Seals to a recipient, in the one way that every bundle uses.
 *
 * @param publicKey hex that `compressedKey` has accepted; both spellings seal to the same key
 */
export async function seal(publicKey: string, plaintext: Uint8Array): Promise<Sealed> {
  const recipient = p256.Point.fromHex(publicKey).toBytes(false)
  const recipientPublicKey = await suite.kem.importKey('raw', copied(recipient), true)
  const context = await suite.createSenderContext({ recipientPublicKey, info: INFO })
  const enc = Buffer.from(context.enc)
  const ciphertext = await context.seal(plaintext, Buffer.concat([enc, recipient]))
  return { enc, ciphertext: Buffer.from(ciphertext) }
}

/**
 * Opens what was sealed to a key.
 *
 * @param secret 32-byte scalar
 * @throws if it was sealed to another, or tampered with
 */
export async function open(secret: Uint8Array, { enc, ciphertext }: Sealed): Promise<Uint8Array> {
  const recipientKey = await suite.kem.importKey('raw', copied(secret), false)
  const context = await suite.createRecipientContext({ recipientKey, enc, info: INFO })
  const publicKey = p256.getPublicKey(secret, false)
  return new Uint8Array(await context.open(ciphertext, Buffer.concat([enc, publicKey])))
}

/** An ArrayBuffer of exactly these bytes; that of a Buffer may hold others beside them. */
function copied(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

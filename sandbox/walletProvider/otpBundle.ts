import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { p256 } from '@noble/curves/nist.js'
import { parseObject } from '../http.ts'
import { compressedKey } from './keys.ts'
import type { Signer } from './signers.ts'

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})
const INFO = Buffer.from('turnkey_hpke')
const HEX = /^([0-9a-f]{2})*$/i
const UNCOMPRESSED_KEY = /^04[0-9a-f]{128}$/i

/** The public half of an OTP target key, signed, for the client to seal its code to. */
export function targetBundle(
  signer: Signer,
  targetKey: Uint8Array,
  organizationId: string,
): string {
  const targetPublic = Buffer.from(p256.getPublicKey(targetKey, false)).toString('hex')
  const data = Buffer.from(JSON.stringify({ targetPublic, organizationId }))
  return JSON.stringify({
    version: 'v1.0.0',
    data: data.toString('hex'),
    dataSignature: signer.signBytes(data),
    enclaveQuorumPublic: signer.publicKey,
  })
}

/** What a client sealed: its code, and the compressed key it wants a session for. */
export type SealedCode = { readonly code: string; readonly publicKey: string }

/** Reads the outer form of a bundle. Undefined if it is no bundle at all. */
export function parseBundle(text: string): { enc: Buffer; ciphertext: Buffer } | undefined {
  const { encappedPublic, ciphertext } = parseObject(Buffer.from(text)) ?? {}
  if (typeof encappedPublic !== 'string' || typeof ciphertext !== 'string') return undefined
  if (!UNCOMPRESSED_KEY.test(encappedPublic) || compressedKey(encappedPublic) === undefined) {
    return undefined
  }
  if (!HEX.test(ciphertext)) return undefined
  return { enc: Buffer.from(encappedPublic, 'hex'), ciphertext: Buffer.from(ciphertext, 'hex') }
}

/** Opens a bundle with the target key. Undefined if it was sealed to another or tampered with. */
export async function openBundle(
  targetKey: Uint8Array,
  bundle: { enc: Buffer; ciphertext: Buffer },
): Promise<SealedCode | undefined> {
  const targetPublic = p256.getPublicKey(targetKey, false)
  try {
    const recipientKey = await suite.kem.importKey('raw', new Uint8Array(targetKey).buffer, false)
    const context = await suite.createRecipientContext({
      recipientKey,
      enc: bundle.enc,
      info: INFO,
    })
    const plaintext = await context.open(
      bundle.ciphertext,
      Buffer.concat([bundle.enc, targetPublic]),
    )
    return sealedCodeOf(new Uint8Array(plaintext))
  } catch {
    return undefined
  }
}

function sealedCodeOf(plaintext: Uint8Array): SealedCode | undefined {
  const { otp_code: code, public_key: key } = parseObject(plaintext) ?? {}
  if (typeof code !== 'string' || typeof key !== 'string') return undefined
  const publicKey = compressedKey(key)
  return publicKey === undefined ? undefined : { code, publicKey }
}

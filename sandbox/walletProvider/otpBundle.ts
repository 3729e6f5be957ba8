import { p256 } from '@noble/curves/nist.js'
import { parseObject } from '../http.ts'
import { open, type Sealed } from './hpke.ts'
import { compressedKey } from './keys.ts'
import { type Signer, signedData } from './signers.ts'

const HEX = /^([0-9a-f]{2})*$/i
const UNCOMPRESSED_KEY = /^04[0-9a-f]{128}$/i

/** The public half of an OTP target key, signed, for the client to seal its code to. */
export function targetBundle(
  signer: Signer,
  targetKey: Uint8Array,
  organizationId: string,
): string {
  const targetPublic = Buffer.from(p256.getPublicKey(targetKey, false)).toString('hex')
  return signedData(signer, { targetPublic, organizationId })
}

/** What a client sealed: its code, and the compressed key it wants a session for. */
export type SealedCode = { readonly code: string; readonly publicKey: string }

/** Reads the outer form of a bundle. Undefined if it is no bundle at all. */
export function parseBundle(text: string): Sealed | undefined {
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
  bundle: Sealed,
): Promise<SealedCode | undefined> {
  try {
    return sealedCodeOf(await open(targetKey, bundle))
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

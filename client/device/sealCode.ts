import { productionSigners, signedData } from './bundle.ts'
import { bytesOfHex, hexOf, utf8Of } from './encoding.ts'
import { seal } from './hpke.ts'
import { uncompressedOf } from './points.ts'

export type CodeSealing = {
  /** Of the key that is to be the session's, hex in either spelling. */
  readonly publicKey: string
  /** Public key of the enclave that signs such bundles; production's without it. */
  readonly signer?: string | undefined
  /** Of the wallet, where the app knows it: a bundle of another one is refused. */
  readonly organizationId?: string | undefined
}

/**
 * Seals the code that a customer has typed.
 *
 * @param bundle `otpEncryptionTargetBundle`, as the challenge has answered it
 * @returns `encryptedOtpBundle` of the verification
 * @throws DeviceError `BUNDLE_MALFORMED`, `SIGNER_MISMATCH`, `ORGANIZATION_MISMATCH`, `KEY_MALFORMED`
 */
export function sealCode(
  code: string,
  bundle: string,
  { publicKey, signer = productionSigners.otp, organizationId }: CodeSealing,
): string {
  uncompressedOf(bytesOfHex(publicKey, 'KEY_MALFORMED'))
  const { targetPublic } = signedData(bundle, { signer, organizationId })
  // Both sides compute with the uncompressed point, however it is spelled here.
  const target = uncompressedOf(bytesOfHex(targetPublic, 'BUNDLE_MALFORMED'))
  return sealedTo(target, code, publicKey)
}

/** @param ephemeral see `seal` */
export function sealedTo(
  target: Uint8Array,
  code: string,
  publicKey: string,
  ephemeral?: Uint8Array,
): string {
  const plaintext = utf8Of(JSON.stringify({ otp_code: code, public_key: publicKey }))
  const { enc, ciphertext } = seal(target, plaintext, ephemeral)
  return JSON.stringify({ encappedPublic: hexOf(enc), ciphertext: hexOf(ciphertext) })
}

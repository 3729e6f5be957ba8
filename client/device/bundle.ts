/** Bundles that the provider's enclave has signed: nothing in one is used before its signature holds. */
import { p256 } from '@noble/curves/nist.js'
import { bytesOfHex, textOf } from './encoding.ts'
import { DeviceError } from './errors.ts'
import { uncompressedOf } from './points.ts'

/** Public keys of the enclaves in production, uncompressed: what signs where no other key is given. */
export const productionSigners = {
  otp: '046b4f88421f76b6ba418afc2ea1d8ced671337d7db6b80478a60d8531bf8f17fa9a512f0fef96fc0c9b4cd9dff70b34992e520ce04c79d931f6ff6296b547d201',
  export:
    '04cf288fe433cc4e1aa0ce1632feac4ea26bf2f5a09dcfe5a42c398e06898710330f0572882f4dbdf0f5304b8fc8703acd69adca9a4bbf7f5d00d20a5e364b2569',
} as const

export type Expected = {
  /** Public key of the enclave, hex, from the app's own settings: never from an answer that has the bundle. */
  readonly signer: string
  /** Of the wallet; not compared where it is undefined. */
  readonly organizationId: string | undefined
}

/**
 * What an enclave has signed.
 *
 * @throws DeviceError `BUNDLE_MALFORMED`, `SIGNER_MISMATCH` (another key, or a signature that does not hold),
 *   `ORGANIZATION_MISMATCH`, and `KEY_MALFORMED` for an expected key that is none
 */
export function signedData(
  bundle: string,
  { signer, organizationId }: Expected,
): Readonly<Record<string, unknown>> {
  const { data, dataSignature, enclaveQuorumPublic } = objectOf(bundle)
  if (typeof enclaveQuorumPublic !== 'string') throw new DeviceError('BUNDLE_MALFORMED')
  const bytes = bytesOfHex(data, 'BUNDLE_MALFORMED')
  const signature = bytesOfHex(dataSignature, 'BUNDLE_MALFORMED')
  const key = uncompressedOf(bytesOfHex(signer, 'KEY_MALFORMED'))
  const isExpected = enclaveQuorumPublic.toLowerCase() === signer.toLowerCase()
  if (!isExpected || !isSigned(bytes, signature, key)) throw new DeviceError('SIGNER_MISMATCH')
  const signed = objectOf(textOf(bytes))
  if (organizationId !== undefined && signed.organizationId !== organizationId) {
    throw new DeviceError('ORGANIZATION_MISMATCH')
  }
  return signed
}

function isSigned(bytes: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  try {
    return p256.verify(signature, bytes, key, { format: 'der', lowS: false })
  } catch {
    return false
  }
}

function objectOf(json: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new DeviceError('BUNDLE_MALFORMED')
  }
  if (typeof value !== 'object' || value === null) throw new DeviceError('BUNDLE_MALFORMED')
  return value as Readonly<Record<string, unknown>>
}

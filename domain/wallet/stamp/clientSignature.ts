import { p256 } from '@noble/curves/nist.js'
import type { Stamp } from './parseStamp.ts'

/** What the provider's OTP login wants as proof that the client holds the key it sealed. */
export type ClientSignature = {
  readonly publicKey: string
  readonly scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256'
  /** The text that was stamped. */
  readonly message: string
  /** Raw r || s, 128 lowercase hex digits. */
  readonly signature: string
}

/**
 * The signature of a stamp in the provider's other encoding: a stamp is DER, a client signature raw.
 *
 * @param message the payload that the stamp was verified over
 */
export function toClientSignature(stamp: Stamp, message: string): ClientSignature {
  return {
    publicKey: stamp.publicKey,
    scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256',
    message,
    signature: p256.Signature.fromBytes(stamp.signature, 'der').toHex('compact'),
  }
}

/** `X-Service-Signature`: ECDSA P-256 with SHA-256 over the raw body, DER, base64. */
import { type KeyLike, sign, verify } from 'node:crypto'

export const SIGNATURE_HEADER = 'X-Service-Signature'

const USER_AGENT = 'embedded-wallet-payments-webhooks/1'

/** The headers of every webhook with these very bytes. */
export function webhookHeaders(
  body: Uint8Array,
  { privateKey }: { readonly privateKey: KeyLike },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    [SIGNATURE_HEADER]: webhookSignature(body, privateKey),
  }
}

/** The header's value for these very bytes. ECDSA is randomised: two values for one body differ. */
export function webhookSignature(body: Uint8Array, privateKey: KeyLike): string {
  return JSON.stringify({ v: '1', s: sign('sha256', body, privateKey).toString('base64') })
}

/**
 * Whether a header's value is a signature over these bytes: what a receiver does.
 *
 * @param header either form of the interface: `{"v":"1","s":"..."}` or the bare base64
 * @param publicKey for example the PEM that `GET /config` shows
 */
export function isWebhookSignature(header: string, body: Uint8Array, publicKey: KeyLike): boolean {
  const signature = signatureOf(header)
  return (
    signature !== undefined && verify('sha256', body, publicKey, Buffer.from(signature, 'base64'))
  )
}

function signatureOf(header: string): string | undefined {
  if (!header.startsWith('{')) return header
  try {
    const { v, s } = JSON.parse(header)
    return v === '1' && typeof s === 'string' ? s : undefined
  } catch {
    return undefined
  }
}

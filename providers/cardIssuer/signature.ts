/** The issuer's signatures: of its messages to us, and ours of links to its hosted page. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const AGE_SECONDS_MAX = 300
const PREFIX = 'whsec_'

export type SignedHeaders = {
  readonly id: string | undefined
  /** Unix seconds. */
  readonly timestamp: string | undefined
  /** `v1,<base64>`, several with spaces between. */
  readonly signature: string | undefined
}

/**
 * Whether a message was signed, in the last five minutes, with one of the secrets (Standard
 * Webhooks).
 *
 * @param secrets `whsec_` and the key in base64
 * @param body the bytes as received
 */
export function isSignedMessage(
  secrets: readonly string[],
  { id, timestamp, signature }: SignedHeaders,
  body: Uint8Array,
  now: Date,
): boolean {
  if (id === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp ?? '')) {
    return false
  }
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > AGE_SECONDS_MAX) return false
  const given = signature
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest()
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
}

/** The query of a link to the hosted page. */
export function revealQuery(
  apiKey: string,
  { cardToken, expiresAt }: { readonly cardToken: string; readonly expiresAt: string },
): URLSearchParams {
  const request = JSON.stringify({ token: cardToken, expiration: expiresAt })
  return new URLSearchParams({
    hmac: createHmac('sha256', apiKey).update(request).digest('base64'),
    embed_request: Buffer.from(request).toString('base64'),
  })
}

/** Verification of webhooks: parse a body only after its signature is verified. */
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import type { components } from './schema.ts'

/** Name of the header that carries the signature. */
export const SIGNATURE_HEADER = 'X-Service-Signature'

/** A PEM as `GET /config` shows it, a JWK, or the key set at its `webhookKeysPath`. */
export type WebhookKeys = string | JsonWebKey | { readonly keys: readonly JsonWebKey[] }

type Schemas = components['schemas']
type EventName = Extract<keyof Schemas, `${string}Webhook`>

/**
 * An event: `type` says what `data` is. Types that are new since this client was made arrive as well: let a `default`
 * take them. `id` does not change between attempts: use it to process each event once.
 */
export type WebhookEvent = { [Name in EventName]: Readonly<Schemas[Name]> }[EventName]

/** The signature is missing or matches none of the keys: respond with 400 and do nothing. */
export class WebhookSignatureError extends Error {
  constructor() {
    super('the webhook is not signed by any of the keys')
    this.name = 'WebhookSignatureError'
  }
}

/**
 * The event of a webhook.
 *
 * @param body the bytes as received: JSON that was parsed and serialized again may differ
 * @param header value of `X-Service-Signature`
 * @throws WebhookSignatureError
 */
export function verifyWebhook(
  body: Uint8Array | string,
  header: string | readonly string[] | null | undefined,
  keys: WebhookKeys,
): WebhookEvent {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const signatures = signaturesOf(header ?? '')
  const isSigned = keyObjects(keys).some((key) =>
    signatures.some((signature) => verify('sha256', bytes, key, signature)),
  )
  if (!isSigned) throw new WebhookSignatureError()
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as WebhookEvent
}

function keyObjects(keys: WebhookKeys): KeyObject[] {
  if (typeof keys === 'string') return [createPublicKey(keys)]
  const list = 'keys' in keys && Array.isArray(keys.keys) ? keys.keys : [keys as JsonWebKey]
  return list.map((key: JsonWebKey) => createPublicKey({ key, format: 'jwk' }))
}

/** A header that a proxy has repeated is a list, or one text with commas. */
function signaturesOf(header: string | readonly string[]): Buffer[] {
  const texts = [header].flat().flatMap((text) => text.match(/\{[^{}]*\}|[^,\s]+/g) ?? [])
  return texts.map(signatureOf).filter(({ length }) => length > 0)
}

/** Both forms of the header: `{"v":"1","s":"<base64>"}` and the bare base64. */
function signatureOf(header: string): Buffer {
  if (!header.startsWith('{')) return Buffer.from(header, 'base64')
  try {
    const { v, s } = JSON.parse(header) as { v?: unknown; s?: unknown }
    return Buffer.from(v === '1' && typeof s === 'string' ? s : '', 'base64')
  } catch {
    return Buffer.alloc(0)
  }
}

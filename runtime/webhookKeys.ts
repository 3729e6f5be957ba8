/** The key that signs webhooks: how the worker uses it and how the API publishes it. */
import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  ECDH,
  type KeyObject,
} from 'node:crypto'
import { canonicalJson } from '../contract/canonicalJson.ts'
import { type Config, ConfigError, need } from './config.ts'

const CURVE = 'prime256v1'

export type WebhookKeys = {
  readonly privateKey: KeyObject
  /** SPKI PEM, as `GET /config` shows it. */
  readonly publicKeyPem: string
  /** The entry of `/.well-known/webhook-keys.json`. */
  readonly publicJwk: WebhookJwk
}

/** No `alg`: the signature is DER, which is not what a JWS of ES256 carries. */
export type WebhookJwk = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly use: 'sig'
  /** RFC 7638 thumbprint (SHA-256, base64url). */
  readonly kid: string
}

/**
 * The keys out of `WEBHOOK_SIGNING_KEY`.
 *
 * @param privateKeyHex P-256 private scalar, 64 hexadecimal digits
 * @throws Error when the scalar is not one of the curve
 */
export function webhookKeys(privateKeyHex: string): WebhookKeys {
  const curve = createECDH(CURVE)
  curve.setPrivateKey(privateKeyHex, 'hex')
  const publicJwk = jwkOf(curve.getPublicKey())
  const { kty, crv, x, y } = publicJwk
  const d = Buffer.from(privateKeyHex, 'hex').toString('base64url')
  const privateKey = createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' })
  return {
    privateKey,
    publicKeyPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    publicJwk,
  }
}

/**
 * What receivers may verify with: the key that signs, then those beside it (the next one before a
 * rotation, the last one after it), each once.
 *
 * @throws ConfigError without WEBHOOK_SIGNING_KEY, and for a published key that is none
 */
export function publishedWebhookKeys(config: Config): readonly WebhookJwk[] {
  const signing = webhookKeys(need(config, 'WEBHOOK_SIGNING_KEY')).publicJwk
  const beside = config.WEBHOOK_VERIFYING_KEYS?.split(',') ?? []
  const all = [signing, ...beside.map(publishedJwk)]
  return [...new Map(all.map((jwk) => [jwk.kid, jwk])).values()]
}

function publishedJwk(compressedHex: string): WebhookJwk {
  try {
    return jwkOf(ECDH.convertKey(compressedHex, CURVE, 'hex', undefined, 'uncompressed') as Buffer)
  } catch {
    throw new ConfigError('Configuration: WEBHOOK_VERIFYING_KEYS holds what is no P-256 key')
  }
}

/** @param point uncompressed, 65 bytes */
function jwkOf(point: Buffer): WebhookJwk {
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33, 65).toString('base64url')
  const members = { kty: 'EC', crv: 'P-256', x, y } as const
  const kid = createHash('sha256').update(canonicalJson(members)).digest('base64url')
  return { ...members, use: 'sig', kid }
}

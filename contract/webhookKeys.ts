/** The key that signs webhooks: how the worker uses it and how the API publishes it. */
import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
} from 'node:crypto'
import { canonicalJson } from './derivedIds.ts'

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
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKeyHex, 'hex')
  const point = curve.getPublicKey()
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33, 65).toString('base64url')
  const d = Buffer.from(privateKeyHex, 'hex').toString('base64url')
  const publicMembers = { kty: 'EC', crv: 'P-256', x, y } as const
  const privateKey = createPrivateKey({ key: { ...publicMembers, d }, format: 'jwk' })
  const kid = createHash('sha256').update(canonicalJson(publicMembers)).digest('base64url')
  return {
    privateKey,
    publicKeyPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    publicJwk: { ...publicMembers, use: 'sig', kid },
  }
}

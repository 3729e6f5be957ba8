/**
 * The keys that sign webhooks: each environment of a platform has its own, derived from a master key
 * of the service, so that a body signed for one platform proves nothing to another.
 */

import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { canonicalJson } from '../contract/canonicalJson.ts'
import type { Environment } from '../contract/outsideParties.ts'
import { type Config, need } from './config.ts'

const CURVE = 'prime256v1'
/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** 128 bits more than the order has, so that the remainder has no bias (FIPS 186-5, A.2.1). */
const DERIVED_BYTES = 48
const PURPOSE = 'webhook-signing-key'
/** Rings derived last stay in memory: a derivation costs about a signature. */
const PLATFORMS_KEPT_MAX = 1_000

/** One environment of a platform: a row of `platforms`. */
export type PlatformSide = {
  readonly platformId: string
  readonly environment: Environment
}

export type WebhookKey = {
  readonly privateKey: KeyObject
  /** SPKI PEM, as `GET /config` shows it. */
  readonly publicKeyPem: string
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

export type PlatformKeys = {
  readonly signing: WebhookKey
  /** What receivers may verify with: the signing key first. */
  readonly published: readonly WebhookJwk[]
}

export type WebhookKeyring = {
  of(side: PlatformSide): PlatformKeys
}

const keyrings = new WeakMap<Config, WebhookKeyring>()

/**
 * The keys out of `WEBHOOK_MASTER_KEYS`.
 *
 * @throws ConfigError without WEBHOOK_MASTER_KEYS
 */
export function webhookKeyring(config: Config): WebhookKeyring {
  const known = keyrings.get(config) ?? createKeyring(config)
  keyrings.set(config, known)
  return known
}

function createKeyring(config: Config): WebhookKeyring {
  const masters = need(config, 'WEBHOOK_MASTER_KEYS').split(',')
  const kept = new Map<string, PlatformKeys>()
  const derive = (side: PlatformSide): PlatformKeys => {
    const all = masters.map((master) => derivedKey(master, side))
    const [signing] = all
    if (signing === undefined) throw new Error('no master key')
    const published = new Map(all.map(({ publicJwk }) => [publicJwk.kid, publicJwk]))
    return { signing, published: [...published.values()] }
  }
  return {
    of(side) {
      const name = `${side.platformId}/${side.environment}`
      const keys = kept.get(name) ?? derive(side)
      kept.delete(name)
      kept.set(name, keys)
      const [oldest] = kept.keys()
      if (kept.size > PLATFORMS_KEPT_MAX && oldest !== undefined) kept.delete(oldest)
      return keys
    },
  }
}

/** HKDF-SHA-256 of the master; the derived bytes become a scalar of 1 to the order minus 1. */
function derivedKey(masterHex: string, { platformId, environment }: PlatformSide): WebhookKey {
  const info = `${PURPOSE}/${platformId}/${environment}`
  const master = Buffer.from(masterHex, 'hex')
  const bytes = Buffer.from(hkdfSync('sha256', master, '', info, DERIVED_BYTES))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n
  return webhookKeyOf(scalar.toString(16).padStart(64, '0'))
}

/**
 * @param privateKeyHex P-256 private scalar, 64 hexadecimal digits
 * @throws Error when the scalar is not one of the curve
 */
export function webhookKeyOf(privateKeyHex: string): WebhookKey {
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

/** @param point uncompressed, 65 bytes */
function jwkOf(point: Buffer): WebhookJwk {
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33, 65).toString('base64url')
  const members = { kty: 'EC', crv: 'P-256', x, y } as const
  const kid = createHash('sha256').update(canonicalJson(members)).digest('base64url')
  return { ...members, use: 'sig', kid }
}

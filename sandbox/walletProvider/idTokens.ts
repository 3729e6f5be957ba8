import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { instant } from '../../contract/time.ts'

export type OidcIdentity = {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
}

export type IdToken = OidcIdentity & {
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly nonce: unknown
}

/** Google's tokens spell their issuer with and without `https://`: it is one. */
export function canonicalIssuer(issuer: string): string {
  return issuer === 'accounts.google.com' ? 'https://accounts.google.com' : issuer
}

const AGE_MS_MAX = 60_000
const AHEAD_MS_MAX = 5_000

/**
 * Reads an id token. The signature is not checked: a sandbox's tokens come from no identity
 * provider. Undefined if it is no token, or lacks a claim.
 */
export function readIdToken(text: string): IdToken | undefined {
  try {
    const { iss, aud, sub, iat, exp, nonce } = decodeJwt(text) as Record<string, unknown>
    const audience = Array.isArray(aud) && aud.length === 1 ? (aud[0] as unknown) : aud
    if (typeof iat !== 'number' || typeof exp !== 'number') return undefined
    if (!isName(iss) || !isName(audience) || !isName(sub)) return undefined
    const issuedAt = instant(iat * 1000)
    return {
      issuer: canonicalIssuer(iss),
      audience,
      subject: sub,
      issuedAt,
      expiresAt: instant(exp * 1000),
      nonce,
    }
  } catch {
    return undefined
  }
}

/** What is wrong with a token for a login at this time and with this key, or undefined. */
export function problemWith(
  { issuedAt, expiresAt, nonce }: IdToken,
  nowMs: number,
  targetPublicKey: string,
): string | undefined {
  const ageMs = nowMs - issuedAt.getTime()
  if (ageMs > AGE_MS_MAX) return 'OIDC token was issued too long ago'
  if (ageMs < -AHEAD_MS_MAX) return 'OIDC token was issued in the future'
  if (expiresAt.getTime() <= nowMs) return 'OIDC token is expired'
  // Over the hex text as it came, not over the point: each spelling has its own.
  const wanted = createHash('sha256').update(targetPublicKey).digest('hex')
  return nonce === wanted ? undefined : 'OIDC token nonce does not match the target public key'
}

function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== ''
}

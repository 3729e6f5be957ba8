import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { instant } from '../../../contract/time.ts'
import { canonicalIssuer, type Issuers, knownIssuers } from './issuers.ts'
import { OidcError } from './oidcError.ts'

/** The identity of a user at an issuer, for one client application. */
export type OidcIdentity = {
  /** Canonical name of the issuer: one for all spellings. */
  readonly issuer: string
  readonly audience: string
  readonly subject: string
}

/** The claims of an id token. Its signature is checked separately. */
export type IdToken = OidcIdentity & {
  readonly email?: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly nonce?: string
}

export type IdTokenCheck = {
  /** Whose tokens are taken; without them, those that every installation knows. */
  readonly issuers?: Issuers
  readonly now: Date
  /** The identity that was registered, for a login. */
  readonly identity?: {
    readonly issuer: string
    readonly audience: string
    readonly subject: string
  }
  /** The key that the token was made for, as the client spelled it, for a login. */
  readonly clientPublicKey?: string
}

const TOKEN_CHARACTERS_MAX = 16_384
const CLAIM_CHARACTERS_MAX = 255
const AGE_MS_MAX = 60_000
const AHEAD_MS_MAX = 5_000
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/

/**
 * Reads an id token and checks its claims, in this order: form, issuer, audience, subject, age,
 * expiry, beginning, identity, nonce. It checks no signature.
 *
 * @throws OidcError with the first check that failed
 */
export function readIdToken(text: string, check: IdTokenCheck): IdToken {
  const claims = claimsOf(text)
  if (typeof claims.iss !== 'string') throw malformed('iss')
  const issuer = canonicalIssuer(claims.iss)
  const { issuers = knownIssuers } = check
  if (!issuers.has(issuer)) {
    throw new OidcError('UNSUPPORTED_ISSUER', 'the token is of an unsupported issuer')
  }
  const { email, nonce } = claims
  const token: IdToken = {
    issuer,
    audience: nameIn(oneOf(claims.aud), 'aud'),
    subject: nameIn(claims.sub, 'sub'),
    ...(typeof email === 'string' && email !== '' && { email }),
    issuedAt: instantIn(claims.iat, 'iat'),
    expiresAt: instantIn(claims.exp, 'exp'),
    ...(typeof nonce === 'string' && { nonce }),
  }
  requireFresh(token, check.now)
  requireBegun(claims.nbf, check.now)
  requireMatch(token, check)
  return token
}

/**
 * The `nonce` of a token that is made for a key: 64 lowercase hex digits of the SHA-256 over the
 * key's hex text. Two spellings of one key have two nonces.
 *
 * @param clientPublicKey exactly as the client sends it
 */
export function nonceOf(clientPublicKey: string): string {
  return createHash('sha256').update(clientPublicKey).digest('hex')
}

function claimsOf(text: string): Record<string, unknown> {
  if (text.length > TOKEN_CHARACTERS_MAX || !COMPACT.test(text)) throw malformed()
  try {
    decodeProtectedHeader(text)
    return decodeJwt(text)
  } catch (cause) {
    throw malformed(undefined, cause)
  }
}

function malformed(claim?: string, cause?: unknown): OidcError {
  const reason = claim === undefined ? 'not an id token' : `the token's ${claim} is missing or bad`
  return new OidcError('MALFORMED', reason, { cause })
}

/** An audience may be alone in a list; of several, none is the one. */
function oneOf(audience: unknown): unknown {
  return Array.isArray(audience) && audience.length === 1 ? audience[0] : audience
}

function nameIn(claim: unknown, name: string): string {
  if (typeof claim !== 'string' || claim === '' || claim.length > CLAIM_CHARACTERS_MAX) {
    throw malformed(name)
  }
  return claim
}

function instantIn(claim: unknown, name: string): Date {
  if (typeof claim !== 'number') throw malformed(name)
  try {
    return instant(claim * 1000)
  } catch {
    throw malformed(name)
  }
}

function requireFresh({ issuedAt, expiresAt }: IdToken, now: Date): void {
  const ageMs = now.getTime() - issuedAt.getTime()
  if (ageMs > AGE_MS_MAX) throw new OidcError('NOT_FRESH', 'the token was issued too long ago')
  if (ageMs < -AHEAD_MS_MAX) throw new OidcError('NOT_FRESH', 'the token was issued in the future')
  if (expiresAt <= now) throw new OidcError('NOT_FRESH', 'the token is expired')
}

/** A token may say from when on it is valid. */
function requireBegun(notBefore: unknown, now: Date): void {
  if (notBefore === undefined) return
  if (instantIn(notBefore, 'nbf').getTime() > now.getTime() + AHEAD_MS_MAX) {
    throw new OidcError('NOT_FRESH', 'the token is not valid yet')
  }
}

function requireMatch(token: IdToken, { identity, clientPublicKey }: IdTokenCheck): void {
  if (identity !== undefined) {
    const isSame =
      token.issuer === canonicalIssuer(identity.issuer) &&
      token.audience === identity.audience &&
      token.subject === identity.subject
    if (!isSame) throw new OidcError('MISMATCH', 'the token is of another identity')
  }
  if (clientPublicKey !== undefined && token.nonce !== nonceOf(clientPublicKey)) {
    throw new OidcError('MISMATCH', 'the nonce is not that of the client public key')
  }
}

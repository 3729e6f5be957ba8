/** Whose id tokens log a wallet in: the issuer as in `iss`, where its keys are, and how it signs. */
export type IssuerKeys = {
  readonly keysUrl: string
  /** Names of JWA, asymmetric ones. */
  readonly algorithms: readonly string[]
}

/** By the canonical name. */
export type Issuers = ReadonlyMap<string, IssuerKeys>

const GOOGLE = 'https://accounts.google.com'

/** Issuers of every installation; a setting adds others. */
export const knownIssuers: Issuers = new Map([
  [GOOGLE, { keysUrl: 'https://www.googleapis.com/oauth2/v3/certs', algorithms: ['RS256'] }],
  [
    'https://appleid.apple.com',
    { keysUrl: 'https://appleid.apple.com/auth/keys', algorithms: ['RS256'] },
  ],
])

/** The one name of an issuer that its tokens spell in several ways: Google's older one has no scheme. */
export function canonicalIssuer(issuer: string): string {
  return issuer === 'accounts.google.com' ? GOOGLE : issuer
}

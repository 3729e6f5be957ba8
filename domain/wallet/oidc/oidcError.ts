/**
 * What is wrong with an id token:
 *
 * - `MALFORMED` no token, or a claim is missing or of the wrong type
 * - `UNSUPPORTED_ISSUER` a token of an unknown issuer
 * - `NOT_FRESH` issued too long ago or in the future, or expired
 * - `MISMATCH` of another identity, or made for another key
 * - `SIGNATURE` not signed by its issuer
 * - `UNAVAILABLE` the issuer's keys cannot be fetched now: the token is not judged
 */
export type OidcErrorKind =
  | 'MALFORMED'
  | 'UNSUPPORTED_ISSUER'
  | 'NOT_FRESH'
  | 'MISMATCH'
  | 'SIGNATURE'
  | 'UNAVAILABLE'

/** An id token that says or proves the wrong thing. Its message holds nothing of the token. */
export class OidcError extends Error {
  readonly kind: OidcErrorKind
  /** Safe to show to the caller. */
  readonly reason: string

  constructor(kind: OidcErrorKind, reason: string, options: { cause?: unknown } = {}) {
    super(reason, options)
    this.name = 'OidcError'
    this.kind = kind
    this.reason = reason
  }
}

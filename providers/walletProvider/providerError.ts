/**
 * What a provider's response means to the caller:
 *
 * - `REFUSED` permanently rejected (400)
 * - `UNAUTHORIZED` the stamp does not authorize this (401, 403)
 * - `NOT_FOUND` no such organization, activity or key (404)
 * - `DUPLICATE` the same body is being submitted right now: send it again (409)
 * - `RATE_LIMITED` try again later (429)
 * - `LIMIT_REACHED` a resource maximum; retrying does not help (429)
 * - `UNAVAILABLE` **the outcome is unknown**: 5xx, no JSON, a broken socket, a time-out. Send the
 *   same bytes again.
 */
export type ProviderErrorKind =
  | 'REFUSED'
  | 'UNAUTHORIZED'
  | 'NOT_FOUND'
  | 'DUPLICATE'
  | 'RATE_LIMITED'
  | 'LIMIT_REACHED'
  | 'UNAVAILABLE'

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  readonly httpStatus?: number
  /** The provider's own error code, if it gave one, for example `API_KEY_EXPIRED`. */
  readonly providerCode?: string

  constructor(
    kind: ProviderErrorKind,
    message: string,
    details: { httpStatus?: number; providerCode?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ProviderError'
    this.kind = kind
    if (details.httpStatus !== undefined) this.httpStatus = details.httpStatus
    if (details.providerCode !== undefined) this.providerCode = details.providerCode
  }
}

type ErrorEnvelope = { readonly message?: unknown; readonly details?: unknown }

/** The error behind a status that is not 200. The gRPC number in it is not meant for branching. */
export function errorOfAnswer(httpStatus: number, answer: unknown): ProviderError {
  const envelope = (typeof answer === 'object' && answer !== null ? answer : {}) as ErrorEnvelope
  const message =
    typeof envelope.message === 'string' ? envelope.message : `provider answered ${httpStatus}`
  const providerCode = providerCodeIn(envelope.details)
  return new ProviderError(kindOf(httpStatus, message), message, {
    httpStatus,
    ...(providerCode !== undefined && { providerCode }),
  })
}

function kindOf(httpStatus: number, message: string): ProviderErrorKind {
  switch (httpStatus) {
    case 401:
    case 403:
      return 'UNAUTHORIZED'
    case 404:
      return 'NOT_FOUND'
    case 409:
      return 'DUPLICATE'
    case 408:
      return 'UNAVAILABLE'
    case 429:
      // One status for two errors that only the message distinguishes: a resource maximum is final.
      return /maximum|quota/i.test(message) ? 'LIMIT_REACHED' : 'RATE_LIMITED'
    default:
      return httpStatus >= 400 && httpStatus < 500 ? 'REFUSED' : 'UNAVAILABLE'
  }
}

function providerCodeIn(details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined
  for (const detail of details as unknown[]) {
    if (typeof detail !== 'object' || detail === null) continue
    const code = (detail as Record<string, unknown>).turnkeyErrorCode
    if (typeof code === 'string') return code
  }
  return undefined
}

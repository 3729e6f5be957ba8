/** Errors of the API, with codes to branch on. */
import type { components } from './schema.ts'

export type ErrorCode = components['schemas']['Error']['code']

/** One invalid field of a request: `field` is a dot path. */
export type FieldError = {
  readonly field: string
  readonly constraint: string
  readonly message: string
}

/** An error response of the service, or of a proxy in between. */
export class ApiError extends Error {
  readonly status: number
  /** Stable; undefined when the response was not the service's own. */
  readonly code: ErrorCode | undefined
  readonly details: Readonly<Record<string, unknown>>
  /** Quote it in support requests. */
  readonly requestId: string | undefined
  /** Seconds after which the same request can be retried. */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, body: Readonly<Record<string, unknown>>) {
    const reason = typeof body.reason === 'string' ? body.reason : response.statusText
    super(`${response.status} ${body.code ?? ''}: ${reason}`.replace(' :', ':'))
    this.name = 'ApiError'
    this.status = response.status
    this.code = typeof body.code === 'string' ? (body.code as ErrorCode) : undefined
    this.details = (body.details ?? {}) as Readonly<Record<string, unknown>>
    this.requestId = response.headers.get('X-Request-Id') ?? undefined
    this.retryAfterSeconds = retryAfterSecondsOf(response)
  }

  /** Every invalid field of an `INVALID_INPUT`; else none. */
  get fields(): readonly FieldError[] {
    return Array.isArray(this.details.errors) ? (this.details.errors as FieldError[]) : []
  }

  static async of(response: Response): Promise<ApiError> {
    const text = await response.text()
    try {
      return new ApiError(response, JSON.parse(text) as Record<string, unknown>)
    } catch {
      return new ApiError(response, {})
    }
  }
}

/** The number of seconds in `Retry-After`; a date there is not one of this service's. */
export function retryAfterSecondsOf(response: Response): number | undefined {
  const text = response.headers.get('Retry-After') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

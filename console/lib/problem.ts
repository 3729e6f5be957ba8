/** What went wrong with a request, in the words of the service's error envelope. */

export type FieldProblem = { readonly field: string; readonly message: string }

type Facts = {
  readonly status: number
  readonly code: string
  readonly reason: string
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly fields?: readonly FieldProblem[] | undefined
  readonly docUrl?: string | undefined
}

export class ApiProblem extends Error {
  /** Of the HTTP answer; 0: there was none. */
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The members of the request that are not valid, if it is about them. */
  readonly fields: readonly FieldProblem[]
  /** Where the code is explained. */
  readonly docUrl: string | undefined

  constructor({ status, code, reason, requestId, retryAfterSeconds, fields, docUrl }: Facts) {
    super(reason)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.fields = fields ?? []
    this.docUrl = docUrl
  }

  static unreachable(): ApiProblem {
    const reason = 'The API cannot be reached. What was asked may have been done or not.'
    return new ApiProblem({ status: 0, code: 'NETWORK', reason })
  }

  /** What the page itself finds wrong with a field, before a request is sent. */
  static ofField(field: string, message: string): ApiProblem {
    const reason = 'Something in the form is not valid.'
    return new ApiProblem({ status: 0, code: 'NOT_SENT', reason, fields: [{ field, message }] })
  }

  static of({ status, headers }: Response, body: unknown): ApiProblem {
    const envelope = (typeof body === 'object' && body !== null ? body : {}) as {
      code?: string
      reason?: string
      details?: { errors?: readonly FieldProblem[]; docUrl?: string }
    }
    const { code, reason, details } = envelope
    return new ApiProblem({
      status,
      code: code ?? (status < 400 ? 'PROCESSING' : `HTTP_${status}`),
      reason: reason ?? (status < 400 ? 'It is still under way.' : 'The API gave no reason.'),
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: Number(headers.get('retry-after') ?? '') || undefined,
      fields: details?.errors,
      docUrl: details?.docUrl,
    })
  }

  /** Whether a repeat may succeed later: an outage, too many requests, or still under way. */
  get isTemporary(): boolean {
    return [0, 429, 503].includes(this.status) || this.code === 'PROCESSING'
  }
}

/** Anything that was thrown, as a problem that can be shown. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ApiProblem({ status: 0, code: error instanceof Error ? error.name : 'Error', reason })
}

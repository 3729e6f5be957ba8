/** The public API from a page: Basic authentication, errors with their code, retries. */

/** An error response of the service. */
export class ApiProblem extends Error {
  readonly code: string
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: string, reason: string, retryAfterSeconds?: number) {
    super(reason)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type PlatformCredentials = { readonly clientId: string; readonly clientSecret: string }
export type Answer<T> = { readonly status: number; readonly body: T }

export type Api = {
  readonly clientId: string
  /**
   * Calls one operation, retried while its outcome is unknown (`PROCESSING`, 503): the same request
   * returns its result, so retrying is safe.
   *
   * @param path below the version
   * @throws ApiProblem for every other answer above 399
   */
  call<T>(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<T>>
}

const REPEAT_MS = 400
const PATIENCE_MS = 45_000

/** @param basePath path before every operation, with the version */
export function createApi(basePath: string, credentials: PlatformCredentials): Api {
  const { clientId, clientSecret } = credentials
  const authorization = `Basic ${basicToken(`${clientId}:${clientSecret}`)}`
  return {
    clientId,
    async call<T>(method: string, path: string, body?: object, headers?: Record<string, string>) {
      const request = {
        method,
        headers: {
          authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      const deadline = performance.now() + PATIENCE_MS
      for (;;) {
        const { answer, isKnown } = await once<T>(`${basePath}${path}`, request)
        if (isKnown) return answer
        if (performance.now() > deadline) {
          const reason = 'It is still under way; look again later.'
          throw new ApiProblem(answer.status, 'PROCESSING', reason)
        }
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
      }
    },
  }
}

async function once<T>(
  url: string,
  request: RequestInit,
): Promise<{ answer: Answer<T>; isKnown: boolean }> {
  // `omit`: a 401 must reach us, not open the browser's own password window.
  const response = await fetch(url, { ...request, credentials: 'omit' }).catch(() => {
    throw new ApiProblem(0, 'NETWORK', 'The API cannot be reached.')
  })
  const text = await response.text()
  const body = text === '' ? {} : JSON.parse(text)
  const { status } = response
  if (status >= 400 && status !== 503) {
    const seconds = Number(response.headers.get('Retry-After') ?? '') || undefined
    throw new ApiProblem(status, String(body.code), String(body.reason), seconds)
  }
  // A quote that is PROCESSING is an answer; it has an id.
  const isUnderWay = body.status === 'PROCESSING' && body.id === undefined
  return { answer: { status, body }, isKnown: status !== 503 && !isUnderWay }
}

function basicToken(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

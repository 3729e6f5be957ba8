/** Sends requests to the public API: Basic authentication, errors with their code, retries. */
import { bodyOf } from './body.ts'
import { ApiProblem } from './problem.ts'
import type { ApiRequest } from './request.ts'

export type Credentials = { readonly clientId: string; readonly clientSecret: string }

export type SendOptions = {
  readonly signal?: AbortSignal
  /** Called with every answer, those of repeated attempts too. */
  readonly onAnswer?: (answer: Answer) => void
}

/** @see SendOptions. Status 0: nobody answered. */
export type Answer = { readonly status: number; readonly body: unknown }

export type Api = {
  /**
   * Sends one request, retried while its outcome is unknown (`PROCESSING`, 503) and a repeat does
   * nothing twice: each attempt has the same `Idempotency-Key`, where the operation takes one.
   *
   * @throws ApiProblem for every other answer above 399
   */
  send<T>(request: ApiRequest<T>, options?: SendOptions): Promise<T>
}

const REPEAT_MS = 400
const PATIENCE_MS = 45_000

/** @param basePath path before every operation, with the version */
export function createApi(basePath: string, { clientId, clientSecret }: Credentials): Api {
  const authorization = `Basic ${base64(`${clientId}:${clientSecret}`)}`
  return {
    async send<T>(request: ApiRequest<T>, { signal, onAnswer }: SendOptions = {}) {
      const { method, path, body } = request
      const init: RequestInit = {
        method,
        headers: {
          authorization,
          ...(request.takesKey && { 'idempotency-key': crypto.randomUUID() }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }
      // A poll is repeated by who polls: it shows what is wrong meanwhile.
      const deadline = performance.now() + (method === 'GET' ? 0 : PATIENCE_MS)
      for (;;) {
        const { status, body: answered, problem } = await once(`${basePath}${path}`, init)
        onAnswer?.({ status, body: answered })
        if (problem === undefined) return answered as T
        const isOver = performance.now() >= deadline
        if (isOver || !isRepeatable(request, problem)) throw problem
        await new Promise((resolve) =>
          setTimeout(resolve, (problem.retryAfterSeconds ?? 0) * 1_000 || REPEAT_MS),
        )
      }
    },
  }
}

/**
 * Whether the same request may be sent again. After a lost connection, and after a 503 that names no time to
 * wait, a POST without a key may have made what a repeat would make once more.
 */
function isRepeatable({ method, takesKey, headers }: ApiRequest, problem: ApiProblem): boolean {
  if (!problem.isTemporary) return false
  if (method !== 'POST' || takesKey || headers?.['Request-Id'] !== undefined) return true
  const { status, retryAfterSeconds } = problem
  return status !== 0 && (status !== 503 || retryAfterSeconds !== undefined)
}

type Outcome = Answer & { readonly problem?: ApiProblem }

async function once(url: string, init: RequestInit): Promise<Outcome> {
  // `omit`: a 401 must reach us, not open the browser's own password window.
  const response = await fetch(url, { ...init, credentials: 'omit' }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    return undefined
  })
  if (response === undefined) {
    return { status: 0, body: undefined, problem: ApiProblem.unreachable() }
  }
  const body = await bodyOf(response)
  const { status } = response
  if (response.ok && !isUnderWay(response, body)) return { status, body }
  return { status, body, problem: ApiProblem.of(response, body) }
}

/** A quote that is PROCESSING is an answer; it has an id. */
function isUnderWay({ status }: Response, body: unknown): boolean {
  if (status !== 202 || typeof body !== 'object' || body === null) return false
  return 'status' in body && body.status === 'PROCESSING' && !('id' in body)
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

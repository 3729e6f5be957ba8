/** Sends requests to the public API: Basic authentication, errors with their code, retries. */
import { isProcessing, type RetryOptions, sendUntilFinal } from '../../client/backend/retry.ts'
import { bodyOf } from './body.ts'
import { ApiProblem } from './problem.ts'
import type { ApiRequest } from './request.ts'
import type { Settings } from './settings.ts'

export type Credentials = { readonly clientId: string; readonly clientSecret: string }

export type SendOptions = {
  readonly signal?: AbortSignal
  /** Called with every answer, those of repeated attempts too. */
  readonly onAnswer?: (answer: Answer) => void
}

/** @see SendOptions. Status 0: there was no answer. */
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

/** A person waits at the page: after three quarters of a minute it says what is under way. */
const patience = { retriesMax: 7, waitMaxMs: 15_000, processingMax: 15 }
/** A poll is repeated by who polls: it shows what is wrong meanwhile. */
const none = { retriesMax: 0, waitMaxMs: 0, processingMax: 0 }

type ApiSettings = Pick<Settings, 'basePath' | 'keyedOperations'>

export function createApi(
  { basePath, keyedOperations }: ApiSettings,
  { clientId, clientSecret }: Credentials,
): Api {
  const authorization = `Basic ${base64(`${clientId}:${clientSecret}`)}`
  return {
    async send<T>(asked: ApiRequest<T>, { signal, onAnswer }: SendOptions = {}) {
      const { method, path, body, operation = '' } = asked
      const request = new Request(new URL(`${basePath}${path}`, location.href), {
        method,
        headers: {
          authorization,
          // Its own reads are left out of the request log by a filter.
          'x-client': 'dashboard',
          ...(keyedOperations.includes(operation) && { 'idempotency-key': crypto.randomUUID() }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...asked.headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        // A 401 must reach us, not open the browser's own password window.
        credentials: 'omit',
      })
      const options: RetryOptions = {
        ...(method === 'GET' ? none : patience),
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        async fetch(attempt) {
          const response = await fetch(attempt)
          if (onAnswer !== undefined) {
            onAnswer({ status: response.status, body: await bodyOf(response.clone()) })
          }
          return response
        },
      }
      const response = await sendUntilFinal(request, options).catch((error: unknown) => {
        if (signal?.aborted) throw error
        onAnswer?.({ status: 0, body: undefined })
        throw ApiProblem.unreachable()
      })
      const answered = await bodyOf(response)
      if (!response.ok || isProcessing(answered)) throw ApiProblem.of(response, answered)
      return answered as T
    },
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

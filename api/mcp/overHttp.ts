/** Requests of tools, sent to a running API. */
import { fetch } from 'undici'
import type { ApiAnswer, CallApi } from './request.ts'

/** Longer than any operation takes. */
const TIMEOUT_MS = 40_000

const away: ApiAnswer = {
  status: 503,
  body: { code: 'SERVICE_UNAVAILABLE', reason: 'The service does not answer now.' },
  isReplay: false,
}

/**
 * @param baseUrl with the version: `http://127.0.0.1:8080/2025-10-13`
 * @param onfault gets why the API gave no answer: the model learns only that it may call again
 */
export function overHttp(
  baseUrl: string,
  token: string,
  onfault: (error: unknown) => void,
): CallApi {
  return async ({ method, path, body, headers }) => {
    try {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...headers,
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        body: text === '' ? undefined : JSON.parse(text),
        isReplay: answer.headers.get('Idempotent-Replayed') === 'true',
      }
    } catch (error) {
      onfault(error)
      return away
    }
  }
}

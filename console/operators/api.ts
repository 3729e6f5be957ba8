/** The operators' API from their pages: the session's cookie, and errors with their code. */
import type { Answer, Api } from '../lib/api.ts'
import { bodyOf } from '../lib/body.ts'
import { ApiProblem } from '../lib/problem.ts'
import { queryText } from '../lib/queryText.ts'
import type { ApiRequest } from '../lib/request.ts'

/** Asks for something below `/api`. Members of the query that are undefined or empty are left out. */
export function read<T>(
  path: string,
  query: Readonly<Record<string, unknown>> = {},
): ApiRequest<T> {
  return { method: 'GET', path: `${path}${queryText(query)}` }
}

export function write<T>(path: string, body: object): ApiRequest<T> {
  return { method: 'POST', path, body }
}

/**
 * Sends each request once, whatever comes of it: a decision whose answer is lost may have been taken, and a person
 * looks before it is taken again. A poll is repeated by who polls.
 *
 * @param onSessionEnd called where the session is not valid any more
 */
export function createOperatorApi(onSessionEnd: () => void): Api {
  return {
    async send<T>(request: ApiRequest<T>, { signal, onAnswer }: SendOptions = {}) {
      const { body, response } = await once(request, signal)
      onAnswer?.({ status: response.status, body })
      if (response.ok) return body as T
      if (response.status === 401) onSessionEnd()
      throw ApiProblem.of(response, body)
    },
  }
}

type SendOptions = NonNullable<Parameters<Api['send']>[1]>

/** @throws ApiProblem with status 0 where there is no answer */
async function once(
  { method, path, body }: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly response: Response; readonly body: Answer['body'] }> {
  const init: RequestInit = {
    method,
    // With it a request of another origin would have to be asked for first.
    headers: { 'x-operators': '1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  try {
    const response = await fetch(`/api${path}`, init)
    return { response, body: await bodyOf(response) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw ApiProblem.unreachable()
  }
}

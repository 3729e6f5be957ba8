/**
 * A platform's backend, or an agent: HTTP with credentials, nothing more. For the demo, bench and
 * tests.
 */
import { fetch } from 'undici'

export type Answer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  // The caller knows what it asked for; nothing here checks it.
  readonly body: Record<string, unknown>
}

export type ApiClient = {
  readonly baseUrl: string
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string | undefined>>,
  ): Promise<Answer>
}

export type Credentials = { readonly clientId: string; readonly clientSecret: string }

/** @param baseUrl with the version: `http://127.0.0.1:8080/2025-10-13` */
export function createApiClient(baseUrl: string, credentials: Credentials): ApiClient {
  const { clientId, clientSecret } = credentials
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return authorizedClient(baseUrl, `Basic ${basic}`)
}

/** @param accessToken of an agent */
export function createAgentClient(baseUrl: string, accessToken: string): ApiClient {
  return authorizedClient(baseUrl, `Bearer ${accessToken}`)
}

/** @param authorization undefined: none is sent */
export function authorizedClient(baseUrl: string, authorization: string | undefined): ApiClient {
  return {
    baseUrl,
    async call(method, path, body, headers = {}) {
      const given = Object.entries(headers).filter(([, value]) => value !== undefined)
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(Object.fromEntries(given) as Record<string, string>),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      }
    },
  }
}

/** An answer that was not the expected one, with what it said. */
export class UnexpectedAnswer extends Error {
  constructor(what: string, answer: Answer) {
    super(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
}

/** @throws UnexpectedAnswer unless the status is the expected one */
export function expectStatus(what: string, answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new UnexpectedAnswer(what, answer)
  return answer
}

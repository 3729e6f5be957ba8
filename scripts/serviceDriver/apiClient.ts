/**
 * A platform's backend, or an agent: HTTP with credentials, nothing more. For the demo, bench and
 * tests.
 */
import { channel } from 'node:diagnostics_channel'
import { FormData, fetch } from 'undici'

/** The diagnostics channel on which each answer is published as `ShownAnswer`. */
export const ANSWERS = 'embedded-wallet-payments:answers'

export type ShownAnswer = {
  readonly method: string
  /** With its query, without the version. */
  readonly path: string
  readonly status: number
  readonly body: unknown
}

const answers = channel(ANSWERS)

export type Answer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  // The caller knows what it asked for; nothing here checks it.
  readonly body: Record<string, unknown>
}

export type ApiClient = {
  readonly baseUrl: string
  /** @param body sent as JSON; a FormData as a form */
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

/** @param authorization undefined if none is sent */
export function authorizedClient(baseUrl: string, authorization: string | undefined): ApiClient {
  return {
    baseUrl,
    async call(method, path, body, headers = {}) {
      const isForm = body instanceof FormData
      const given = Object.entries(headers).filter(([, value]) => value !== undefined)
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(Object.fromEntries(given) as Record<string, string>),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      const shown = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
      answers.publish({ method, path, status: answer.status, body: shown } satisfies ShownAnswer)
      return { status: answer.status, headers: answer.headers, body: shown }
    },
  }
}

/** A form with one file. Fields that are undefined are left out. */
export function formOf(
  fields: Readonly<Record<string, string | undefined>>,
  file: { readonly name: string; readonly content: string | Uint8Array },
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value)
  }
  form.append('file', new Blob([file.content as never]), file.name)
  return form
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

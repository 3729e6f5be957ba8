/** Calls to the bank: no redirects, a limit for the whole call and for the answer, nothing repeated by itself. */
import { Agent, request } from 'undici'
import { RailError } from '../payoutRail/index.ts'
import { problemIn } from './wire.ts'

export type Answer = { readonly status: number; readonly body: unknown }

export type Http = {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>
  /** @param body the very bytes */
  post(path: string, body?: string, key?: string): Promise<Answer>
  patch(path: string, body: object): Promise<Answer>
  close(): Promise<void>
}

const CONNECTIONS_MAX = 32
const ANSWER_BYTES_MAX = 4_000_000

/** @param timeoutMs for a whole call, connection and answer included */
export function createHttp(baseUrl: string, apiKey: string, timeoutMs: number): Http {
  const base = baseUrl.replace(/\/+$/, '')
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connectTimeout: timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  })

  async function call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    sent: { readonly body?: string | undefined; readonly key?: string | undefined } = {},
  ): Promise<Answer> {
    const { body, key } = sent
    try {
      // `request`, the library's lower layer under `fetch`, follows no redirect.
      const response = await request(`${base}${path}`, {
        ...{ method, dispatcher: agent, signal: AbortSignal.timeout(timeoutMs) },
        headers: {
          ...{ accept: 'application/json', authorization: `Bearer ${apiKey}` },
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body }),
      })
      const text = await response.body.text()
      const { statusCode: status } = response
      return { status, body: bodyOf(status, text) }
    } catch (cause) {
      // A cause may hold what was sent: only its name is kept.
      const { code, name } = cause as { code?: string; name?: string }
      throw new RailError('UNAVAILABLE', `no answer from the bank: ${code ?? name ?? 'error'}`)
    }
  }

  return {
    get: (path, query) => call('GET', query ? `${path}?${new URLSearchParams(query)}` : path),
    post: (path, body, key) => call('POST', path, { body, key }),
    patch: (path, body) => call('PATCH', path, { body: JSON.stringify(body) }),
    close: () => agent.close(),
  }
}

/** @throws SyntaxError where an answer that is no error is no JSON */
function bodyOf(status: number, text: string): unknown {
  if (status >= 200 && status < 300) return JSON.parse(text)
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** What an answer is that is neither what was asked for nor a refusal: the outcome is not known. */
export function unavailable(what: string, { status, body }: Answer): RailError {
  const { type } = problemIn(body)
  return new RailError(
    'UNAVAILABLE',
    `${what}: the bank answered ${status}${type ? ` ${type}` : ''}`,
    {
      httpStatus: status,
    },
  )
}

/** The object of an answer. @throws RailError UNAVAILABLE */
export function required<Shape>(
  what: string,
  answer: Answer,
  read: (body: unknown) => Shape | undefined,
): Shape {
  const shape = answer.status === 200 ? read(answer.body) : undefined
  if (shape === undefined) throw unavailable(what, answer)
  return shape
}

/** Undefined if there is none. @throws RailError UNAVAILABLE */
export function found<Shape>(
  what: string,
  answer: Answer,
  read: (body: unknown) => Shape | undefined,
): Shape | undefined {
  const isNone = answer.status === 404 && problemIn(answer.body).type === 'object_not_found_error'
  return isNone ? undefined : required(what, answer, read)
}

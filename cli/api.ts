/** The operators' API, as commands call it. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Failure } from './failure.ts'

export type Api = {
  /** @throws Failure */
  get<Answer = Row>(path: string, query?: Query): Promise<Answer>
  /** Never sent twice. @throws Failure */
  post<Answer = Row>(path: string, body: object): Promise<Answer>
  /** @throws Failure */
  remove(path: string): Promise<void>
}

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>
/** What is printed as it came. */
export type Row = Readonly<Record<string, unknown>>

const TIMEOUT_MS = 30_000

/**
 * The API at an address. By `node:http`: to load `fetch` takes half the time of a command. Redirects are not followed.
 *
 * @param token of an operator; none: who signs in has none yet @throws Failure USAGE for what is no token
 */
export function createApi(url: string, token?: string): Api {
  // Never as an error's text: what is wrong with a header would quote it.
  if (token !== undefined && !/^[\w-]{1,128}$/.test(token))
    throw new Failure('USAGE', 'That is no token of an operator.')
  const send = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const text = body && JSON.stringify(body)
    const answered = await answerOf(new URL(`/api${path}`, url), {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
      },
      text,
    }).catch((error: unknown) => {
      throw new Failure('FAILED', `${url} gave no answer (${causeOf(error)}). ${unknownOf(method)}`)
    })
    if (answered.status === 204) return undefined as Answer
    if (answered.status >= 200 && answered.status < 300) {
      return parsed(answered, { url, method }) as Answer
    }
    throw failureOf(answered, problemIn(answered.text), method)
  }
  return {
    get: (path, query = {}) => send('GET', `${path}${queryText(query)}`),
    post: (path, body) => send('POST', path, body),
    remove: (path) => send('DELETE', path),
  }
}

type Answered = {
  readonly status: number
  readonly type: string | undefined
  readonly text: string
}

type Asked = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
}

/** The whole answer. @throws Error when there is none, or it is cut off, or it takes too long */
function answerOf(url: URL, { method, headers, text }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = send(url, { method, headers, signal }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'],
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    request.once('error', reject)
    request.end(text)
  })
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

type Problem = {
  readonly code?: string
  readonly reason?: string
  readonly details?: {
    readonly state?: unknown
    readonly errors?: readonly { readonly field: string; readonly message: string }[]
  }
}

function parsed(
  { text, type = 'nothing' }: Answered,
  { url, method }: { readonly url: string; readonly method: string },
): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const wrong = `${url} answered with what is no answer of the operators' API (${type}).`
    throw new Failure('FAILED', `${wrong} ${unknownOf(method)}`)
  }
}

function problemIn(text: string): Problem {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return {}
  }
}

function failureOf({ status }: Answered, problem: Problem, method: string): Failure {
  const reason = problem.reason ?? `It answered ${status}.`
  switch (status) {
    case 400: {
      const errors = problem.details?.errors ?? []
      const fields = errors.map(({ field, message }) => `${field || 'the request'} ${message}`)
      return new Failure('USAGE', fields.length === 0 ? reason : `Not taken: ${fields.join('; ')}.`)
    }
    case 401:
      return new Failure('NO_PERMISSION', `The token is not accepted. ${reason}`)
    case 403:
      return new Failure('NO_PERMISSION', reason)
    case 404:
      return new Failure('NOT_FOUND', reason)
    case 409: {
      const isChanged = problem.details?.state !== undefined
      return new Failure(isChanged ? 'CHANGED' : 'REFUSED', reason)
    }
    case 429:
      return new Failure('FAILED', `${reason} Nothing was done.`)
    case 501:
      return new Failure('REFUSED', reason)
    default:
      return status < 500
        ? new Failure('REFUSED', reason)
        : new Failure('FAILED', `${reason} (${status}) ${unknownOf(method)}`.trim())
  }
}

/** A decision is sent once: what became of it is looked up. */
function unknownOf(method: string): string {
  if (method === 'GET') return ''
  return 'Whether it was done is not known: look at it (decision list) before you try again.'
}

function causeOf(error: unknown): string {
  const { code, name, message } = error as Error & { readonly code?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError') return `none within ${TIMEOUT_MS / 1_000} s`
  return typeof code === 'string' ? code : message
}

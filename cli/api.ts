/** The operators' API, as commands call it. */
import { Failure } from './failure.ts'

export type Api = {
  /** @throws Failure */
  get<Answer = Row>(path: string, query?: Query): Promise<Answer>
  /** Never sent twice. @throws Failure */
  post<Answer = Row>(path: string, body: object): Promise<Answer>
}

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>
/** What is printed as it came. */
export type Row = Readonly<Record<string, unknown>>

const TIMEOUT_MS = 30_000

/** @param token of an operator */
export function createApi(url: string, token: string): Api {
  const send = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(new URL(`/api${path}`, url), {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Failure('FAILED', `${url} gave no answer (${causeOf(error)}). ${unknownOf(method)}`)
    })
    const text = await response.text().catch((error: unknown) => {
      const cut = `The answer of ${url} was cut off (${causeOf(error)}).`
      throw new Failure('FAILED', `${cut} ${unknownOf(method)}`)
    })
    if (response.ok) return parsed(text, response, { url, method }) as Answer
    throw failureOf(response, problemIn(text), method)
  }
  return {
    get: (path, query = {}) => send('GET', `${path}${queryText(query)}`),
    post: (path, body) => send('POST', path, body),
  }
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
  text: string,
  response: Response,
  { url, method }: { readonly url: string; readonly method: string },
): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const what = response.headers.get('content-type') ?? 'nothing'
    const wrong = `${url} answered with what is no answer of the operators' API (${what}).`
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

function failureOf({ status }: Response, problem: Problem, method: string): Failure {
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
  const { cause, message, name } = error as Error
  const code = (cause as { code?: unknown } | undefined)?.code
  if (typeof code === 'string') return code
  return name === 'TimeoutError' ? `none within ${TIMEOUT_MS / 1_000} s` : message
}

/** A platform's backend, or an agent: every operation typed by the service's document. */
import createApi, { type Client as Api, type Middleware } from 'openapi-fetch'
import { ApiError } from './errors.ts'
import { hasInexactInteger } from './exactness.ts'
import { IgnoredFieldsWarning, warnOnce } from './ignoredFields.ts'
import { type ItemOf, type ListPath, type ListQuery, pages } from './pages.ts'
import { type RetryOptions, sendUntilFinal } from './retry.ts'
import { keyedOperations, type paths } from './schema.ts'

export type ClientOptions = {
  /** With the version: `https://api.example.com/2025-10-13`. */
  readonly baseUrl: string
  /** Whether members that the service does not know are refused (`Prefer: handling=strict`). Useful in tests. */
  readonly isStrict?: boolean
  /** Gets each answer that names ignored members; without it the process warns of each once. */
  readonly onIgnoredFields?: (warning: IgnoredFieldsWarning) => void
} & Credentials &
  Partial<RetryOptions>

/** A platform's token, or the access token of an agent. */
export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly accessToken: string }

export type Client = {
  /**
   * The operations by method and path. Each returns `{ data, response }` or throws ApiError, and
   * RangeError for an integer that JavaScript would round; errors of `fetch` itself are thrown
   * unchanged.
   */
  readonly api: Api<paths>
  /** Iterates over every item of a list; pages are fetched as needed. */
  each<Path extends ListPath>(path: Path, query?: ListQuery<Path>): AsyncGenerator<ItemOf<Path>>
}

/**
 * A client of one platform in one environment, or of one agent. It authenticates, adds an `Idempotency-Key` where
 * none is given, retries what is safe to retry, and polls while a response is `PROCESSING`.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, isStrict = false, onIgnoredFields = warnOnce(), ...given } = options
  const repeat: RetryOptions = { ...defaults, ...given }
  const authorization = authorizationOf(options)
  const api = createApi<paths>({
    baseUrl,
    headers: { authorization, ...(isStrict && { Prefer: 'handling=strict' }) },
    fetch: (request) => sendUntilFinal(request, repeat),
  })
  api.use(manners, ignoredFieldsTo(onIgnoredFields))
  return { api, each: (path, query) => pages(api, path, query) }
}

function authorizationOf(credentials: Credentials): string {
  if ('accessToken' in credentials) return `Bearer ${credentials.accessToken}`
  const { clientId, clientSecret } = credentials
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
}

const defaults: RetryOptions = {
  retriesMax: 2,
  waitMaxMs: 10_000,
  processingMax: 60,
  fetch: (request) => fetch(request),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

const manners: Middleware = {
  onRequest({ request, schemaPath }) {
    const takesKey = keyedOperations.has(`${request.method} ${schemaPath}`)
    if (takesKey && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    }
    return request
  },
  async onResponse({ response }) {
    if (!response.ok) throw await ApiError.of(response)
    const isJson = response.headers.get('Content-Type')?.includes('json') === true
    if (isJson && hasInexactInteger(await response.clone().text())) {
      throw new RangeError('the response has an integer beyond 2^53, which would be rounded')
    }
  },
}

/** Warns of ignored members, with refusals too: the member that is missing may be the one that was misspelt. */
function ignoredFieldsTo(warn: (warning: IgnoredFieldsWarning) => void): Middleware {
  return {
    onResponse({ request, schemaPath, response }) {
      const header = response.headers.get('Ignored-Fields')
      if (header === null) return
      const requestId = response.headers.get('X-Request-Id') ?? undefined
      warn(new IgnoredFieldsWarning(`${request.method} ${schemaPath}`, header, requestId))
    },
  }
}

/** Whether an answer is the first one of its `Idempotency-Key`, given again: nothing was done this time. */
export function isReplayed({ response }: { readonly response: Response }): boolean {
  return response.headers.get('Idempotent-Replayed') === 'true'
}

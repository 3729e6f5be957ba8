/** A GET to a feed: bounded in time and size, over TLS, without redirects, and without a trace of its key. */
import { Agent, request } from 'undici'
import { RateFeedError, type Validators } from './source.ts'

const ANSWER_BYTES_MAX = 262_144
const CONNECTIONS_MAX = 4

export type Answer = { readonly text: string; readonly validators: Validators }

export type Exchange = {
  /**
   * @returns undefined for 304
   * @throws RateFeedError
   */
  get(
    url: URL,
    known?: Validators,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer | undefined>
  close(): Promise<void>
}

/** @param timeoutMs for a whole call, connection and answer included */
export function openExchange(timeoutMs: number): Exchange {
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  })
  return {
    async get(url, known = {}, headers = {}) {
      let status: number
      let text: string
      let validators: Validators
      try {
        const response = await request(url, {
          dispatcher: agent,
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            // Compressed, a small answer could become a large one.
            'accept-encoding': 'identity',
            ...headers,
            ...(known.etag !== undefined && { 'if-none-match': known.etag }),
            ...(known.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
          },
        })
        status = response.statusCode
        text = await response.body.text()
        validators = validatorsOf(response.headers)
      } catch (cause) {
        const { code, name } = cause as { code?: unknown; name?: string }
        throw new RateFeedError(
          'UNAVAILABLE',
          `no answer (${typeof code === 'string' ? code : name})`,
        )
      }
      if (status === 304) return undefined
      if (status === 200) return { text, validators }
      throw refusalOf(status)
    },
    close: () => agent.close(),
  }
}

function refusalOf(status: number): RateFeedError {
  if (status === 429) return new RateFeedError('LIMITED', 'the plan’s limit is reached (429)')
  if (status === 401 || status === 403) {
    return new RateFeedError('REFUSED', `the key is not accepted (${status})`)
  }
  return new RateFeedError('UNAVAILABLE', `the feed answered ${status}`)
}

const VALIDATOR_LENGTH_MAX = 200

function validatorsOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Validators {
  const of = (name: string): string | undefined => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= VALIDATOR_LENGTH_MAX ? value : undefined
  }
  const [etag, lastModified] = [of('etag'), of('last-modified')]
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) }
}

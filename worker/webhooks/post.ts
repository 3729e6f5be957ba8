/** One POST to a receiver, and its result. */

import { request } from 'undici'
import type { Environment } from '../../contract/outsideParties.ts'
import { reachOf } from '../../contract/webhookEndpoint.ts'
import { AddressRefused, guardedAgent, guardedUrl } from '../../providers/guardedConnections.ts'

export type PostResult = {
  /** HTTP status of the response; undefined without one. */
  readonly status: number | undefined
  /** The error as one line without addresses or secrets; undefined on success. */
  readonly error: string | undefined
  /** How long the receiver asks to be left alone (`Retry-After`), in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** The receiver has held the exchange to its deadline, also one whose status came before. */
  readonly isTimeout: boolean
  /** The beginning of the response body as text; '' without one. */
  readonly response: string
}

export type PostRequest = {
  readonly endpoint: string
  readonly environment: Environment
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

export type Poster = {
  /** Never throws: every error is part of the result. */
  post(what: PostRequest): Promise<PostResult>
  close(): Promise<void>
}

export type PosterOptions = {
  readonly serviceEnvironment: 'development' | 'production'
  readonly timeoutMs: number
}

/** Bytes of a response that are read before the connection is closed, and bytes that are kept. */
const RESPONSE_MAX_BYTES = 64 * 1024
const RESPONSE_KEPT_BYTES = 16 * 1024

/** Redirects are not followed: they are responses like any other. */
export function createPoster({ serviceEnvironment, timeoutMs }: PosterOptions): Poster {
  const agents = {
    PUBLIC: guardedAgent('PUBLIC', timeoutMs),
    LOCAL: guardedAgent('LOCAL', timeoutMs),
  }
  return {
    async post({ endpoint, environment, body, headers }) {
      const reach = reachOf(environment, serviceEnvironment)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const response = await request(guardedUrl(endpoint, reach), {
          method: 'POST',
          dispatcher: agents[reach],
          headers,
          body,
          signal,
        })
        const beginning = await beginningOf(response.body)
        const { statusCode, headers: sent } = response
        return {
          ...answered(statusCode, beginning, signal.aborted),
          retryAfterMs: retryAfterMsOf(sent),
        }
      } catch (error) {
        return failed(error, timeoutMs)
      }
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  }
}

/** The status decides: a body that stalls or breaks off changes nothing. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      if (bytes < RESPONSE_KEPT_BYTES) kept.push(chunk.subarray(0, RESPONSE_KEPT_BYTES - bytes))
      bytes += chunk.length
      if (bytes > RESPONSE_MAX_BYTES) break
    }
  } catch {
    // What was read before it broke off is kept.
  }
  // PostgreSQL has no U+0000.
  return new TextDecoder().decode(Buffer.concat(kept)).replaceAll('\0', '\uFFFD')
}

function answered(status: number, response: string, isTimeout: boolean): PostResult {
  const isAccepted = status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400 && status !== 304
  const why = isRedirect ? ', a redirect, which is not followed: set the address that answers' : ''
  const error = isAccepted ? undefined : `answered ${status}${why}`
  return { status, error, isTimeout, response }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Seconds, or an instant, which is read by the receiver's own clock where it says its time. */
function retryAfterMsOf({ 'retry-after': given, date }: Headers): number | undefined {
  if (typeof given !== 'string') return undefined
  if (/^\d{1,9}$/.test(given)) return Number(given) * 1_000
  const ms = Date.parse(given) - Date.parse(String(date))
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'])

function failed(error: unknown, timeoutMs: number): PostResult {
  const { name, code } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError' || timeoutCodes.has(String(code))) {
    return unanswered(`no response within ${timeoutMs} ms`, true)
  }
  if (error instanceof AddressRefused) return unanswered(error.message, false)
  const kind = typeof code === 'string' ? code : (name ?? 'error')
  return unanswered(`could not be reached (${kind})`, false)
}

function unanswered(error: string, isTimeout: boolean): PostResult {
  return { status: undefined, error, isTimeout, response: '' }
}

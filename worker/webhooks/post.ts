/** One POST to a receiver, and what came of it. */
import { request } from 'undici'
import { reachOf } from '../../contract/webhookEndpoint.ts'
import { AddressRefused, guardedAgent, guardedUrl } from './address.ts'

export type PostResult = {
  /** HTTP status of the answer; undefined when none came. */
  readonly status: number | undefined
  /** What went wrong, in a line without addresses or secrets; undefined when nothing did. */
  readonly error: string | undefined
  readonly isTimeout: boolean
}

export type PostRequest = {
  readonly endpoint: string
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

export type Poster = {
  /** Never throws: whatever happens to an attempt is its result. */
  post(what: PostRequest): Promise<PostResult>
  close(): Promise<void>
}

export type PosterOptions = {
  readonly serviceEnvironment: 'development' | 'production'
  readonly timeoutMs: number
}

/** What is read of an answer before its connection is cut; nobody looks at it. */
const RESPONSE_MAX_BYTES = 64 * 1024

/** Redirects are answers like any other: nothing here follows them. */
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
        // The status has said all; a body that stalls or breaks off changes nothing.
        await response.body.dump({ limit: RESPONSE_MAX_BYTES, signal }).catch(() => undefined)
        return answered(response.statusCode)
      } catch (error) {
        return failed(error, timeoutMs)
      }
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  }
}

function answered(status: number): PostResult {
  const isAccepted = status >= 200 && status < 300
  return { status, error: isAccepted ? undefined : `answered ${status}`, isTimeout: false }
}

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'])

function failed(error: unknown, timeoutMs: number): PostResult {
  const { name, code } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError' || timeoutCodes.has(String(code))) {
    return { status: undefined, error: `no answer within ${timeoutMs} ms`, isTimeout: true }
  }
  if (error instanceof AddressRefused) {
    return { status: undefined, error: error.message, isTimeout: false }
  }
  const word = typeof code === 'string' ? code : (name ?? 'error')
  return { status: undefined, error: `could not be reached (${word})`, isTimeout: false }
}

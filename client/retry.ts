/** When the same request is sent again, and when not. */
import { retryAfterSecondsOf } from './errors.ts'

export type RetryOptions = {
  /** Times that a request is sent again after 429, 503 or a lost connection. */
  readonly retriesMax: number
  /** A longer `Retry-After` is not waited for: the refusal is thrown, which tells it. */
  readonly waitMaxMs: number
  /** Times that a request is sent again while the answer is `PROCESSING`. */
  readonly processingMax: number
  readonly fetch: (request: Request) => Promise<Response>
  readonly sleep: (ms: number) => Promise<unknown>
}

const FIRST_WAIT_MS = 250
const PROCESSING_WAIT_MAX_MS = 4_000

/**
 * Sends a request until its answer is final. A `429` or `503` has done nothing yet, or tells to
 * send the same again; a lost connection says nothing, so only what can't happen twice is sent
 * again; `200 PROCESSING` is not an answer but a wish to be asked again.
 */
export async function sendUntilFinal(request: Request, options: RetryOptions): Promise<Response> {
  let processing = 0
  for (let retries = 0; ; ) {
    const response = await attempt(request, options, retries)
    if (response === undefined) {
      await options.sleep(backoffMs(retries))
      retries += 1
      continue
    }
    const isBusy = response.status === 429 || response.status === 503
    const waitMs = waitMsOf(response, retries)
    if (isBusy && retries < options.retriesMax && waitMs <= options.waitMaxMs) {
      await options.sleep(waitMs)
      retries += 1
      continue
    }
    if (processing >= options.processingMax || !(await isStillProcessing(response))) {
      return response
    }
    await options.sleep(Math.min(backoffMs(processing), PROCESSING_WAIT_MAX_MS))
    processing += 1
  }
}

/** The answer, or undefined when the connection was lost and the request may be sent again. */
async function attempt(
  request: Request,
  { fetch, retriesMax }: RetryOptions,
  retries: number,
): Promise<Response | undefined> {
  try {
    return await fetch(request.clone())
  } catch (error) {
    if (request.signal.aborted || retries >= retriesMax || !isRepeatable(request)) throw error
    return undefined
  }
}

/** Whether the service takes two of these for one: reads, keyed requests and signed retries. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || headers.has('Idempotency-Key') || headers.has('Request-Id')
}

function waitMsOf(response: Response, retries: number): number {
  const seconds = retryAfterSecondsOf(response)
  return seconds === undefined ? backoffMs(retries) : seconds * 1_000
}

/** Doubles, with a random half, so that many clients do not come back at once. */
function backoffMs(turn: number): number {
  return FIRST_WAIT_MS * 2 ** turn * (0.5 + Math.random() / 2)
}

async function isStillProcessing(response: Response): Promise<boolean> {
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status !== 200 || !type.includes('json')) return false
  return isProcessing(await response.clone().json())
}

/**
 * Whether a body says that a wallet operation is under way. Quotes and transactions have a status of
 * the same name: that one is final, and they have an id.
 */
export function isProcessing(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  return 'status' in body && body.status === 'PROCESSING' && !('id' in body)
}

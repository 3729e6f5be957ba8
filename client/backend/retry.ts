/** When a request is retried, and when not. */
import { retryAfterSecondsOf } from './errors.ts'

export type RetryOptions = {
  /** Retries after 429, 503 or a lost connection. */
  readonly retriesMax: number
  /** A longer `Retry-After` is not waited for: the error is thrown and carries it. */
  readonly waitMaxMs: number
  /** Retries while the response is `PROCESSING`. */
  readonly processingMax: number
  readonly fetch: (request: Request) => Promise<Response>
  readonly sleep: (ms: number) => Promise<unknown>
}

const FIRST_WAIT_MS = 250
const PROCESSING_WAIT_MAX_MS = 4_000

/**
 * Sends a request until its response is final. `429`, and `503` with `Retry-After`, are safe to
 * retry. After any other `503` and after a lost connection the outcome is unknown, so only idempotent
 * requests are retried. `200 PROCESSING` means that the same request must be sent again.
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
    const waitMs = waitMsOf(response, retries)
    if (
      isRetryable(request, response) &&
      retries < options.retriesMax &&
      waitMs <= options.waitMaxMs
    ) {
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

/** The response, or undefined when the connection was lost and the request may be retried. */
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

/** Whether the response asks for the same request again, or allows it. */
function isRetryable(request: Request, { status, headers }: Response): boolean {
  if (status === 503) return headers.has('Retry-After') || isRepeatable(request)
  return status === 429
}

/** Whether a request is idempotent: reads, requests with a key, and signed retries. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || headers.has('Idempotency-Key') || headers.has('Request-Id')
}

function waitMsOf(response: Response, retries: number): number {
  const seconds = retryAfterSecondsOf(response)
  return seconds === undefined ? backoffMs(retries) : seconds * 1_000
}

/** Exponential backoff with jitter, so that many clients do not retry at once. */
function backoffMs(turn: number): number {
  return FIRST_WAIT_MS * 2 ** turn * (0.5 + Math.random() / 2)
}

async function isStillProcessing(response: Response): Promise<boolean> {
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status !== 200 || !type.includes('json')) return false
  return isProcessing(await response.clone().json())
}

/**
 * Whether a body says that a wallet operation is in progress. Quotes and transactions have a status
 * of the same name, but also an id: they are final responses.
 */
export function isProcessing(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  return 'status' in body && body.status === 'PROCESSING' && !('id' in body)
}

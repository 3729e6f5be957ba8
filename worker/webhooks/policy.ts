/**
 * When a webhook is tried again (docs/guides/webhooks.md). Durations are inputs: tests pass
 * milliseconds.
 */

export type WebhookPolicy = {
  /** Timeout of an attempt, from the connection to the end of the response. */
  readonly timeoutMs: number
  /** Delay after the first failed attempt, before jitter; it doubles with each. */
  readonly retryBaseMs: number
  readonly retryMaxMs: number
  /** The longest delay that a receiver can ask for. */
  readonly retryAskedMaxMs: number
  /** Time after the event at which retries stop. */
  readonly giveUpAfterMs: number
}

const MINUTE_MS = 60_000

export const webhookPolicy: WebhookPolicy = {
  timeoutMs: 10_000,
  retryBaseMs: 5_000,
  retryMaxMs: 30 * MINUTE_MS,
  retryAskedMaxMs: 24 * 60 * MINUTE_MS,
  giveUpAfterMs: 7 * 24 * 60 * MINUTE_MS,
}

/** Fraction of each delay that is random, so that deliveries that failed together spread out. */
const JITTER = 0.25

/**
 * Milliseconds from a failed attempt to the next.
 *
 * @param attempt the failed one, counted from 1
 * @param chance in [0, 1)
 * @param askedForMs what the receiver asks for (`Retry-After`): no less, as far as `retryAskedMaxMs`
 */
export function retryDelayMs(
  attempt: number,
  policy: WebhookPolicy,
  chance: number,
  askedForMs = 0,
): number {
  const doubled = Math.min(policy.retryMaxMs, policy.retryBaseMs * 2 ** (attempt - 1))
  const asked = Math.min(askedForMs, policy.retryAskedMaxMs)
  return Math.round(Math.max(asked, doubled * (1 - JITTER * chance)))
}

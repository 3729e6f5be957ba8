/** When a webhook is tried again (docs/guides/webhooks.md). Durations are inputs: tests pass milliseconds. */

export type WebhookPolicy = {
  /** Longest that a receiver may take, connection and headers included. */
  readonly timeoutMs: number
  /** About the wait after the first failed attempt; it doubles with each. */
  readonly retryBaseMs: number
  readonly retryMaxMs: number
  /** After the event: what has not arrived by then is given up. */
  readonly giveUpAfterMs: number
}

const MINUTE_MS = 60_000

export const webhookPolicy: WebhookPolicy = {
  timeoutMs: 10_000,
  retryBaseMs: 5_000,
  retryMaxMs: 30 * MINUTE_MS,
  giveUpAfterMs: 7 * 24 * 60 * MINUTE_MS,
}

/** Part of each wait that is left to chance, so that what failed together does not return together. */
const JITTER = 0.25

/**
 * Milliseconds from a failed attempt to the next.
 *
 * @param attempt the failed one, counted from 1
 * @param chance in [0, 1)
 */
export function retryDelayMs(attempt: number, policy: WebhookPolicy, chance: number): number {
  const doubled = Math.min(policy.retryMaxMs, policy.retryBaseMs * 2 ** (attempt - 1))
  return Math.round(doubled * (1 - JITTER * chance))
}

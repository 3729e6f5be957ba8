/** The retryable failures of calls to outside parties, and which refusals are final. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity'
import { ProviderError } from '../providers/walletProvider/index.ts'
import type { Config } from '../runtime/config.ts'

/** As multiples of OUTSIDE_POLL_MS, which is the shortest delay. */
const LONGEST_DELAY = 20
const LONGEST_AWAITED_DELAY = 4
/** How long a client polls for the result of what a customer has begun. */
const AWAITED_MS = 30_000

type PollSetting = Pick<Config, 'OUTSIDE_POLL_MS'>

/**
 * As long as the activity has waited in all, between limits: the number of its attempts would count failed
 * calls, after which a call that is only pending would be repeated late.
 *
 * @param isAwaited a customer waits for the end, for which the longest delay is shorter at first
 */
export function retryDelayMs(
  waitedMs: number,
  { OUTSIDE_POLL_MS: shortest }: PollSetting,
  isAwaited: boolean,
): number {
  const longest = isAwaited && waitedMs < AWAITED_MS ? LONGEST_AWAITED_DELAY : LONGEST_DELAY
  return Math.min(Math.max(waitedMs, shortest), shortest * longest)
}

function waitedMs(): number {
  const { currentAttemptScheduledTimestampMs: current, scheduledTimestampMs: first } =
    activityInfo()
  return current - first
}

/** Longest time between two looks where the outside party has named the time of the next one: its feed may be late. */
const LOOK_MAX_MS = 3_600_000

/**
 * The outside party has not finished: retry after `retryDelayMs`.
 *
 * @param lookInMs when a look is worth its call, where the party says so: another one sooner is asked for by its feed
 */
export function stillPending(
  what: string,
  config: PollSetting,
  lookInMs?: number,
): ApplicationFailure {
  return pending(
    what,
    lookInMs === undefined
      ? retryDelayMs(waitedMs(), config, false)
      : Math.min(Math.max(lookInMs, config.OUTSIDE_POLL_MS), LOOK_MAX_MS),
  )
}

/** Like `stillPending`, if a customer waits for the end. */
export function awaitedPending(what: string, config: PollSetting): ApplicationFailure {
  return pending(what, retryDelayMs(waitedMs(), config, true))
}

function pending(what: string, nextRetryDelay: number): ApplicationFailure {
  const message = `${what} is pending`
  return ApplicationFailure.create({ type: 'STILL_PENDING', message, nextRetryDelay })
}

/** How long a payout waits while payouts are paused, unless a signal says sooner that they are not any more. */
const PAUSED_RETRY = '10 minutes'

/** Payouts are paused, or what this one pays from or to is frozen: it waits, and costs a call every ten minutes. */
export function payoutsPaused(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'PAYOUTS_PAUSED',
    message: 'payouts are paused, or what it pays from or to is frozen',
    nextRetryDelay: PAUSED_RETRY,
  })
}

/** How long frozen work waits. A release signals payments; other work asks again. */
const FROZEN_RETRY = '1 minute'

/** What it moves, or signs for, is frozen: it waits for the release, and costs a call a minute. */
export function frozen(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'FROZEN',
    message: 'what it pays from or to, or signs for, is frozen',
    nextRetryDelay: FROZEN_RETRY,
  })
}

/** No usable response: the outcome is unknown, retry with the same bytes by the activity's policy. */
export function unknownOutcome(what: string, cause: unknown): ApplicationFailure {
  return ApplicationFailure.create(unknown(what, cause))
}

/** Like `unknownOutcome`, if a customer waits for the end: retry after `retryDelayMs`. */
export function awaitedUnknownOutcome(
  what: string,
  cause: unknown,
  config: PollSetting,
): ApplicationFailure {
  const nextRetryDelay = retryDelayMs(waitedMs(), config, true)
  return ApplicationFailure.create({ ...unknown(what, cause), nextRetryDelay })
}

function unknown(what: string, cause: unknown) {
  const kind = cause instanceof Error ? cause.message : 'no answer'
  return { type: 'OUTCOME_UNKNOWN', message: `${what}: ${kind}` }
}

/** Whether the provider itself refused this body permanently. */
export function isFinalRefusal(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    ['REFUSED', 'UNAUTHORIZED', 'NOT_FOUND', 'LIMIT_REACHED'].includes(error.kind)
  )
}

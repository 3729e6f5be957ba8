/** The retryable failures of calls to outside parties, and which refusals are final. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity'
import { ProviderError } from '../providers/walletProvider/index.ts'
import type { Config } from '../runtime/config.ts'

/** Delays between polls, as multiples of the first. */
const POLL_GAPS = [1, 2, 4, 10]
const POLL_GAP_LAST = 20

/** The outside party has not finished: retry by the schedule above. */
export function stillPending(
  what: string,
  { OUTSIDE_POLL_MS: firstMs }: Pick<Config, 'OUTSIDE_POLL_MS'>,
): ApplicationFailure {
  const gap = firstMs * (POLL_GAPS[activityInfo().attempt - 1] ?? POLL_GAP_LAST)
  return ApplicationFailure.create({
    type: 'STILL_PENDING',
    message: `${what} is pending`,
    nextRetryDelay: gap,
  })
}

/** No usable response: the outcome is unknown, retry with the same bytes. */
export function unknownOutcome(what: string, cause: unknown): ApplicationFailure {
  const kind = cause instanceof Error ? cause.message : 'no answer'
  return ApplicationFailure.create({ type: 'OUTCOME_UNKNOWN', message: `${what}: ${kind}` })
}

/** Whether the provider itself refused this body permanently. */
export function isFinalRefusal(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    ['REFUSED', 'UNAUTHORIZED', 'NOT_FOUND', 'LIMIT_REACHED'].includes(error.kind)
  )
}

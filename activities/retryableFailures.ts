/** What calls to outside parties share: when to ask again, and when a no is final. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity'
import { ProviderError } from '../providers/walletProvider/index.ts'
import type { Config } from '../runtime/config.ts'

/** Looks at something that is still pending, each so many times as late as the first. */
const POLL_GAPS = [1, 2, 4, 10]
const POLL_GAP_LAST = 20

/** Nothing is wrong, the other side is not done: ask again by the schedule above. */
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

/** No answer, or one that says nothing: the outcome is unknown, ask again with the same bytes. */
export function unknownOutcome(what: string, cause: unknown): ApplicationFailure {
  const kind = cause instanceof Error ? cause.message : 'no answer'
  return ApplicationFailure.create({ type: 'OUTCOME_UNKNOWN', message: `${what}: ${kind}` })
}

/** Whether the provider itself said no, for good, to this very body. */
export function isFinalRefusal(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    ['REFUSED', 'UNAUTHORIZED', 'NOT_FOUND', 'LIMIT_REACHED'].includes(error.kind)
  )
}

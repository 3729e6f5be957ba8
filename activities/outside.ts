/** What calls to outside parties share: when to ask again, and when a no is final. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity'
import { ProviderError } from '../wallet/client/index.ts'

/** Milliseconds until the next look at something that is still pending; the last one repeats. */
const POLL_GAPS_MS = [500, 1_000, 2_000, 5_000, 10_000]

/** Nothing is wrong, the other side is not done: ask again by the schedule above. */
export function stillPending(what: string): ApplicationFailure {
  const gap = POLL_GAPS_MS[activityInfo().attempt - 1] ?? POLL_GAPS_MS.at(-1) ?? 10_000
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

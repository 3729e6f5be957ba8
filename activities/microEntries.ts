/** Micro-entries: two credits below one US dollar by which an account is validated. No answer of an activity has their amounts. */
import { ApplicationFailure } from '@temporalio/activity'
import type { ValidationAnswer } from '../db/validationFunctions.ts'
import { microEntryReport } from '../providers/payoutRail/index.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { createRailOrders } from './payments/railOrders.ts'
import { payoutsPaused } from './retryableFailures.ts'

const NUMBERS = [1, 2] as const

/** Calls to the rail. */
export function createMicroEntryCalls(dependencies: ActivityDependencies) {
  const { database } = dependencies
  const { awaitEnd } = createRailOrders(dependencies)

  /** The reference is the rail's idempotency key; silence is never an end. */
  async function awaitEntry(accountId: string, number: number): Promise<void> {
    const { action, ...call } = await database.call('prepare_micro_entry', accountId, number)
    if (action === 'WAIT') throw payoutsPaused()
    const payout = await awaitEnd('micro-entry', { action, ...call })
    if (payout === undefined) return
    const { environment, reference, provider } = call
    const reported = microEntryReport(provider, payout)
    await database.call('book_micro_entry', environment, reference, payout.state, reported)
  }

  return {
    /**
     * Has the rail carry both entries of an account, beside each other, and books the end of each. Of those that have settled it
     * looks whether they have come back.
     *
     * @throws ApplicationFailure while one has no end
     */
    async awaitEntries(accountId: string): Promise<ValidationAnswer> {
      const ends = await Promise.allSettled(NUMBERS.map((number) => awaitEntry(accountId, number)))
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      // The one that has an end, or is asked about, first.
      failures.sort((a, b) => waitOf(a) - waitOf(b))
      if (failures.length > 0) throw failures[0]
      return { word: 'ENTRIES' }
    },
  }
}

/** Milliseconds until it is worth another attempt; none for what does not say it. */
function waitOf(failure: unknown): number {
  const delay = failure instanceof ApplicationFailure ? failure.nextRetryDelay : undefined
  return typeof delay === 'number' ? delay : delay === undefined ? 0 : Number.MAX_SAFE_INTEGER
}

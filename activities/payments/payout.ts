/** The payout: submitted once, polled until the rail reports a final state. */
import type { ActivityDependencies } from '../dependencies.ts'
import { payoutsPaused } from '../retryableFailures.ts'
import { cancelled, collectionReturned, type PaymentOutcome } from './outcome.ts'
import { createRailOrders, outcomeOf } from './railOrders.ts'

export function createPayoutCalls(dependencies: ActivityDependencies) {
  const { database } = dependencies
  const { awaitFinalState } = createRailOrders(dependencies)
  return {
    /**
     * Submits the payout and polls until the rail reports a final state; stops it where the payment
     * is to be stopped. The transaction's id is the rail's idempotency key. Missing responses,
     * timeouts, 5xx and a reference that the rail does not know are never a failure. While payouts are
     * paused, one that has not left waits.
     */
    async payOut({ paymentId }: { paymentId: string }): Promise<PaymentOutcome> {
      const call = await database.call('prepare_payout', paymentId)
      if (call.action === 'WAIT') throw payoutsPaused()
      const payout = await awaitFinalState('payout', call)
      if (payout === undefined) return call.isCollectionReturned ? collectionReturned : cancelled
      const end = outcomeOf(payout)
      if (end.state === 'SETTLED') return end
      // Recorded as paid by an operator, whom the rail contradicts.
      if (call.isUnconfirmed) await database.call('reverse_payout', paymentId, end.reason)
      return call.isCollectionReturned ? collectionReturned : end
    },
  }
}

/** The payout: submitted once, polled until the rail reports a final state, and booked. */
import type { ActivityDependencies } from '../dependencies.ts'
import { cancelled, collectionReturned, type PaymentOutcome } from './outcome.ts'
import { createRailOrders, outcomeOf, requireUnheld } from './railOrders.ts'

export type PayoutOrder = {
  readonly paymentId: string
  /** Whether it books the settlement too; not where an operator has decided. */
  readonly settles: boolean
}

export function createPayoutCalls(dependencies: ActivityDependencies) {
  const { database, outside } = dependencies
  const { awaitFinalState } = createRailOrders(dependencies)

  /** Between the calls to the rail, so that no lock is held during one. */
  async function settled({ paymentId, settles }: PayoutOrder): Promise<PaymentOutcome> {
    if (!settles) return { state: 'SETTLED' }
    return { state: 'SETTLED', status: await database.call('settle_payment', paymentId) }
  }

  return {
    /**
     * Submits the payout and polls until the rail reports a final state; stops it where the payment
     * is to be stopped. The transaction's id is the rail's idempotency key. Missing responses,
     * timeouts, 5xx and a reference that the rail does not know are never a failure. While payouts are
     * paused, one that has not left waits.
     *
     * A payout that has settled is settled, whatever the rail says of it later: its notices say that, and
     * have a workflow of their own. So an attempt whose answer was lost is repeated with the same result.
     */
    async payOut(order: PayoutOrder): Promise<PaymentOutcome> {
      const { paymentId, settles } = order
      const call = requireUnheld(
        await database.call('prepare_payout', paymentId, outside.railRoutes),
      )
      const { closedAs } = call
      if (closedAs === 'SETTLED' || (settles && closedAs === 'TAKEN_BACK')) return settled(order)
      const payout = await awaitFinalState('payout', call)
      if (payout === undefined) return call.isCollectionReturned ? collectionReturned : cancelled
      const end = outcomeOf(payout)
      if (end.state === 'SETTLED') return settled(order)
      // Recorded as paid by an operator, whom the rail contradicts.
      if (call.isUnconfirmed) await database.call('reverse_payout', paymentId, end.reason)
      return call.isCollectionReturned ? collectionReturned : end
    },
  }
}

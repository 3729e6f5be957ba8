/** The collection from a bank account that funds a payment. */
import type { ActivityDependencies } from '../dependencies.ts'
import { cancelled, collectionReturned, type PaymentOutcome } from './outcome.ts'
import { createRailOrders, outcomeOf, requireUnheld } from './railOrders.ts'

/** Database steps. */
export function createCollectionSteps({ database }: ActivityDependencies) {
  return {
    /** The collection has settled: the payment is funded. */
    async bookCollection({ paymentId }: { paymentId: string }): Promise<void> {
      await database.call('book_collection', paymentId)
    },
  }
}

/** Calls to the rail. */
export function createCollectionCalls(dependencies: ActivityDependencies) {
  const { database, outside } = dependencies
  const { awaitFinalState } = createRailOrders(dependencies)
  return {
    /** Collects from the source's bank account; SETTLED when the funds are received. Waits while its payer is frozen. */
    async collect({ paymentId }: { paymentId: string }): Promise<PaymentOutcome> {
      const call = requireUnheld(
        await database.call('prepare_rail_call', paymentId, 'COLLECTION', 1, outside.railRoutes),
      )
      const collection = await awaitFinalState('collection', call)
      if (collection === undefined) return cancelled
      const isReturned =
        collection.state === 'RETURNED' || (call.isUnconfirmed && collection.state === 'FAILED')
      if (!isReturned) return outcomeOf(collection)
      // A returned collection funds nothing: it may not be paid out.
      await database.call('return_collection', paymentId)
      return collectionReturned
    },
  }
}

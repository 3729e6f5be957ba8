/** The collection from a bank account that funds a payment. */
import type { ActivityDependencies } from '../dependencies.ts'
import { cancelled, collectionReturned, type PaymentOutcome } from './outcome.ts'
import { createRailOrders, outcomeOf } from './railOrders.ts'
import { sourceOf } from './source.ts'

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
export function createCollectionCalls({ config, database, outside }: ActivityDependencies) {
  return {
    /** Collects from the source's bank account; SETTLED when the funds are received. */
    async collect({ paymentId }: { paymentId: string }): Promise<PaymentOutcome> {
      const row = await sourceOf(database, paymentId)
      const rail = outside.payoutRail(row.environment)
      const { awaitTerminalState } = createRailOrders({ config, rail })
      const isSubmitted = await database.call('mark_collection', paymentId)
      const { collection_reference: reference } = row
      const collection = await awaitTerminalState('collection', reference, {
        // The rail deduplicates by reference: polling before submitting gains nothing.
        isKnown: false,
        isStopped: !isSubmitted,
        order: () =>
          rail.collect({
            reference,
            amountMinor: String(row.amount),
            currency: row.currency,
            source: { accountType: row.account_type ?? '', accountInfo: row.account_info ?? {} },
          }),
      })
      if (collection === undefined) return cancelled
      if (collection.state !== 'RETURNED') return outcomeOf(collection)
      // A returned collection funds nothing: it may not be paid out.
      await database.call('return_collection', paymentId)
      return collectionReturned
    },
  }
}

/** Refunds over the rail, and their booking. */
import type { ActivityDependencies } from '../dependencies.ts'
import { cancelled, type PaymentOutcome } from './outcome.ts'
import { createRailOrders, outcomeOf } from './railOrders.ts'
import { originOf, sourceOf } from './source.ts'

/** Database steps. */
export function createRefundSteps({ database }: ActivityDependencies) {
  return {
    /** @returns the payment's status */
    async settleRefund(input: { paymentId: string; isPaid: boolean }): Promise<string> {
      return database.call('settle_refund', input.paymentId, input.isPaid)
    },
  }
}

/** Calls to the rail. */
export function createRefundCalls({ config, database, outside }: ActivityDependencies) {
  return {
    /**
     * Sends the received money back to where it came from. Each attempt has its own reference, and
     * a later attempt is submitted only after the rail has stopped the previous one.
     */
    async payRefund({ paymentId }: { paymentId: string }): Promise<PaymentOutcome> {
      const row = await sourceOf(database, paymentId)
      const { refund_attempt: attempt, refund_reference: reference } = row
      const rail = outside.payoutRail(row.environment)
      const { awaitTerminalState, stop } = createRailOrders({ config, rail })
      if (row.previous_refund_reference !== null && row.refund_state === 'CREATED') {
        const before = await stop('refund', row.previous_refund_reference)
        if (before?.state === 'SETTLED') {
          await database.call('settle_late_refund', paymentId, attempt - 1)
        }
      }
      const [mark] = await database.query<{ is_open: boolean; is_stopped: boolean }>({
        name: 'mark_refund',
        text: 'select is_open, is_stopped from mark_refund($1, $2)',
        values: [paymentId, attempt],
      })
      // The outcome is booked already: this result is ignored.
      if (mark?.is_open !== true) return cancelled
      const refund = await awaitTerminalState('refund', reference, {
        isKnown: false,
        isStopped: mark.is_stopped,
        order: () =>
          rail.submit({
            reference,
            amountMinor: String(row.amount),
            currency: row.currency,
            destination: originOf(row),
          }),
      })
      return refund === undefined ? cancelled : outcomeOf(refund)
    },

    /** Asks the rail to stop a refund that an operator moves to suspense. */
    async stopRefund({ paymentId }: { paymentId: string }): Promise<{ isPaid: boolean }> {
      const row = await sourceOf(database, paymentId)
      const { stop } = createRailOrders({ config, rail: outside.payoutRail(row.environment) })
      const refund = await stop('refund', row.refund_reference)
      return { isPaid: refund !== undefined && outcomeOf(refund).state === 'SETTLED' }
    },
  }
}

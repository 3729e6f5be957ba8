/** Refunds over the rail, and their booking. */
import type { RailCall } from '../../db/railFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { cancelled, type PaymentOutcome } from './outcome.ts'
import { createRailOrders, outcomeOf, requireUnheld } from './railOrders.ts'

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
export function createRefundCalls(dependencies: ActivityDependencies) {
  const { database, outside } = dependencies
  const { awaitFinalState } = createRailOrders(dependencies)
  const prepare = async (paymentId: string, attempt: number): Promise<RailCall> =>
    requireUnheld(
      await database.call('prepare_rail_call', paymentId, 'REFUND', attempt, outside.railRoutes),
    )

  async function lastAttempt(paymentId: string): Promise<{ attempt: number; state: string }> {
    return database.one({
      name: 'last_refund',
      text: `select coalesce(r.attempt, 1) as attempt, coalesce(r.state, '') as state
        from payments q left join lateral last_refund(q) r on true where q.id = $1`,
      values: [paymentId],
    })
  }

  return {
    /**
     * Sends the received money back to where it came from. Each attempt has its own reference, and
     * a later attempt is submitted only after the rail has reported the end of the previous one. Waits while its payer is frozen.
     */
    async payRefund({ paymentId }: { paymentId: string }): Promise<PaymentOutcome> {
      const { attempt, state } = await lastAttempt(paymentId)
      if (attempt > 1 && state === 'CREATED') {
        const before = await awaitFinalState('refund', await prepare(paymentId, attempt - 1))
        if (before?.state === 'SETTLED') {
          await database.call('settle_late_refund', paymentId, attempt - 1)
        }
      }
      const call = await prepare(paymentId, attempt)
      const refund = await awaitFinalState('refund', call)
      // Nothing has left; the outcome of a closed refund is booked already.
      if (refund === undefined) return cancelled
      if (call.isUnconfirmed && refund.state === 'FAILED') {
        await database.call('return_refund', paymentId, attempt)
      }
      return outcomeOf(refund)
    },
  }
}

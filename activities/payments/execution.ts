/** What is left to do of a payment, and how its outcome is booked. */
import type { StartFacts } from '../../contract/openRow.ts'
import type { RemainingStep } from '../../contract/paymentOrder.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import type { FailedOutcome } from './outcome.ts'

/** A payment that has been decided. */
export type ExecutedPaymentInput = {
  readonly platformId: string
  readonly paymentId: string
  /** For restores alone: no step acts on it. */
  readonly facts?: StartFacts | undefined
}

export function createExecutionSteps({ database }: ActivityDependencies) {
  return {
    /** What the row says is left to do: empty once the payment is closed. */
    async stepsOfPayment({ paymentId }: { paymentId: string }): Promise<readonly RemainingStep[]> {
      return database.call('steps_of_payment', paymentId)
    },

    /** @returns the payment's status, or SETTLED_LATE when it had been refunded before */
    async settlePayment({ paymentId }: { paymentId: string }): Promise<string> {
      return database.call('settle_payment', paymentId)
    },

    /** @returns the payment's status, or REFUND_AT_RAIL when the rail must carry the refund */
    async failPayment(input: { paymentId: string } & FailedOutcome): Promise<string> {
      return database.call('fail_payment', input.paymentId, ...bookedFailure(input))
    },
  }
}

/** A failure as the database's functions take it. */
export function bookedFailure({ reason, cause, refund }: FailedOutcome) {
  return [reason, cause, refund === 'ALLOWED' ? 'COMPLETED' : 'FAILED'] as const
}

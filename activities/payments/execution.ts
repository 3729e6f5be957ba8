/** The decision about a payment, and how its outcome is booked. */
import type { DecidePaymentInput, DecidePaymentResult } from '../../db/sqlFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import type { PaymentOutcome } from './outcome.ts'

/** What a request adds to the payment's row; absent when the sweep takes up an executed payment. */
export type PaymentExecution = Pick<
  DecidePaymentInput,
  | 'key'
  | 'stamp'
  | 'stampId'
  | 'scaFactor'
  | 'publicKey'
  | 'depositedAmount'
  | 'settlesCollection'
  | 'immediateOrder'
  | 'agent'
> & { readonly requestHash: string }

export type DecidePaymentActivityInput = {
  readonly attempt: number
  readonly platformId: string
  readonly paymentId: string
  readonly execution?: PaymentExecution
}

export type DecidedPayment = DecidePaymentResult & {
  /** Of the request that started this run; another one may share its answer only if equal. */
  readonly requestHash?: string | undefined
}

export function createExecutionSteps({ database, records }: ActivityDependencies) {
  return {
    /** The synchronous step: committed (now, or by this attempt before) or refused. */
    async decidePayment(input: DecidePaymentActivityInput): Promise<DecidedPayment> {
      const { attempt, platformId, paymentId, execution } = input
      const codeKey = records.currentId
      return database.call('decide_payment', {
        ...execution,
        ...{ attempt, platformId, paymentId, codeKey },
      })
    },

    /** @returns the payment's status, or SETTLED_LATE when it had been refunded before */
    async settlePayment({ paymentId }: { paymentId: string }): Promise<string> {
      return database.call('settle_payment', paymentId)
    },

    /** @returns the payment's status, or REFUND_AT_RAIL when the rail must carry the refund */
    async failPayment(
      input: { paymentId: string } & Extract<PaymentOutcome, { state: 'FAILED' }>,
    ): Promise<string> {
      const refund = input.refund === 'ALLOWED' ? 'COMPLETED' : 'FAILED'
      return database.call('fail_payment', input.paymentId, input.reason, input.cause, refund)
    },
  }
}

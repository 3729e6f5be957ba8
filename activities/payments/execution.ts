/** The head of a payment, and how its end is booked. */
import type { DecidePaymentResult } from '../../db/sqlFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import type { PaymentOutcome } from './outcome.ts'

export type ExecuteQuoteInput = {
  readonly attempt: number
  readonly platformId: string
  readonly quoteId: string
  /** All that the decision rests on; absent when a sweep takes up an executed quote. */
  readonly execution?: {
    readonly key: string | undefined
    readonly requestHash: string
    readonly stamp: string | undefined
    readonly publicKey: string | undefined
    readonly sourceAccountId: string | undefined
    readonly sendingAmount: string
    readonly sendingCurrency: string
    readonly receivingAmount: string
    readonly receivingCurrency: string
    readonly exchangeRate: string
    /** Money that came in for a quote that waits for it; smallest unit. */
    readonly depositedAmount?: string | undefined
    /** A payment that is made in the moment it is executed: the facts of its row. */
    readonly immediateOrder?: object | undefined
  }
}

export type ExecuteQuoteResult = DecidePaymentResult & {
  /** Of the request that started this run; another one may share its answer only if equal. */
  readonly requestHash?: string | undefined
}

export function createExecutionSteps({ database }: ActivityDependencies) {
  return {
    /** The head: moved (now or by this attempt before) or refused. */
    async executeQuote(input: ExecuteQuoteInput): Promise<ExecuteQuoteResult> {
      const { attempt, platformId, quoteId, execution } = input
      return database.call('decide_payment', {
        attempt,
        platformId,
        paymentId: quoteId,
        key: execution?.key,
        requestHash: execution?.requestHash,
        stamp: execution?.stamp,
        publicKey: execution?.publicKey,
        depositedAmount: execution?.depositedAmount,
        immediateOrder: execution?.immediateOrder,
      })
    },

    /** @returns the payment's status, or SETTLED_LATE when it had been refunded before */
    async settlePayment({ quoteId }: { quoteId: string }): Promise<string> {
      return database.call('settle_payment', quoteId)
    },

    /** @returns the payment's status, or REFUND_AT_RAIL when the rail must carry the refund */
    async failPayment(
      input: { quoteId: string } & Extract<PaymentOutcome, { state: 'FAILED' }>,
    ): Promise<string> {
      const refund = input.refund === 'ALLOWED' ? 'COMPLETED' : 'FAILED'
      return database.call('fail_payment', input.quoteId, input.reason, input.cause, refund)
    },
  }
}

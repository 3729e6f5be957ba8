/** The synchronous step of a payment, and the booking of its outcome. */
import type { DecidePaymentResult } from '../../db/sqlFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import type { PaymentOutcome } from './outcome.ts'

export type ExecuteQuoteInput = {
  readonly attempt: number
  readonly platformId: string
  readonly quoteId: string
  /** Everything the decision needs; absent when the sweep resumes an executed payment. */
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
    /** The deposit that funds the quote, in the smallest unit. */
    readonly depositedAmount?: string | undefined
    /** Of an immediate execution: the order of the payment to create. */
    readonly immediateOrder?: object | undefined
  }
}

export type ExecuteQuoteResult = DecidePaymentResult & {
  /** Of the request that started this run; another request may share its result only if equal. */
  readonly requestHash?: string | undefined
}

export function createExecutionSteps({ database }: ActivityDependencies) {
  return {
    /** The synchronous step: committed (now, or earlier by this attempt) or refused. */
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

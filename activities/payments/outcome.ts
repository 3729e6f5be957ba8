/** The outcome of a payment or of one of its steps. */
export type PaymentOutcome =
  | {
      readonly state: 'SETTLED'
      /** The payment's, where the step has booked the settlement; as `settlePayment` answers. */
      readonly status?: string
    }
  | {
      readonly state: 'FAILED'
      readonly reason: string
      readonly cause: 'TRANSACTION_FAILED' | 'USER_CANCELLATION'
      readonly refund: 'ALLOWED' | 'REFUSED'
    }

export type FailedOutcome = Extract<PaymentOutcome, { state: 'FAILED' }>

export const cancelled: FailedOutcome = {
  state: 'FAILED',
  reason: 'QUOTE_EXECUTION_FAILED',
  cause: 'USER_CANCELLATION',
  refund: 'ALLOWED',
}

export const collectionReturned: PaymentOutcome = {
  state: 'FAILED',
  reason: 'COLLECTION_FAILED',
  cause: 'TRANSACTION_FAILED',
  refund: 'ALLOWED',
}

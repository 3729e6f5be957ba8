/** How a step of a payment, or the payment, ends. */
export type PaymentEnd =
  | { readonly state: 'SETTLED' }
  | {
      readonly state: 'FAILED'
      readonly reason: string
      readonly cause: 'TRANSACTION_FAILED' | 'USER_CANCELLATION'
      readonly refund: 'ALLOWED' | 'REFUSED'
    }

export const cancelled: PaymentEnd = {
  state: 'FAILED',
  reason: 'QUOTE_EXECUTION_FAILED',
  cause: 'USER_CANCELLATION',
  refund: 'ALLOWED',
}

export const collectionLost: PaymentEnd = {
  state: 'FAILED',
  reason: 'COLLECTION_FAILED',
  cause: 'TRANSACTION_FAILED',
  refund: 'ALLOWED',
}

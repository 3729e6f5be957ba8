/** What a payment has to do after its head, in this order. */
export type PaymentStep = 'COLLECT' | 'SIGN' | 'APPROVE' | 'PAY_OUT'

/** The steps of a payment after its synchronous step, in this order. */
export type PaymentStep = 'COLLECT' | 'SIGN' | 'APPROVE' | 'PAY_OUT'

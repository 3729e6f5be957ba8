/** A payment as far as an operator's decision about it needs it. */
import type { Environment } from './outsideParties.ts'

/** `db/decidablePayment.ts` reads it. */
export type DecidablePayment = {
  /** UUID without prefix. */
  readonly id: string
  readonly environment: Environment
  readonly platform_id: string
  readonly customer_id: string | null
  readonly source_account_id: string | null
  readonly transaction_id: string
  readonly status: string
  readonly refund_attempt: number
  /** What carries the refund that is open; none is. */
  readonly refund_workflow: PaymentRun['run'] | null
  /** An operator has recorded it as paid, and the rail has not confirmed that. */
  readonly unconfirmed: boolean
  readonly in_suspense: boolean
  readonly given_back: boolean
  readonly collection_owed: boolean
}

/** A workflow of a payment. */
export type PaymentRun = {
  readonly paymentId: string
  /** The kind of the workflow, as `OpenRow` has it. */
  readonly run: 'PAYMENT' | 'RETURNED' | 'REVERSED' | 'COLLECTED_LATE' | 'REFUND_RETRY'
  /** Of the refund. */
  readonly attempt: number
}

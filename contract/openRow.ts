import type { Environment } from './outsideParties.ts'

/**
 * An open row, as `start_row` of `db/functions/openRows.sql` returns it: all that its workflow is started
 * from. `number` is of those of which one subject has several, as the runs of a card's pulls.
 */
export type OpenRow<Kind extends string = string> = {
  readonly kind: Kind
  /** Of the subject; bare uuid, as all ids here. */
  readonly id: string
  /** Empty for the return of a deposit that belongs to no platform. */
  readonly platform_id: string
  readonly environment: Environment
  readonly customer_id: string | null
  readonly account_id: string | null
  readonly transaction_id: string | null
  readonly credential_id: string | null
  /** Of an agent's action, and of the payment that an agent has made. */
  readonly agent_id?: string | null
  /** Of an agent's action. */
  readonly payment_id?: string
  /** What its run carries for restores: of an executed payment `StartFacts`, of a customer its record. */
  readonly facts?: object
  readonly number: number
}

/**
 * A start that a decision has written: the id of its row in `pending_starts`, and what it is started with. Without an id
 * it was written by an earlier decision, whose result is waited for.
 */
export type PendingStart = { readonly id?: number; readonly row: OpenRow }

/** What a run of a payment carries for restores: see `start_facts` in db/functions/openRows.sql. */
export type StartFacts = {
  /** The payment as it was decided: a `PaymentRow` with all columns. */
  readonly row: object
  readonly decidedBy?: {
    readonly operation: string
    readonly key?: string
    readonly requestHash?: string
    readonly agentId?: string
    readonly actionId?: string
  }
  /** ISO 8601. */
  readonly executedAt: string
  readonly payloadToSign?: string
  /** In clear text, where the payment needed no authorization. */
  readonly stamp?: string
  /** Of a deposit that has executed it; smallest unit. */
  readonly depositedAmount?: string
  /** What its transaction shows and the payment does not. */
  readonly transaction?: object
}

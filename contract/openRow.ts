import type { Environment } from './outsideParties.ts'

/**
 * An open row, as `open_rows_page` of `db/functions/sweep.sql` returns it: all that its workflow is started
 * from. What each kind's number counts is said there.
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
  readonly number: number
}

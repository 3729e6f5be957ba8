/** A payment as decisions of operators need it. */
import type { DecidablePayment } from '../contract/decidablePayment.ts'
import type { Queryable } from './database.ts'

/** With what an operator sees of it. */
export type DecidablePaymentRow = DecidablePayment & {
  readonly is_refund_open: boolean
  readonly has_left: boolean
  readonly sending_amount: bigint
  readonly sending_currency: string
  /** Another text as soon as anything has happened to it. */
  readonly state: string
  /** The execution has settled the payment: no outside party has to act. */
  readonly needs_no_workflow: boolean
}

/**
 * @param uuid of the payment or of its transaction
 * @param isLocked until the transaction ends nothing else happens to it
 */
export async function findDecidablePayment(
  database: Queryable,
  uuid: string,
  isLocked = false,
): Promise<DecidablePaymentRow | undefined> {
  if (isLocked) {
    await database.query({
      name: 'lock_decidable_payment',
      text: 'select 1 from payments where id = $1 or transaction_id = $1 for update',
      values: [uuid],
    })
  }
  return database.maybeOne<DecidablePaymentRow>({
    name: 'decidable_payment',
    text: `select q.id, q.environment, platform_id, customer_id, source_account_id, transaction_id, status,
        coalesce(r.attempt, 1) as refund_attempt,
        case when r.state in ('CREATED', 'SUBMITTED') or r.unconfirmed_since is not null
          then r.workflow end as refund_workflow,
        is_unconfirmed(q, 'PAYOUT', 'COLLECTION') as unconfirmed,
        is_in_suspense(q) and not is_collection_returned(q) as in_suspense,
        is_booked(q, 'resolved-refund') as given_back, is_collection_owed(q) as collection_owed,
        is_refund_open(q) as is_refund_open,
        exists (select 1 from rail_orders o where o.payment_id = q.id and o.kind <> 'REFUND'
          and o.submitted_at is not null) as has_left,
        -- What has come in may be more than what was asked for: a decision moves that.
        greatest(sending_amount, funded_amount) as sending_amount, sending_currency, payment_state(q) as state,
        q.executed_at is not null and q.steps = '{}' as needs_no_workflow
      from payments q left join lateral last_refund(q) r on true
      where q.id = $1 or transaction_id = $1`,
    values: [uuid],
  })
}

/** Since when the payment is executed and its workflow not started; undefined if no start waits. @param id its UUID */
export async function startWaitsSince(database: Queryable, id: string): Promise<Date | undefined> {
  const { since } = await database.one<{ since: Date | null }>({
    name: 'start_waits_since',
    text: `select min(created_at) as since from pending_starts where kind = 'PAYMENT' and subject_id = $1`,
    values: [id],
  })
  return since ?? undefined
}

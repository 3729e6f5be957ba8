/** The source of a payment's money, for collections and refunds over the rail. */
import type { Environment } from '../../contract/outsideParties.ts'
import type { Database } from '../../db/database.ts'
import type { PayoutInstruction } from '../../providers/payoutRail/index.ts'

export type SourceRow = {
  readonly environment: Environment
  readonly amount: bigint
  readonly currency: string
  readonly account_type: string | null
  readonly account_info: Record<string, unknown> | null
  readonly sender: string | null
  readonly funding_reference: string | null
  readonly collection_reference: string
  readonly refund_attempt: number
  readonly refund_reference: string
  /** Of the attempt before; null for the first. */
  readonly previous_refund_reference: string | null
  readonly refund_state: string | null
}

export async function sourceOf(database: Database, paymentId: string): Promise<SourceRow> {
  const row = await database.one<SourceRow>({
    name: 'payment_source',
    text: `select q.environment, coalesce(q.funded_amount, q.sending_amount) as amount,
          q.sending_currency as currency, e.account_type, e.account_info,
          q.sender_customer_info ->> 'umaAddress' as sender, q.funding_reference,
          rail_reference(q.transaction_id, 'COLLECTION', 1) as collection_reference,
          coalesce(r.attempt, 1) as refund_attempt, r.state as refund_state,
          rail_reference(q.transaction_id, 'REFUND', coalesce(r.attempt, 1)) as refund_reference,
          case when r.attempt > 1 then rail_reference(q.transaction_id, 'REFUND', r.attempt - 1)
            end as previous_refund_reference
        from payments q left join external_accounts e on e.id = q.source_external_id
        left join lateral last_refund(q) r on true where q.id = $1`,
    values: [paymentId],
  })
  return row
}

/** The origin of a payment's money: a collected account, a UMA sender, or a bank transfer. */
export function originOf(row: SourceRow): PayoutInstruction['destination'] {
  const { account_type: accountType, account_info: accountInfo } = row
  if (accountType !== null) return { accountType, accountInfo: accountInfo ?? {} }
  if (row.funding_reference === null) {
    return { accountType: 'UMA_ADDRESS', accountInfo: { umaAddress: row.sender } }
  }
  return {
    accountType: 'ORIGINATING_INSTRUMENT',
    accountInfo: { reference: row.funding_reference },
  }
}

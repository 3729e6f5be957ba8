/** What the rail does for a payment: pulls, pays out, stops. */
import type { PayoutInstruction } from '../providers/payoutRail/index.ts'
import type { PaymentEnd } from '../workflows/quoteExecution.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { sourceOf } from './paymentSource.ts'
import { cancelled, createRailOrders, endOf } from './railOrders.ts'

type Account = PayoutInstruction['destination']

type PayoutRow = {
  readonly transaction_id: string
  readonly kind: string
  readonly receiving_amount: bigint
  readonly receiving_currency: string
  /** None for a receiver that only a UMA address is known of. */
  readonly account_type: string | null
  readonly account_info: Record<string, unknown> | null
  readonly destination_uma: string | null
  readonly asked_before: boolean
  /** The payment has ended: what was not ordered never will be. */
  readonly is_over: boolean
  readonly is_stopped: boolean
  /** The bank has taken back what the payment was made of. */
  readonly is_collection_lost: boolean
}

const collectionLost: PaymentEnd = {
  state: 'FAILED',
  reason: 'COLLECTION_FAILED',
  cause: 'TRANSACTION_FAILED',
  refund: 'ALLOWED',
}

export function createRailCalls({ config, database, rail }: ActivityDependencies) {
  const { finalWord } = createRailOrders({ config, rail })
  return {
    /**
     * Orders the payout and asks until the rail says its final word. The transaction's id is the
     * rail's idempotency key. Silence, time-outs and 5xx are never a failure.
     */
    async payOut({ quoteId }: { quoteId: string }): Promise<PaymentEnd> {
      const row = await markSubmitted(quoteId)
      const reference = `Transaction:${row.transaction_id}`
      const stopped = row.is_collection_lost ? collectionLost : cancelled
      if (!row.asked_before && (row.is_over || row.is_stopped)) return stopped
      const payout = await finalWord('payout', reference, {
        isKnown: row.asked_before,
        isStopped: row.is_stopped,
        order: () =>
          rail.submit({
            reference,
            amountMinor: String(row.receiving_amount),
            currency: row.receiving_currency,
            destination: accountOf(row),
            ...(row.kind.startsWith('TRANSFER') && { product: 'TRANSFER' as const }),
          }),
      })
      if (payout === undefined) return stopped
      const end = endOf(payout)
      return end.state === 'FAILED' && row.is_collection_lost ? collectionLost : end
    },

    /** Pulls the source's bank account; SETTLED when the money is here. */
    async collect({ quoteId }: { quoteId: string }): Promise<PaymentEnd> {
      const row = await sourceOf(database, quoteId)
      const reference = `Transaction:${row.transaction_id}/collect`
      const collection = await finalWord('collection', reference, {
        // The same instruction again finds the first one: asking before ordering gains nothing.
        isKnown: false,
        isStopped: row.cancel_requested,
        order: () =>
          rail.collect({
            reference,
            amountMinor: String(row.amount),
            currency: row.currency,
            source: { accountType: row.account_type ?? '', accountInfo: row.account_info ?? {} },
          }),
      })
      if (collection === undefined) return cancelled
      if (collection.state !== 'RETURNED') return endOf(collection)
      // It came and is gone again: nothing of it may be paid out.
      await database.query({
        name: 'return_collection',
        text: 'select return_collection($1)',
        values: [quoteId],
      })
      return collectionLost
    },
  }

  /** Before the first call: a crash in between must leave "asked", never "not asked". */
  async function markSubmitted(quoteId: string): Promise<PayoutRow> {
    const [row] = await database.query<PayoutRow>({
      name: 'mark_payout',
      text: `select q.transaction_id, q.kind, q.receiving_amount, q.receiving_currency, e.account_type,
          e.account_info, q.destination_uma, m.*
        from mark_payout($1) m, quotes q left join external_accounts e on e.id = q.destination_account_id
        where q.id = $1`,
      values: [quoteId],
    })
    if (row === undefined) throw new Error('the quote has no row')
    return row
  }
}

function accountOf(row: PayoutRow): Account {
  const { account_type: accountType, account_info: accountInfo, destination_uma: umaAddress } = row
  if (accountType === null) return { accountType: 'UMA_ADDRESS', accountInfo: { umaAddress } }
  return { accountType, accountInfo: accountInfo ?? {} }
}

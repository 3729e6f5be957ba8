/** The payout: submitted once, polled until the rail reports a terminal state. */
import type { Environment } from '../../contract/outsideParties.ts'
import type { Database } from '../../db/database.ts'
import type { PayoutInstruction } from '../../providers/payoutRail/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { cancelled, collectionReturned, type PaymentOutcome } from './outcome.ts'
import { createRailOrders, outcomeOf } from './railOrders.ts'

type Account = PayoutInstruction['destination']

type PayoutRow = {
  readonly environment: Environment
  readonly reference: string
  readonly kind: string
  readonly receiving_amount: bigint
  readonly receiving_currency: string
  /** Null for a receiver that is known by its UMA address only. */
  readonly account_type: string | null
  readonly account_info: Record<string, unknown> | null
  readonly destination_uma: string | null
  readonly was_submitted: boolean
  /** The payment is closed: a payout that was not submitted never will be. */
  readonly is_terminal: boolean
  readonly is_stopped: boolean
  /** The collection that funded the payment has been returned. */
  readonly is_collection_returned: boolean
}

export function createPayoutCalls({ config, database, outside }: ActivityDependencies) {
  return {
    /**
     * Submits the payout and polls until the rail reports a terminal state. The transaction's id is
     * the rail's idempotency key. Missing responses, timeouts and 5xx are never a failure.
     */
    async payOut({ paymentId }: { paymentId: string }): Promise<PaymentOutcome> {
      const row = await markSubmitted(database, paymentId)
      const { reference } = row
      const stopped = row.is_collection_returned ? collectionReturned : cancelled
      if (!row.was_submitted && (row.is_terminal || row.is_stopped)) return stopped
      const rail = outside.payoutRail(row.environment)
      const { awaitTerminalState } = createRailOrders({ config, rail })
      const payout = await awaitTerminalState('payout', reference, {
        isKnown: row.was_submitted,
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
      const end = outcomeOf(payout)
      return end.state === 'FAILED' && row.is_collection_returned ? collectionReturned : end
    },
  }
}

/** Before the first call: a crash in between must leave "asked", never "not asked". */
async function markSubmitted(database: Database, paymentId: string): Promise<PayoutRow> {
  const row = await database.one<PayoutRow>({
    name: 'mark_payout',
    text: `select rail_reference(q.transaction_id, 'PAYOUT', 1) as reference, q.environment, q.kind, q.receiving_amount, q.receiving_currency, e.account_type,
        e.account_info, q.destination_uma,
          m.was_submitted, m.is_terminal, m.is_stopped, m.is_collection_returned
      from mark_payout($1) m, payments q left join external_accounts e on e.id = q.destination_account_id
      where q.id = $1`,
    values: [paymentId],
  })
  return row
}
function accountOf(row: PayoutRow): Account {
  const { account_type: accountType, account_info: accountInfo, destination_uma: umaAddress } = row
  if (accountType === null) return { accountType: 'UMA_ADDRESS', accountInfo: { umaAddress } }
  return { accountType, accountInfo: accountInfo ?? {} }
}

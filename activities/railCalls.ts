/** The payout, at the rail. */
import { sleep } from '@temporalio/activity'
import { type Payout, RailError } from '../rails/index.ts'
import type { PaymentEnd } from '../workflows/quoteExecution.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { stillPending, unknownOutcome } from './outside.ts'

/**
 * Instant payouts are final this soon: the next looks are made within the first attempt, since an
 * attempt of its own costs the server as much as the whole activity. Their sum stays far below the
 * activity's time-out.
 */
const LOOK_GAPS_MS = [250, 500, 1_000]

type PayoutRow = {
  readonly transaction_id: string
  readonly receiving_amount: bigint
  readonly receiving_currency: string
  readonly account_type: string
  readonly account_info: Record<string, unknown>
  readonly asked_before: boolean
}

export function createRailCalls({ config, database, rail }: ActivityDependencies) {
  return {
    /**
     * Orders the payout and asks until the rail says its final word. The transaction's id is the
     * rail's idempotency key. Silence, time-outs and 5xx are never a failure.
     */
    async payOut({ quoteId }: { quoteId: string }): Promise<PaymentEnd> {
      const row = await markSubmitted(quoteId)
      const reference = `Transaction:${row.transaction_id}`
      let payout: Payout | undefined
      try {
        if (row.asked_before) payout = await rail.find(reference)
        payout ??= await rail.submit({
          reference,
          amountMinor: String(row.receiving_amount),
          currency: row.receiving_currency,
          destination: { accountType: row.account_type, accountInfo: row.account_info },
        })
        for (const gapMs of row.asked_before ? [] : LOOK_GAPS_MS) {
          if (payout.state !== 'PENDING') break
          await sleep(gapMs)
          payout = (await rail.find(reference)) ?? payout
        }
      } catch (error) {
        if (error instanceof RailError) throw unknownOutcome('payout', error)
        throw error
      }
      if (payout.state === 'PENDING') throw stillPending('payout', config)
      // One that has come back had settled before: that is booked first, and the return, which the
      // rail's feed of notices tells of, after it.
      if (payout.state === 'SETTLED' || payout.state === 'RETURNED') return { state: 'SETTLED' }
      return {
        state: 'FAILED',
        reason: payout.reason ?? 'QUOTE_EXECUTION_FAILED',
        cause: payout.cause ?? 'TRANSACTION_FAILED',
        refund: payout.refund ?? 'ALLOWED',
      }
    },
  }

  /** Before the first call: a crash in between must leave "asked", never "not asked". */
  async function markSubmitted(quoteId: string): Promise<PayoutRow> {
    const [row] = await database.query<PayoutRow>({
      name: 'mark_payout',
      text: `with asked as (
          update quotes set payout_submitted_at = service_now(), updated_at = service_now()
          where id = $1 and payout_submitted_at is null returning id, platform_id, transaction_id)
        , told as (
          select add_timeline(platform_id, 'Transaction:' || transaction_id, 'payout ordered', null,
            'payout rail', 'settlement') from asked)
        select q.transaction_id, q.receiving_amount, q.receiving_currency, e.account_type,
          e.account_info, not exists (select 1 from asked) as asked_before, (select count(*) from told)
        from quotes q join external_accounts e on e.id = q.destination_account_id where q.id = $1`,
      values: [quoteId],
    })
    if (row === undefined) throw new Error('the quote has no row')
    return row
  }
}

/** What the rail does for a payment: pulls, pays out, stops, sends back. */
import { sleep } from '@temporalio/activity'
import { type Payout, type PayoutInstruction, RailError } from '../rails/index.ts'
import type { PaymentEnd } from '../workflows/quoteExecution.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { stillPending, unknownOutcome } from './outside.ts'

/**
 * Instant payouts are final this soon: the next looks are made within the first attempt, since an
 * attempt of its own costs the server as much as the whole activity. Their sum stays far below the
 * activity's time-out.
 */
const LOOK_GAPS_MS = [250, 500, 1_000]

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
  readonly cancel_requested: boolean
}

type SourceRow = {
  readonly transaction_id: string
  readonly amount: bigint
  readonly currency: string
  readonly account_type: string | null
  readonly account_info: Record<string, unknown> | null
  readonly sender: string | null
  readonly funding_reference: string | null
  readonly cancel_requested: boolean
}

const cancelled: PaymentEnd = {
  state: 'FAILED',
  reason: 'QUOTE_EXECUTION_FAILED',
  cause: 'USER_CANCELLATION',
  refund: 'ALLOWED',
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
      const isCancelled = row.cancel_requested
      if (isCancelled && !row.asked_before) return cancelled
      return finalWord('payout', {
        isKnown: row.asked_before,
        find: () => (isCancelled ? rail.cancel(reference) : rail.find(reference)),
        order: () =>
          rail.submit({
            reference,
            amountMinor: String(row.receiving_amount),
            currency: row.receiving_currency,
            destination: accountOf(row),
            ...(row.kind.startsWith('TRANSFER') && { product: 'TRANSFER' as const }),
          }),
      })
    },

    /** Pulls the source's bank account; SETTLED when the money is here. */
    async collect({ quoteId }: { quoteId: string }): Promise<PaymentEnd> {
      const row = await sourceOf(quoteId)
      const reference = `Transaction:${row.transaction_id}/collect`
      return finalWord('collection', {
        // The same instruction again finds the first one: asking before ordering gains nothing.
        isKnown: row.cancel_requested,
        find: () => (row.cancel_requested ? rail.cancel(reference) : rail.find(reference)),
        order: () =>
          rail.collect({
            reference,
            amountMinor: String(row.amount),
            currency: row.currency,
            source: { accountType: row.account_type ?? '', accountInfo: row.account_info ?? {} },
          }),
      })
    },

    /** Sends what had arrived back to where it came from. */
    async payRefund({ quoteId }: { quoteId: string }): Promise<PaymentEnd> {
      const row = await sourceOf(quoteId)
      const reference = `Transaction:${row.transaction_id}/refund`
      return finalWord('refund', {
        isKnown: false,
        find: () => rail.find(reference),
        order: () =>
          rail.submit({
            reference,
            amountMinor: String(row.amount),
            currency: row.currency,
            destination: originOf(row),
          }),
      })
    },
  }

  /** Orders unless the order is known, and asks until the final word; silence is never one. */
  async function finalWord(
    what: string,
    order: {
      readonly isKnown: boolean
      find(): Promise<Payout | undefined>
      order(): Promise<Payout>
    },
  ): Promise<PaymentEnd> {
    let payout: Payout | undefined
    try {
      if (order.isKnown) payout = await order.find()
      payout ??= await order.order()
      for (const gapMs of order.isKnown ? [] : LOOK_GAPS_MS) {
        if (payout.state !== 'PENDING') break
        await sleep(gapMs)
        payout = (await order.find()) ?? payout
      }
    } catch (error) {
      if (error instanceof RailError) throw unknownOutcome(what, error)
      throw error
    }
    if (payout.state === 'PENDING') throw stillPending(what, config)
    // One that has come back had settled before: that is booked first, and the return, which the
    // rail's feed of notices tells of, after it.
    if (payout.state === 'SETTLED' || payout.state === 'RETURNED') return { state: 'SETTLED' }
    return {
      state: 'FAILED',
      reason: payout.reason ?? 'QUOTE_EXECUTION_FAILED',
      cause: payout.cause ?? 'TRANSACTION_FAILED',
      refund: payout.refund ?? 'ALLOWED',
    }
  }

  async function sourceOf(quoteId: string): Promise<SourceRow> {
    const [row] = await database.query<SourceRow>({
      name: 'payment_source',
      text: `select q.transaction_id, coalesce(q.funded_amount, q.sending_amount) as amount,
          q.sending_currency as currency, e.account_type, e.account_info,
          q.sender_customer_info ->> 'umaAddress' as sender, q.funding_reference,
          q.cancel_requested_at is not null as cancel_requested
        from quotes q left join external_accounts e on e.id = q.source_external_id where q.id = $1`,
      values: [quoteId],
    })
    if (row === undefined) throw new Error('the payment has no row')
    return row
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
        select q.transaction_id, q.kind, q.receiving_amount, q.receiving_currency, e.account_type,
          e.account_info, q.destination_uma, not exists (select 1 from asked) as asked_before,
          q.cancel_requested_at is not null as cancel_requested, (select count(*) from told)
        from quotes q left join external_accounts e on e.id = q.destination_account_id where q.id = $1`,
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

/** Where the money of a payment came from: a pulled account, a UMA sender, or a bank transfer. */
function originOf(row: SourceRow): Account {
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

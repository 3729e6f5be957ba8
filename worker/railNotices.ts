/**
 * Reads the rail's feed of notices. Payments under way ask the rail themselves; the feed is for
 * what comes after: a settled payout that the bank returns, a payout that lands after its refund,
 * a bank account that is pulled after its payment was given up.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Config } from '../contract/config.ts'
import { uuidOf } from '../contract/ids.ts'
import type { Database } from '../db/database.ts'
import type { Rail, RailNotice } from '../rails/index.ts'
import { type Start, startPaymentCorrection } from '../workflows/starts.ts'
import { ensureStarted } from './temporalClient.ts'

const PAGE = 200

export async function readRailNotices(
  database: Database,
  rail: Rail,
  client: Client,
  config: Config,
  log: Logger,
): Promise<void> {
  for (;;) {
    const [cursor] = await database.query<{ sequence: bigint }>({
      name: 'rail_cursor',
      text: 'select sequence from rail_cursor',
    })
    const notices = await rail.notices(Number(cursor?.sequence ?? 0n), PAGE)
    if (notices.length === 0) return
    const inOrder = [...notices].sort((a, b) => a.sequence - b.sequence)
    for (const notice of inOrder) {
      const start = await correctionOf(database, config, notice, log)
      if (start !== undefined) await ensureStarted(client, config, start)
    }
    // Only forward, and only past what has its workflow: a crash reads the page again.
    await database.query({
      name: 'advance_rail_cursor',
      text: 'update rail_cursor set sequence = greatest(sequence, $1)',
      values: [inOrder.at(-1)?.sequence ?? 0],
    })
  }
}

type Payment = {
  readonly id: string
  readonly platform_id: string
  readonly customer_id: string | null
  readonly source_account_id: string | null
  readonly transaction_id: string
  readonly status: string
  readonly is_funded: boolean
  readonly is_returned: boolean
}

/** What the reference of a collection ends in; a payout's is the transaction's id alone. */
const COLLECTION = /\/collect$/

async function correctionOf(
  database: Database,
  config: Config,
  notice: RailNotice,
  log: Logger,
): Promise<Start | undefined> {
  const isCollection = COLLECTION.test(notice.reference)
  const transactionId = uuidOf('Transaction', notice.reference.replace(COLLECTION, ''))
  if (transactionId === undefined) {
    // A refund that came back, say: nobody waits for it, so a person must see it.
    if (notice.state !== 'SETTLED') log.error({ notice }, 'the rail tells of what nobody waits for')
    return undefined
  }
  if (notice.state === 'SETTLED') {
    // Before the status is read: whoever ends the payment after this finds the note, or the money.
    await database.query(
      isCollection
        ? {
            name: 'note_collection',
            text: 'select book_collection(id) from quotes where transaction_id = $1',
            values: [transactionId],
          }
        : {
            name: 'note_rail_settled',
            text: 'select note_rail_settled($1)',
            values: [transactionId],
          },
    )
  }
  const [payment] = await database.query<Payment>({
    name: 'payment_of_transaction',
    text: `select id, platform_id, customer_id, source_account_id, transaction_id, status,
        funded_amount is not null as is_funded, returned_at is not null as is_returned
      from quotes where transaction_id = $1`,
    values: [transactionId],
  })
  if (payment === undefined) {
    log.error({ reference: notice.reference }, 'the rail speaks of a payment that is not ours')
    return undefined
  }
  const subject = {
    platformId: payment.platform_id,
    customerId: payment.customer_id ?? undefined,
    accountId: payment.source_account_id ?? undefined,
    transactionId,
  }
  const outsideTaskQueue = config.OUTSIDE_TASK_QUEUE
  if (isCollection) {
    if (notice.state === 'RETURNED') {
      log.error(
        { notice },
        'a bank took a collection back: what it credited stands until a person acts',
      )
    }
    if (notice.state !== 'SETTLED' || payment.status !== 'FAILED' || payment.is_funded) {
      return undefined
    }
    return startPaymentCorrection(
      { quoteId: payment.id, correction: 'COLLECTED_LATE', outsideTaskQueue },
      subject,
    )
  }
  if (notice.state === 'RETURNED') {
    const reason = notice.reason ?? 'PAYOUT_RETURNED'
    return startPaymentCorrection(
      { quoteId: payment.id, correction: 'RETURNED', reason, outsideTaskQueue },
      subject,
    )
  }
  if (notice.state === 'SETTLED' && payment.status === 'FAILED' && !payment.is_returned) {
    return startPaymentCorrection({ quoteId: payment.id, correction: 'LANDED_LATE' }, subject)
  }
  return undefined
}

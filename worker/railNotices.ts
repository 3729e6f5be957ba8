/**
 * Reads the rail's feed of notices. Payments under way ask the rail themselves; the feed is for
 * what comes after: a settled payout that the bank returns, a payout that lands after its refund,
 * a bank account that is pulled after its payment was given up, a collection that the bank takes
 * back, a refund that comes back. It also tells of money that comes in.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import { uuidOf } from '../contract/ids.ts'
import type { Database } from '../db/database.ts'
import type { OrderNotice, Rail, RailNotice } from '../providers/payoutRail/index.ts'
import type { Config } from '../runtime/config.ts'
import { type Start, startPaymentCorrection } from '../workflows/starts.ts'
import { noteArrival, takeArrivals } from './arrivals.ts'
import { ensureStarted } from './temporalClient.ts'

const PAGE = 200
/** Of those set aside, a round tries so many again. */
const AGAIN_MAX = 50

/** Reads all there is, and starts the payments that money has come in for. */
export async function readRailNotices(
  database: Database,
  rail: Rail,
  client: Client,
  config: Config,
  log: Logger,
): Promise<void> {
  const take: Take = async (notice) => {
    if ('malformed' in notice) throw new UnknownNotice('is no notice that we know')
    if ('arrival' in notice) return noteArrival(database, notice, log)
    const start = await correctionOf(database, config, notice, log)
    if (start !== undefined) await ensureStarted(client, config, start)
  }
  try {
    await takeAgain(database, take, log)
    await readFeed(database, rail, take, log)
  } finally {
    // What a round before has noted, whether or not the rail answers now.
    await takeArrivals(database, client, config, log)
  }
}

type Take = (notice: RailNotice) => Promise<void>

async function readFeed(database: Database, rail: Rail, take: Take, log: Logger): Promise<void> {
  for (;;) {
    const [cursor] = await database.query<{ sequence: bigint }>({
      name: 'rail_cursor',
      text: 'select sequence from rail_cursor',
    })
    const notices = await rail.notices(Number(cursor?.sequence ?? 0n), PAGE)
    if (notices.length === 0) return
    const inOrder = [...notices].sort((a, b) => a.sequence - b.sequence)
    for (const notice of inOrder) {
      try {
        await take(notice)
      } catch (error) {
        if (!isOfTheNotice(error)) throw error
        log.error({ err: error, notice }, 'a notice of the rail cannot be booked and is set aside')
        await setAside(database, notice, error)
      }
    }
    // Only forward, and only past what has its workflow: a crash reads the page again.
    await database.query({
      name: 'advance_rail_cursor',
      text: 'update rail_cursor set sequence = greatest(sequence, $1)',
      values: [inOrder.at(-1)?.sequence ?? 0],
    })
  }
}

class UnknownNotice extends Error {}

/**
 * Whether we do not know the notice, or PostgreSQL refused this very statement: a number or a text
 * that it does not take, a constraint, an exception of our own functions. Anything else may pass by
 * itself.
 */
function isOfTheNotice(error: unknown): error is Error {
  if (error instanceof UnknownNotice) return true
  const { code } = error as { code?: unknown }
  return error instanceof Error && typeof code === 'string' && /^(22|23|LG|P0)...$/.test(code)
}

async function setAside(database: Database, notice: RailNotice, error: Error): Promise<void> {
  await database.query({
    text: `insert into rail_notices_set_aside (sequence, notice, error) values ($1, $2, $3)
      on conflict do nothing`,
    values: [notice.sequence, JSON.stringify(notice), error.message],
  })
}

/** What could not be booked before, by a version of us that knows better, or in another order. */
async function takeAgain(database: Database, take: Take, log: Logger): Promise<void> {
  const rows = await database.query<{ notice: string }>({
    name: 'rail_notices_set_aside',
    text: 'select notice from rail_notices_set_aside order by sequence limit $1',
    values: [AGAIN_MAX],
  })
  for (const row of rows) {
    const notice: RailNotice = JSON.parse(row.notice)
    try {
      await take(notice)
    } catch (error) {
      if (!isOfTheNotice(error)) throw error
      continue
    }
    await database.query({
      text: 'delete from rail_notices_set_aside where sequence = $1',
      values: [notice.sequence],
    })
    log.warn({ notice }, 'a notice that was set aside is booked')
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

/** A payout's reference is the transaction's id alone. */
const REFERENCE =
  /^(?<transaction>[^/]+)(?<kind>\/collect|\/refund(?:\/(?<attempt>[2-9]|[1-9]\d{1,3}))?)?$/

async function correctionOf(
  database: Database,
  config: Config,
  notice: OrderNotice,
  log: Logger,
): Promise<Start | undefined> {
  const {
    transaction = '',
    kind = '',
    attempt = '1',
  } = REFERENCE.exec(notice.reference)?.groups ?? {}
  const transactionId = uuidOf('Transaction', transaction)
  const payment =
    transactionId === undefined
      ? undefined
      : await noted(database, notice, transactionId, kind, attempt)
  if (payment === undefined) {
    log.error({ reference: notice.reference }, 'the rail speaks of a payment that is not ours')
    return undefined
  }
  if (notice.state === 'PENDING' || kind.startsWith('/refund')) return undefined
  const shared = { quoteId: payment.id, outsideTaskQueue: config.OUTSIDE_TASK_QUEUE }
  const subject = {
    platformId: payment.platform_id,
    customerId: payment.customer_id ?? undefined,
    accountId: payment.source_account_id ?? undefined,
    transactionId: payment.transaction_id,
  }
  const isLate = notice.state === 'SETTLED' && payment.status === 'FAILED'
  if (kind === '/collect') {
    return isLate && !payment.is_funded
      ? startPaymentCorrection({ ...shared, correction: 'COLLECTED_LATE' }, subject)
      : undefined
  }
  if (notice.state === 'RETURNED') {
    const reason = notice.reason ?? 'PAYOUT_RETURNED'
    return startPaymentCorrection({ ...shared, correction: 'RETURNED', reason }, subject)
  }
  return isLate && !payment.is_returned
    ? startPaymentCorrection({ ...shared, correction: 'LANDED_LATE' }, subject)
    : undefined
}

/**
 * Books what a notice says by itself, and reads the payment after it: whoever ends the payment
 * later finds the note, or the money.
 */
async function noted(
  database: Database,
  { state }: OrderNotice,
  transactionId: string,
  kind: string,
  attempt: string,
): Promise<Payment | undefined> {
  const booking = bookings[`${kind.replace(/\/\d+$/, '')} ${state}`]
  if (booking !== undefined) {
    const values = booking.includes('$2') ? [transactionId, Number(attempt)] : [transactionId]
    await database.query({
      text: `select ${booking} from quotes where transaction_id = $1`,
      values,
    })
  }
  const [payment] = await database.query<Payment>({
    name: 'payment_of_transaction',
    text: `select id, platform_id, customer_id, source_account_id, transaction_id, status,
        funded_amount is not null as is_funded, returned_at is not null as is_returned
      from quotes where transaction_id = $1`,
    values: [transactionId],
  })
  return payment
}

/** What is booked at once, by the kind of the reference and the state; `$2` is a refund's attempt. */
const bookings: Readonly<Record<string, string>> = {
  ' SETTLED': 'note_rail_settled($1)',
  '/collect SETTLED': 'book_collection(id)',
  '/collect RETURNED': 'return_collection(id)',
  // A rail that has settled does not fail any more: it is a return by another name.
  '/collect FAILED': 'case when funded_amount is not null then return_collection(id) end',
  '/refund SETTLED': 'land_refund(id, $2)',
  '/refund RETURNED': 'return_refund(id, $2)',
  '/refund FAILED': 'fail_refund(id, $2)',
}

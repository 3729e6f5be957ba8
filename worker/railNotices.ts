/**
 * Reads the rail's feed of notices. Open payments poll the rail themselves; the feed is for what
 * happens later: a settled payout that the bank returns, a payout that settles after its refund,
 * a collection that settles after its payment has failed, a collection or a refund that is
 * returned. It also reports deposits. Each environment has a rail of its own: its feed, its dead
 * letters, and the payments that a notice can be about.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import type { BookedNotice } from '../db/sqlFunctions.ts'
import type { OrderNotice, Rail, RailNotice } from '../providers/payoutRail/index.ts'
import type { Config } from '../runtime/config.ts'
import type { Start } from '../workflows/defineWorkflow.ts'
import { workflows } from '../workflows/registry.ts'
import { isDepositReturn, recordDepositReturn } from './depositReturns.ts'
import { recordDeposit } from './deposits.ts'
import { isPermanent } from './permanentErrors.ts'
import { ensureStarted } from './temporalClient.ts'

const PAGE = 200
/** Dead letters that one round retries. */
const DEAD_LETTERS_RETRIED_MAX = 50
/** Kept notices that one round books, once their references are known. */
const KNOWN_MAX = 200

export type RailFeed = {
  readonly environment: Environment
  readonly rail: Pick<Rail, 'notices' | 'find'>
}

/** Reads all new notices of one environment's rail. */
export async function readRailNotices(
  database: Database,
  feed: RailFeed,
  client: Client,
  config: Config,
  log: Logger,
): Promise<void> {
  const handle: HandleNotice = async (notice) => {
    if ('malformed' in notice) throw new UnknownNotice('is not a known kind of notice')
    if ('deposit' in notice) return recordDeposit(database, feed.environment, notice, log)
    if (isDepositReturn(notice)) {
      if (await recordDepositReturn(database, feed, notice)) return
      return keepUnknown(database, feed, notice, log)
    }
    const start = await correctionOf(database, feed, config, notice, log)
    if (start !== undefined) await ensureStarted({ database, client, config }, start)
  }
  await retryDeadLetters(database, feed.environment, handle, log)
  await bookKnownNotices(database, feed.environment, handle, log)
  await readFeed(database, feed, handle, log)
}

type HandleNotice = (notice: RailNotice) => Promise<void>

async function readFeed(
  database: Database,
  { environment, rail }: RailFeed,
  handle: HandleNotice,
  log: Logger,
): Promise<void> {
  for (;;) {
    const [cursor] = await database.query<{ sequence: bigint }>({
      name: 'rail_cursor_of',
      text: 'select sequence from rail_cursors where environment = $1',
      values: [environment],
    })
    const after = cursor?.sequence ?? 0n
    const notices = await rail.notices(Number(after), PAGE)
    if (notices.length === 0) return
    const inOrder = [...notices].sort((a, b) => a.sequence - b.sequence)
    for (const notice of inOrder) {
      try {
        await handle(notice)
      } catch (error) {
        if (!isNoticeError(error)) throw error
        log.error(
          { err: error, environment, notice },
          'a notice of the rail cannot be booked and becomes a dead letter',
        )
        await moveToDeadLetters(database, environment, notice, error)
      }
    }
    // Only past notices whose workflow is started: after a crash the page is read again. And only from where
    // this page began: a restore may have set it back meanwhile, and what came between is to be read again.
    await database.query({
      name: 'advance_rail_cursor_from',
      text: 'update rail_cursors set sequence = greatest(sequence, $2) where environment = $1 and sequence = $3',
      values: [environment, inOrder.at(-1)?.sequence ?? 0, after],
    })
  }
}

class UnknownNotice extends Error {}

/** Whether the error is permanent for this notice: it is of an unknown kind, or was rejected. */
function isNoticeError(error: unknown): error is Error {
  return error instanceof UnknownNotice || isPermanent(error)
}

async function moveToDeadLetters(
  database: Database,
  environment: Environment,
  notice: RailNotice,
  error: Error,
): Promise<void> {
  await database.query({
    text: `insert into rail_notice_dead_letters (environment, sequence, notice, error)
      values ($1, $2, $3, $4) on conflict do nothing`,
    values: [environment, notice.sequence, JSON.stringify(notice), error.message],
  })
}

/**
 * Retries the next dead letters: a newer release may know the notice, or the order of notices has
 * changed.
 */
async function retryDeadLetters(
  database: Database,
  environment: Environment,
  handle: HandleNotice,
  log: Logger,
): Promise<void> {
  const rows = await database.query<{ notice: string }>({
    name: 'claim_dead_letters',
    text: 'select notice from claim_dead_letters($1, $2)',
    values: [environment, DEAD_LETTERS_RETRIED_MAX],
  })
  for (const row of rows) {
    const notice: RailNotice = JSON.parse(row.notice)
    try {
      await handle(notice)
    } catch (error) {
      if (!isNoticeError(error)) throw error
      continue
    }
    await database.query({
      text: 'delete from rail_notice_dead_letters where environment = $1 and sequence = $2',
      values: [environment, notice.sequence],
    })
    log.warn({ environment, notice }, 'a dead letter is booked')
  }
}

/**
 * Books notices whose reference was not ours when they came, and is now: its payment was taken over
 * after a restore of the database.
 */
async function bookKnownNotices(
  database: Database,
  environment: Environment,
  handle: HandleNotice,
  log: Logger,
): Promise<void> {
  const rows = await database.query<{ sequence: bigint; notice: string }>({
    name: 'known_rail_notices',
    text: 'select sequence, notice from known_rail_notices($1, $2)',
    values: [environment, KNOWN_MAX],
  })
  for (const row of rows) {
    const notice: RailNotice = JSON.parse(row.notice)
    try {
      await handle(notice)
    } catch (error) {
      if (!isNoticeError(error)) throw error
      await moveToDeadLetters(database, environment, notice, error)
    }
    await database.query({
      text: 'delete from unknown_rail_notices where environment = $1 and sequence = $2',
      values: [environment, row.sequence],
    })
    log.warn({ environment, notice }, 'a notice about a reference that was not known is booked')
  }
}

/** As `rail_reference` makes those of a payment's instructions. */
const PAYMENT_REFERENCE = /^Transaction:[0-9a-f-]{36}(\/(collect|refund(\/[0-9]+)?))?$/

/**
 * Keeps a notice about a reference that is not ours, until it is or a person has decided about it. Where we gave the
 * instruction, the database has lost it, and nothing is changed any more. Another customer of the rail that has it name a reference
 * cannot stop the service so: it must have our form, and the rail an instruction of ours under it.
 */
async function keepUnknown(
  database: Database,
  { environment, rail }: RailFeed,
  notice: OrderNotice,
  log: Logger,
): Promise<void> {
  const { sequence, reference } = notice
  const isOursByForm = PAYMENT_REFERENCE.test(reference) || isDepositReturn(notice)
  const isConfirmed = isOursByForm && (await rail.find(reference)) !== undefined
  log.error(
    { environment, reference, isConfirmed },
    'the rail names an instruction that the database does not know',
  )
  await database.call(
    'keep_unknown_notice',
    ...([environment, sequence, reference, JSON.stringify(notice), isConfirmed] as const),
  )
}

/** Books a notice about an instruction of ours; the correction that it starts, if any. */
async function correctionOf(
  database: Database,
  feed: RailFeed,
  config: Config,
  notice: OrderNotice,
  log: Logger,
): Promise<Start | undefined> {
  const { environment, rail } = feed
  const booked = await database.call('book_notice', environment, notice.reference, notice.state)
  if (booked === null) {
    await keepUnknown(database, feed, notice, log)
    return undefined
  }
  if (booked.kind === 'PAYOUT' && notice.state === 'SETTLED' && booked.isReversed) {
    // The notice may be an old one, read again, from before the payout was reported as failed.
    if (await isSettled(rail, notice)) {
      await database.call('settle_reversed_payout', booked.paymentId)
    }
  }
  const correction = correctionNamed(notice, booked)
  if (correction === undefined) return undefined
  // A collection that the rail has taken back since: the notice of that ends its refund unpaid.
  if (correction === 'COLLECTED_LATE' && !(await isSettled(rail, notice))) return undefined
  return workflows.paymentCorrection.start(
    {
      paymentId: booked.paymentId,
      outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
      environment,
      correction,
      ...(correction === 'RETURNED' && { reason: notice.reason ?? 'PAYOUT_RETURNED' }),
      ...(correction === 'REVERSED' && { reason: notice.reason ?? 'QUOTE_EXECUTION_FAILED' }),
    },
    {
      platformId: booked.platformId,
      customerId: booked.customerId ?? undefined,
      accountId: booked.sourceAccountId ?? undefined,
      transactionId: booked.transactionId,
    },
  )
}

/** Whether the rail still reports it: a notice may be older than what the rail has said since. */
async function isSettled(rail: RailFeed['rail'], { reference }: OrderNotice): Promise<boolean> {
  return (await rail.find(reference))?.state === 'SETTLED'
}

/** What a notice means for a payment whose own workflow may have closed. */
function correctionNamed(
  { state }: OrderNotice,
  { kind, status, hasLateRefund, isSettled, isReturned }: BookedNotice,
): 'RETURNED' | 'REVERSED' | 'SETTLED_LATE' | 'COLLECTED_LATE' | undefined {
  const isLate = state === 'SETTLED' && status === 'FAILED'
  if (kind === 'COLLECTION' && isLate && hasLateRefund) return 'COLLECTED_LATE'
  if (kind === 'PAYOUT' && state === 'RETURNED') return 'RETURNED'
  if (kind === 'PAYOUT' && state === 'FAILED' && isSettled) return 'REVERSED'
  if (kind === 'PAYOUT' && isLate && !isReturned) return 'SETTLED_LATE'
  return undefined
}

/**
 * Reads the providers' feeds of notices. Open payments poll their provider themselves; the feed is for what
 * happens later: a settled payout that the bank returns, a payout that settles after its refund,
 * a collection that settles after its payment has failed, a collection or a refund that is
 * returned. It also reports deposits, and has an open payment look at once where its provider has said when a look is worth
 * its call. Each provider of each environment has a feed of its own: its cursor, under a lease, its dead letters, and the
 * payments that a notice can be about.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Environment } from '../contract/outsideParties.ts'
import type { RailProvider } from '../contract/railRoutes.ts'
import type { Database } from '../db/database.ts'
import type { BookedNotice } from '../db/railFunctions.ts'
import {
  isMicroEntry,
  type OrderNotice,
  type Rail,
  RailError,
  type RailNotice,
  withoutMicroAmount,
} from '../providers/payoutRail/index.ts'
import type { Config } from '../runtime/config.ts'
import type { Start } from '../workflows/defineWorkflow.ts'
import { workflows } from '../workflows/registry.ts'
import { isDepositReturn, recordDepositReturn } from './depositReturns.ts'
import { recordDeposit, recordTakenBack } from './deposits.ts'
import { recordMicroEntry } from './microEntries.ts'
import { isPermanent } from './permanentErrors.ts'
import { railConsequences } from './railConsequences.ts'
import { callNow } from './resumePayouts.ts'
import { ensureStarted } from './temporalClient.ts'

const PAGE = 200
/** Dead letters that one round retries. */
const DEAD_LETTERS_RETRIED_MAX = 50
/** Kept notices that one round books, once their references are known. */
const KNOWN_MAX = 200

/** How long a feed stays with a process that has died. */
const HELD_SECONDS = 10

export type RailFeed = {
  readonly environment: Environment
  /** Whose feed it is. */
  readonly provider: RailProvider
  readonly rail: Pick<Rail, 'notices' | 'noticesOf' | 'find'>
}

/** Reads all new notices of one provider. Another process that reads them now has them. */
export async function readRailNotices(
  database: Database,
  feed: RailFeed,
  client: Client,
  config: Config,
  log: Logger,
): Promise<void> {
  const handle: HandleNotice = async (notice) => {
    if ('malformed' in notice) throw new UnknownNotice('is not a known kind of notice')
    if ('deposit' in notice) return recordDeposit(database, feed, notice, log)
    if ('takenBack' in notice) return recordTakenBack(database, feed, notice)
    if (isDepositReturn(notice)) {
      if (await recordDepositReturn(database, feed, notice)) return
      return keepUnknown(database, feed, notice, log)
    }
    if (isMicroEntry(notice)) {
      if (!(await recordMicroEntry(database, feed, notice))) {
        return keepUnknown(database, feed, notice, log)
      }
      return railConsequences({ database, log }, feed, notice)
    }
    const start = await correctionOf(database, feed, config, notice, log, client)
    if (start !== undefined) await ensureStarted({ database, client, config }, start)
  }
  const { environment, provider } = feed
  const holder = randomUUID()
  const claim = (): Promise<string | null> =>
    database.call('claim_rail_feed', environment, provider, holder, HELD_SECONDS)
  if ((await claim()) === null) return
  try {
    await retryDeadLetters(database, feed, handle, log)
    await bookKnownNotices(database, feed, handle, log)
    await readFeed(database, feed, handle, log, claim)
  } finally {
    await database.call('release_rail_feed', environment, provider, holder)
  }
}

type HandleNotice = (notice: RailNotice) => Promise<void>

async function readFeed(
  database: Database,
  feed: RailFeed,
  handle: HandleNotice,
  log: Logger,
  claim: () => Promise<string | null>,
): Promise<void> {
  const { environment, provider, rail } = feed
  for (;;) {
    const before = await claim()
    if (before === null) return
    const { notices, position } = await rail.notices(before, PAGE)
    for (const notice of notices.map(withoutMicroAmount)) {
      try {
        await handle(notice)
      } catch (error) {
        if (!isNoticeError(error)) throw error
        log.error(
          { err: error, environment, provider, notice },
          'a notice of the rail cannot be booked and becomes a dead letter',
        )
        await moveToDeadLetters(database, feed, notice, error)
      }
    }
    if (position === before) return
    // Only past notices whose workflow is started: after a crash the page is read again. And only from where
    // this page began: a restore may have set it back meanwhile, and what came between is to be read again.
    await database.call('advance_rail_feed', environment, provider, before, position)
  }
}

class UnknownNotice extends Error {}

/** Whether the error is permanent for this notice: it is of an unknown kind, or was rejected. */
function isNoticeError(error: unknown): error is Error {
  return error instanceof UnknownNotice || isPermanent(error)
}

async function moveToDeadLetters(
  database: Database,
  { environment, provider }: RailFeed,
  notice: RailNotice,
  error: Error,
): Promise<void> {
  await database.query({
    text: `insert into rail_notice_dead_letters (environment, provider, event_id, notice, error)
      values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [environment, provider, notice.eventId, JSON.stringify(notice), error.message],
  })
}

/**
 * Retries the next dead letters: a newer release may know the notice, the order of notices has
 * changed, or the provider now shows what it did not.
 */
async function retryDeadLetters(
  database: Database,
  { environment, provider, rail }: RailFeed,
  handle: HandleNotice,
  log: Logger,
): Promise<void> {
  const rows = await database.query<{ notice: string }>({
    name: 'claim_dead_letters',
    text: 'select notice from claim_dead_letters($1, $2, $3)',
    values: [environment, provider, DEAD_LETTERS_RETRIED_MAX],
  })
  for (const row of rows) {
    const notice: RailNotice = JSON.parse(row.notice)
    try {
      for (const one of await saidNow(rail, notice)) await handle(one)
    } catch (error) {
      const isAway = error instanceof RailError
      if (!isNoticeError(error) && !isAway) throw error
      if ('malformed' in notice && rail.noticesOf !== undefined) {
        await database.call('defer_dead_letter', environment, provider, notice.eventId)
      }
      if (isAway) throw error
      continue
    }
    await database.query({
      text: `delete from rail_notice_dead_letters
        where environment = $1 and provider = $2 and event_id = $3`,
      values: [environment, provider, notice.eventId],
    })
    log.warn({ environment, notice }, 'a dead letter is booked')
  }
}

/** What could be read stays as it was; what could not is asked for again. */
async function saidNow(rail: RailFeed['rail'], notice: RailNotice): Promise<readonly RailNotice[]> {
  if (!('malformed' in notice) || rail.noticesOf === undefined) return [notice]
  return rail.noticesOf(notice.eventId)
}

/**
 * Books notices whose reference was not ours when they came, and is now: its payment was taken over
 * after a restore of the database.
 */
async function bookKnownNotices(
  database: Database,
  feed: RailFeed,
  handle: HandleNotice,
  log: Logger,
): Promise<void> {
  const { environment, provider } = feed
  const rows = await database.query<{ sequence: bigint; notice: string }>({
    name: 'known_rail_notices',
    text: 'select sequence, notice from known_rail_notices($1, $2, $3)',
    values: [environment, provider, KNOWN_MAX],
  })
  for (const row of rows) {
    const notice: RailNotice = JSON.parse(row.notice)
    try {
      await handle(notice)
    } catch (error) {
      if (!isNoticeError(error)) throw error
      await moveToDeadLetters(database, feed, notice, error)
    }
    await database.query({
      text: 'delete from unknown_rail_notices where sequence = $1',
      values: [row.sequence],
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
  { environment, provider, rail }: RailFeed,
  notice: OrderNotice,
  log: Logger,
): Promise<void> {
  const { eventId, reference } = notice
  const isOursByForm =
    PAYMENT_REFERENCE.test(reference) || isDepositReturn(notice) || isMicroEntry(notice)
  const isConfirmed = isOursByForm && (await rail.find(reference)) !== undefined
  log.error(
    { environment, reference, isConfirmed },
    'the rail names an instruction that the database does not know',
  )
  await database.call(
    'keep_unknown_notice',
    ...([environment, provider, eventId, reference, JSON.stringify(notice), isConfirmed] as const),
  )
}

/** Books a notice about an instruction of ours; the correction that it starts, if any. */
async function correctionOf(
  database: Database,
  feed: RailFeed,
  config: Config,
  notice: OrderNotice,
  log: Logger,
  client: Client,
): Promise<Start | undefined> {
  const { environment, provider, rail } = feed
  const { reference, state, amountMinor, currency, returnedMinor, handle, code, refund, onChain } =
    notice
  const reported = { provider, amountMinor, currency, returnedMinor, handle, code, refund, onChain }
  const booked = await database.call('book_notice', environment, reference, state, reported)
  if (booked === null) {
    await keepUnknown(database, feed, notice, log)
    return undefined
  }
  await railConsequences({ database, log }, feed, notice)
  // Its provider has said when to look, which may be days ahead; the payment looks now, and gets another time.
  if (provider !== 'RAIL' && isOpen(booked)) {
    await callNow(client, workflows.quoteExecution.id({ paymentId: booked.paymentId }))
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

/** Whether a workflow of the payment may be waiting for the end of an instruction. */
function isOpen({ status, kind }: BookedNotice): boolean {
  return status === 'PROCESSING' || kind === 'REFUND'
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

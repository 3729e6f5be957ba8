/**
 * Starts, and signals, what decisions have written into `pending_starts` and no API process has handed over: rows are claimed
 * first, then Temporal is called, so that no transaction spans a call to it.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import { systemClock } from '../contract/time.ts'
import type { Database } from '../db/database.ts'
import type { ClaimedStart } from '../db/sqlFunctions.ts'
import type { Config } from '../runtime/config.ts'
import { settingsOfRow, startOfOpenRow } from '../workflows/registry.ts'
import { isOutage } from './permanentErrors.ts'
import { ensureStarted, signalOnce } from './temporalClient.ts'

const CLAIMED_MAX = 100
const AT_ONCE = 16
/** What a worker that has died had claimed is claimed by another one after this. */
const LEASE_SECONDS = 20
const RETRY_SECONDS = 1
/** How long each call to Temporal is waited for: a start, then a signal. */
const CALL_MS = 5_000
/** Calls that begin later could end after the lease, when another worker makes them too. */
const BEGIN_MS = LEASE_SECONDS * 1_000 - 2 * CALL_MS - 2_000
/** Of one round: what is left comes with the next one. */
const CLAIMS_MAX = 20

type Starting = {
  readonly database: Database
  readonly client: Client
  readonly config: Config
  readonly log: Logger
}

/**
 * Starts all that is due, in the order in which it was decided. Where Temporal is away the round ends, and what it has
 * claimed is due again with the next one.
 *
 * @throws Error when PostgreSQL is away
 */
export async function startPending(starting: Starting): Promise<void> {
  const { database } = starting
  for (let claim = 0; claim < CLAIMS_MAX; claim += 1) {
    const claimed = await database.call('claim_pending_starts', CLAIMED_MAX, LEASE_SECONDS)
    if (claimed.length === 0) return
    const { done, left, isAway } = await startAll(starting, claimed)
    if (done.length > 0) await database.call('delete_pending_starts', done)
    if (left.length > 0) await database.call('release_pending_starts', left, RETRY_SECONDS)
    if (isAway || claimed.length < CLAIMED_MAX) return
  }
}

type Ended = {
  readonly done: number[]
  readonly left: number[]
  isAway: boolean
  /** Milliseconds of the machine's own clock. */
  readonly beginsUntil: number
}

async function startAll(starting: Starting, claimed: readonly ClaimedStart[]): Promise<Ended> {
  const beginsUntil = performance.now() + BEGIN_MS
  const ended: Ended = { done: [], left: [], isAway: false, beginsUntil }
  // Starts of one subject one after the other: its start, then its signals.
  const subjects = bySubject(claimed)
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = subjects.shift(); next !== undefined; next = subjects.shift()) {
      await startInOrder(starting, next, ended)
    }
  })
  await Promise.all(lanes)
  return ended
}

function bySubject(claimed: readonly ClaimedStart[]): ClaimedStart[][] {
  const groups = new Map<string, ClaimedStart[]>()
  for (const each of claimed) {
    const subject = `${each.row.kind}:${each.row.id}`
    groups.set(subject, [...(groups.get(subject) ?? []), each])
  }
  return [...groups.values()]
}

async function startInOrder(
  starting: Starting,
  ofSubject: readonly ClaimedStart[],
  ended: Ended,
): Promise<void> {
  const { log } = starting
  for (const [index, claimed] of ofSubject.entries()) {
    const rest = ofSubject.slice(index).map(({ id }) => id)
    if (ended.isAway || performance.now() > ended.beginsUntil) {
      ended.left.push(...rest)
      return
    }
    const subject = `${claimed.row.kind}:${claimed.row.id}`
    try {
      const isOpen = await startAndSignal(starting, claimed)
      if (isOpen) ended.done.push(claimed.id)
      // The row is open all the same: it counts for open_rows_without_workflow too, and waits for the next claim.
      else log.error({ subject }, 'a pending start, but its workflow has completed')
    } catch (error) {
      log.warn({ err: error, subject }, 'a pending start waits for the next round')
      ended.isAway ||= isOutage(error)
      ended.left.push(...rest)
      return
    }
  }
}

/** @returns whether its workflow runs now, and has the signal */
async function startAndSignal(starting: Starting, claimed: ClaimedStart): Promise<boolean> {
  const { id, row, signal, payload } = claimed
  const start = startOfOpenRow(row, settingsOfRow(starting.config, row))
  // A kind of a later release, whose workers start it.
  if (start === undefined) return false
  const { client } = starting
  const within = <Result>(call: () => Promise<Result>): Promise<Result> =>
    client.withDeadline(systemClock.now().getTime() + CALL_MS, call)
  const isStarted =
    row.isClosed !== undefined || (await within(() => ensureStarted(starting, start)))
  if (signal === undefined || !isStarted) return isStarted
  const sent = { name: signal, payload, requestId: `pending/${id}` }
  const isSignalled = await within(() => signalOnce(client, start.workflowId, sent))
  // A closed subject may have no run that waits for it.
  return isSignalled || row.isClosed !== undefined
}

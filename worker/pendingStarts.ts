/**
 * Starts, and signals, what decisions have written into `pending_starts` and nobody has handed over: rows are claimed
 * first, then Temporal is called, so that no transaction spans a call to it.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { ClaimedStart } from '../db/sqlFunctions.ts'
import type { Config } from '../runtime/config.ts'
import { settingsOfRow, startOfOpenRow } from '../workflows/registry.ts'
import { isOutage } from './permanentErrors.ts'
import { ensureSignalled, ensureStarted } from './temporalClient.ts'

const CLAIMED_MAX = 100
const AT_ONCE = 16
/** Longer than all calls of one claim take: each waits five seconds at most for Temporal. */
const LEASE_SECONDS = 60
const START_MS = 5_000
/** Of one round: what is left comes with the next one. */
const CLAIMS_MAX = 20

type Starting = {
  readonly database: Database
  readonly client: Client
  readonly config: Config
  readonly log: Logger
}

/**
 * Starts all that is due, in the order in which it was decided.
 *
 * @throws Error when PostgreSQL is away
 */
export async function startPending(starting: Starting): Promise<void> {
  const { database } = starting
  for (let claim = 0; claim < CLAIMS_MAX; claim += 1) {
    const claimed = await database.call('claim_pending_starts', CLAIMED_MAX, LEASE_SECONDS)
    if (claimed.length === 0) return
    // Those of one subject one after the other: its start, then what it is told.
    const subjects = bySubject(claimed)
    let isAway = false
    const works = Array.from({ length: AT_ONCE }, async () => {
      for (let next = subjects.shift(); next !== undefined && !isAway; next = subjects.shift()) {
        const done = await startInOrder(starting, next)
        isAway ||= done === 'AWAY'
      }
    })
    await Promise.all(works)
    if (isAway || claimed.length < CLAIMED_MAX) return
  }
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
): Promise<'DONE' | 'AWAY'> {
  const { client, database, log } = starting
  for (const claimed of ofSubject) {
    const subject = `${claimed.row.kind}:${claimed.row.id}`
    try {
      const isOpen = await client.withDeadline(Date.now() + START_MS, () => tell(starting, claimed))
      // A run that has completed although its row is open counts for open_rows_without_workflow: the row waits with it.
      if (isOpen) await database.call('delete_pending_starts', [claimed.id])
      else log.error({ subject }, 'a pending start, but its workflow has completed')
    } catch (error) {
      log.warn({ err: error, subject }, 'a pending start waits for the next claim')
      if (isOutage(error)) return 'AWAY'
      return 'DONE'
    }
  }
  return 'DONE'
}

/** @returns whether its workflow runs now, and has been told */
async function tell(starting: Starting, claimed: ClaimedStart): Promise<boolean> {
  const { id, row, signal, payload } = claimed
  const start = startOfOpenRow(row, settingsOfRow(starting.config, row))
  // A kind of a later release, whose workers start it.
  if (start === undefined) return false
  if (signal === undefined) return ensureStarted(starting, start)
  return ensureSignalled(starting, start, { name: signal, payload, requestId: `pending/${id}` })
}

/**
 * Hands what a decision has written to start over to Temporal, after the commit. Nobody waits for it: the row in
 * `pending_starts` is enough, and a worker takes what is not handed over in time.
 */
import type { Logger } from 'pino'
import type { Database, Queryable } from '../db/database.ts'
import type { PendingStart } from '../db/sqlFunctions.ts'
import { storeStateOf } from '../db/storeState.ts'
import type { Config } from '../runtime/config.ts'
import { settingsOfRow, startOfOpenRow } from '../workflows/registry.ts'
import { withinDeadline } from './deadline.ts'
import type { TemporalGateway } from './temporal.ts'

export type HandOver = {
  /** Begins the start, unless as many as may be are in flight. */
  handOver(start: PendingStart): void
  /** Waits for what is in flight. */
  close(): Promise<void>
}

/** Of one start. `add_pending_start` knows it, with what the deletion takes: the row is due after both. */
const START_MS = 5_000
/** Rows of so much time are deleted by one statement. */
const BATCH_MS = 100
const DELETE_MS = 2_000

export function createHandOver({
  config,
  database,
  log,
  temporal,
}: {
  readonly config: Pick<
    Config,
    'OUTSIDE_TASK_QUEUE' | 'STARTS_IN_FLIGHT_MAX' | 'VERIFICATION_POLL_SECONDS'
  >
  readonly database: Pick<Database, 'call'> & Queryable
  readonly log: Logger
  readonly temporal: Pick<TemporalGateway, 'tryStart'>
}): HandOver {
  const inFlight = new Set<Promise<void>>()
  let started: number[] = []
  let deleting: Promise<void> | undefined

  /** What could not be deleted is found started by a worker. */
  async function deleteStarted(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BATCH_MS))
    const ids = started
    started = []
    deleting = undefined
    await withinDeadline(DELETE_MS, () => database.call('delete_pending_starts', ids)).catch(
      (error: unknown) => log.warn({ err: error }, 'starts that were made stay noted'),
    )
  }

  async function begin({ id, row }: PendingStart): Promise<void> {
    const start = startOfOpenRow(row, settingsOfRow(config, row))
    if (start === undefined) return
    const isStarted = await withinDeadline(START_MS, async () => {
      if ((await storeStateOf(database)).state !== 'OPEN') return false
      return temporal.tryStart(start)
    }).catch(() => false)
    if (!isStarted) return
    started.push(id)
    deleting ??= deleteStarted()
  }

  return {
    handOver(start) {
      if (inFlight.size >= config.STARTS_IN_FLIGHT_MAX) return
      const run = begin(start).finally(() => inFlight.delete(run))
      inFlight.add(run)
    },
    async close() {
      await Promise.all(inFlight)
      await deleting
    },
  }
}

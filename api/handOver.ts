/**
 * Hands what a decision has written to start over to Temporal, after the commit. No request waits for it: the row in
 * `pending_starts` is enough, and a worker takes what is not handed over in time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PendingStart } from '../contract/openRow.ts'
import type { Database, Queryable } from '../db/database.ts'
import { isStoreOpen, storeStateOf } from '../db/storeState.ts'
import type { Config } from '../runtime/config.ts'
import type { Start } from '../workflows/defineWorkflow.ts'
import { settingsOfRow, startOfOpenRow } from '../workflows/registry.ts'
import { withinDeadline } from './deadline.ts'
import type { TemporalGateway } from './temporal.ts'
import { waitsOf } from './waits.ts'

export type HandOver = {
  /** Begins the start, or leaves it to a worker at once: where many are in flight, or half of them are the platform's. */
  handOver(start: PendingStart): void
  /**
   * Like `handOver`, but waits for the workflow's result, for ANSWER_WAIT_MS at most: the record shows it then, or what
   * it is without it.
   *
   * @returns the result, where it came in time
   */
  handOverAndWait<Answer>(start: PendingStart): Promise<Answer | undefined>
  /** Waits for what is in flight. */
  close(): Promise<void>
}

/** Of one start. `add_pending_start` knows it, with what the deletion takes: the row is due after both. */
const START_MS = 5_000
/** One statement writes the rows that came within this time. */
const BATCH_MS = 100
const WRITE_MS = 2_000

export function createHandOver({
  config,
  database,
  log,
  temporal,
}: {
  readonly config: Pick<
    Config,
    'ANSWER_WAIT_MS' | 'OUTSIDE_TASK_QUEUE' | 'STARTS_IN_FLIGHT_MAX' | 'VERIFICATION_POLL_SECONDS'
  >
  readonly database: Pick<Database, 'call'> & Queryable
  readonly log: Logger
  readonly temporal: Pick<TemporalGateway, 'startAndWait' | 'start'>
}): HandOver {
  const inFlight = new Set<Promise<void>>()
  const max = config.STARTS_IN_FLIGHT_MAX
  const starting = waitsOf(Math.ceil(max / 2))
  let startingInAll = 0

  /** What could not be deleted is found started by a worker. */
  const started = batchesOf((ids) => database.call('delete_pending_starts', ids))
  /** What this process does not start itself is due at once. */
  const left = batchesOf((ids) => database.call('release_pending_starts', ids, 0))

  /** Row ids, for one statement after each BATCH_MS. */
  function batchesOf(write: (ids: number[]) => Promise<unknown>) {
    let ids: number[] = []
    let writing: Promise<void> | undefined
    const writeAll = async (): Promise<void> => {
      await sleep(BATCH_MS)
      const batch = ids
      ids = []
      writing = undefined
      await withinDeadline(WRITE_MS, () => write(batch)).catch((error: unknown) =>
        log.warn({ err: error }, 'pending starts wait until they are due'),
      )
    }
    return {
      add(id: number): void {
        ids.push(id)
        writing ??= writeAll()
      },
      settled: async (): Promise<void> => writing,
    }
  }

  /** @param send whether the workflow runs now */
  async function begin(
    { id, row }: PendingStart,
    send: (start: Start) => Promise<boolean>,
  ): Promise<void> {
    const start = startOfOpenRow(row, settingsOfRow(config, row))
    if (start === undefined) return
    const isStarted = await send(start).catch((error: unknown) => {
      log.warn({ err: error, workflowId: start.workflowId }, 'a start is left to a worker')
      return false
    })
    if (isStarted && id !== undefined) started.add(id)
  }

  function track(run: Promise<void>): Promise<void> {
    const tracked = run.finally(() => inFlight.delete(tracked))
    inFlight.add(tracked)
    return tracked
  }

  /** In a store that was set back nothing is started: the sweep does it, once it is open. */
  const mayStart = async (): Promise<boolean> => isStoreOpen(await storeStateOf(database))

  const startOnly = (start: Start): Promise<boolean> =>
    withinDeadline(START_MS, async () => (await mayStart()) && temporal.start(start))

  return {
    handOver(start) {
      const { id, row } = start
      const leave = startingInAll < max ? starting.enter(row.platform_id || row.id) : undefined
      if (leave === undefined) {
        if (id !== undefined) left.add(id)
        return
      }
      startingInAll += 1
      void track(
        begin(start, startOnly).finally(() => {
          startingInAll -= 1
          leave()
        }),
      )
    },
    async handOverAndWait<Answer>(pending: PendingStart) {
      const waiting = new AbortController()
      const late = sleep(config.ANSWER_WAIT_MS, undefined, waiting).catch(() => undefined)
      let answer: Answer | undefined
      const startAndWait = async (start: Start): Promise<boolean> => {
        if (!(await mayStart())) return false
        const result = await temporal.startAndWait<Answer>(start)
        if (result.state === 'ANSWERED') answer = result.answer
        return result.state === 'ANSWERED' || result.state === 'PENDING'
      }
      await Promise.race([track(begin(pending, startAndWait)), late])
      waiting.abort()
      return answer
    },
    async close() {
      await Promise.all(inFlight)
      await Promise.all([started.settled(), left.settled()])
    },
  }
}

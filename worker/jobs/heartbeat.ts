/**
 * The heartbeat of this process's job pools, and the clean-up of what pools of dead processes held:
 * locked jobs, endpoint slots, and deliveries whose only attempt was lost.
 */
import type { Logger } from 'pino'
import type { Queryable } from '../../db/database.ts'

export type HeartbeatTimes = {
  readonly beatMs: number
  /** A pool without a heartbeat for this long is considered dead. */
  readonly deadAfterMs: number
}

export const heartbeatTimes: HeartbeatTimes = { beatMs: 5_000, deadAfterMs: 20_000 }

export type Heartbeat = {
  add(poolId: string): void
  /** The pool has stopped: its jobs and slots are released at once. */
  remove(poolId: string): void
  /** Removes every pool and waits until that is written. */
  stop(): Promise<void>
}

export type HeartbeatOptions = {
  readonly database: Queryable
  readonly log: Logger
  readonly times: HeartbeatTimes
  /** Called after each beat that PostgreSQL took. */
  readonly onBeat: () => void
}

export function startHeartbeat({ database, log, times, onBeat }: HeartbeatOptions): Heartbeat {
  const pools = new Set<string>()
  let isStopped = false
  let beating: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const beat = async (): Promise<void> => {
    try {
      const [row] = await database.query<{ found: { released: number; requeued: number } }>({
        name: 'heartbeat_pools',
        text: "select heartbeat_pools($1, $2 * interval '1 millisecond') as found",
        values: [[...pools], times.deadAfterMs],
      })
      const found = row?.found
      if (found && found.released + found.requeued > 0)
        log.warn(found, 'took over from a dead worker')
      onBeat()
    } catch (error) {
      log.warn({ err: error }, 'heartbeat failed')
    }
  }
  const beatAndWait = (): void => {
    clearTimeout(timer)
    beating ??= beat().finally(() => {
      beating = undefined
      if (!isStopped) timer = setTimeout(beatAndWait, times.beatMs)
    })
  }
  // Best effort: a row that stays gets no more heartbeats and is released later.
  const release = async (poolId: string): Promise<void> => {
    await beating
    await database
      .call('release_job_pool', poolId)
      .catch((error: unknown) => log.warn({ err: error }, 'job pool not released'))
  }
  let released = Promise.resolve()
  const remove = (poolId: string): void => {
    pools.delete(poolId)
    released = released.then(() => release(poolId))
  }
  return {
    add(poolId) {
      pools.add(poolId)
      beatAndWait()
    },
    remove,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      for (const poolId of pools) remove(poolId)
      await released
    },
  }
}

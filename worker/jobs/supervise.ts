/**
 * Keeps the queue's runner working through PostgreSQL's absences. The queue ends a whole pool when
 * a single completion fails, and can get stuck fetching: here a successor takes over, and the
 * process goes on.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner, WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { type HeartbeatTimes, startHeartbeat } from './heartbeat.ts'

const RESTART_MS = 500
/** A pool that fetches nothing for so long, while PostgreSQL answers us, is stuck. */
const STUCK_MS = 10_000
const STOP_PATIENCE_MS = 20_000

export type SupervisorOptions = {
  readonly database: Pick<Database, 'query'>
  readonly log: Logger
  readonly times: HeartbeatTimes
  /** Starts one runner that reports to these events. */
  readonly start: (events: WorkerEvents) => Promise<Runner>
}

export type Supervisor = {
  /** Waits for the running jobs, within limits. */
  stop(): Promise<void>
}

/** Starts the first runner; a successor starts while its predecessor's last jobs end. */
export function superviseRunners({ database, log, times, start }: SupervisorOptions): Supervisor {
  const runners = new Set<Runner>()
  let isStopping = false
  let failingSince: number | undefined

  const replaceStuck = (): void => {
    if (failingSince === undefined || performance.now() - failingSince < STUCK_MS) return
    failingSince = undefined
    log.warn('job pool is stuck, starting another')
    for (const runner of runners) void runner.stop('stuck').catch(() => undefined)
  }
  const heartbeat = startHeartbeat({ database, log, times, onBeat: replaceStuck })

  const follow = (events: WorkerEvents): void => {
    const isFetching = (): void => {
      failingSince = undefined
    }
    events.on('worker:getJob:error', () => {
      failingSince ??= performance.now()
    })
    events.on('worker:getJob:empty', isFetching)
    events.on('job:start', isFetching)
    events.on('pool:create', ({ workerPool }) => heartbeat.add(workerPool.id))
    events.on('pool:release', ({ workerPool }) => heartbeat.remove(workerPool.id))
    events.on('pool:gracefulShutdown', () => {
      if (!isStopping) starting = starting.then(() => startOne(RESTART_MS))
    })
  }
  const startOne = async (waitMs: number): Promise<void> => {
    for (await sleep(waitMs); !isStopping; await sleep(RESTART_MS)) {
      try {
        const events: WorkerEvents = new EventEmitter()
        follow(events)
        const runner = await start(events)
        runners.add(runner)
        const forget = (): boolean => runners.delete(runner)
        runner.promise.then(forget, forget)
        return
      } catch (error) {
        log.warn({ err: error }, 'job runner could not start, trying again')
      }
    }
  }
  let starting = startOne(0)
  return {
    async stop() {
      isStopping = true
      await starting
      const ended = Promise.allSettled([...runners].map((runner) => runner.stop()))
      await Promise.race([ended, sleep(STOP_PATIENCE_MS, undefined, { ref: false })])
      await heartbeat.stop()
    },
  }
}

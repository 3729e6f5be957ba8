/**
 * Keeps the queue's runner working across PostgreSQL outages. A runner that has seen one is
 * replaced: the queue shuts down a whole pool when a single completion fails (and may then never
 * report that it has stopped), and a fetch whose response was lost leaves a job locked that no
 * process runs. A new runner takes over, the old one's running jobs finish, and then everything it
 * still held is released.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner, WorkerEvents, WorkerPool } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Queryable } from '../../db/database.ts'
import { runPeriodically } from '../runPeriodically.ts'
import { type Heartbeat, type HeartbeatTimes, startHeartbeat } from './heartbeat.ts'

const RESTART_MS = 500
const MAY_RUN_MS = 1_000
const STOP_PATIENCE_MS = 20_000

export type SupervisorOptions = {
  readonly database: Queryable
  readonly log: Logger
  readonly times: HeartbeatTimes
  /** Starts one runner that emits these events. */
  readonly start: (events: WorkerEvents) => Promise<Runner>
  /** While it is false no runner is started, and those that run take no more jobs. */
  readonly mayRun: () => Promise<boolean>
  /** After each job. */
  readonly onEnd: () => void
}

export type Supervisor = {
  isBusy(): boolean
  /** Lets `count` idle places look for a job now. */
  nudge(count: number): void
  /** Waits for the running jobs, up to a limit. */
  stop(): Promise<void>
}

/** Starts the first runner. */
export function superviseRunners({
  database,
  log,
  times,
  start,
  mayRun,
  onEnd,
}: SupervisorOptions): Supervisor {
  const members = new Set<Member>()
  let isStopping = false
  const heartbeat = startHeartbeat({
    database,
    log,
    times,
    onBeat() {
      for (const member of members) if (member.hasLostFetch) void member.retire()
    },
  })
  const startOne = async (waitMs: number): Promise<void> => {
    for (await sleep(waitMs); !isStopping; await sleep(RESTART_MS)) {
      // Without PostgreSQL the start fails, and is tried again.
      if (!(await mayRun().catch(() => true))) continue
      const member = new Member(heartbeat, {
        onRetired() {
          if (!isStopping) starting = starting.then(() => startOne(RESTART_MS))
        },
        onEnded: () => members.delete(member),
        onEnd,
      })
      try {
        members.add(member)
        member.follow(await start(member.events))
        return
      } catch (error) {
        members.delete(member)
        log.warn({ err: error }, 'job runner could not start, trying again')
      }
    }
  }
  let starting = startOne(0)
  const watch = runPeriodically('a look at the state of the store', MAY_RUN_MS, log, async () => {
    if (!(await mayRun())) for (const member of members) void member.retire()
  })
  return {
    isBusy: () => [...members].some((member) => member.runningJobs > 0),
    nudge(count) {
      for (const member of members) member.nudge(count)
    },
    async stop() {
      isStopping = true
      await watch.stop()
      await starting
      const ended = Promise.all([...members].map((member) => member.retire()))
      await Promise.race([ended, sleep(STOP_PATIENCE_MS, undefined, { ref: false })])
      await heartbeat.stop()
    },
  }
}

type MemberEvents = {
  /** The member takes no more jobs. */
  readonly onRetired: () => void
  /** The member's last job has finished. */
  readonly onEnded: () => void
  /** After each job. */
  readonly onEnd: () => void
}

/** One runner and its pool, tracked by the queue's events. */
class Member {
  readonly events: WorkerEvents = new EventEmitter()
  hasLostFetch = false
  private runner: Runner | undefined
  private pool: WorkerPool | undefined
  runningJobs = 0
  private isRetired = false
  private readonly ended: Promise<void>

  constructor(heartbeat: Heartbeat, { onRetired, onEnded, onEnd }: MemberEvents) {
    let resolveEnded = (): void => undefined
    this.ended = new Promise((resolve) => {
      resolveEnded = resolve
    })
    this.events.on('pool:create', ({ workerPool }) => {
      this.pool = workerPool
      heartbeat.add(workerPool.id)
    })
    this.events.on('worker:getJob:error', () => {
      this.hasLostFetch = true
    })
    this.events.on('job:start', () => {
      this.runningJobs += 1
    })
    const endIfIdle = (): void => {
      if (!this.isRetired || this.runningJobs > 0) return
      if (this.pool !== undefined) heartbeat.remove(this.pool.id)
      onEnded()
      resolveEnded()
    }
    this.events.on('job:complete', () => {
      this.runningJobs -= 1
      onEnd()
      endIfIdle()
    })
    this.events.on('pool:gracefulShutdown', () => {
      this.isRetired = true
      onRetired()
      endIfIdle()
      // By itself the queue shuts down the pool only; its timer would keep running.
      void this.runner?.stop().catch(() => undefined)
    })
  }

  follow(runner: Runner): void {
    this.runner = runner
    runner.promise.catch(() => undefined)
    if (this.isRetired) void runner.stop().catch(() => undefined)
  }

  /** Those that have been told to stop take none. */
  nudge(count: number): void {
    if (!this.isRetired) this.pool?.nudge(count)
  }

  /** Takes no more jobs; resolves when the last one has finished. */
  async retire(): Promise<void> {
    const isNew = !this.isRetired
    await Promise.all([this.ended, isNew && this.runner?.stop().catch(() => undefined)])
  }
}

/** Runs the jobs of this process: webhook deliveries, expiries, the nightly clean-up. */
import { run } from 'graphile-worker'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import type { ConnectionCheck } from '../../db/epochCheck.ts'
import type { DueJobs } from '../../db/sqlFunctions.ts'
import { mayWork, storeStateOf } from '../../db/storeState.ts'
import { type OutsideParties, openOutsideParties } from '../../providers/outsideParties.ts'
import type { Config } from '../../runtime/config.ts'
import { webhookKeyring } from '../../runtime/webhookKeys.ts'
import { runPeriodically } from '../runPeriodically.ts'
import { sweepDeposit } from '../sweepDeposit.ts'
import { type WebhookPolicy, webhookPolicy } from '../webhooks/policy.ts'
import { createPoster } from '../webhooks/post.ts'
import { type HeartbeatTimes, heartbeatTimes } from './heartbeat.ts'
import { queueLogger } from './log.ts'
import { openJobPool } from './pool.ts'
import { RETENTION_CRONTAB } from './retention.ts'
import { type Supervisor, superviseRunners } from './supervise.ts'
import { createTasks } from './tasks.ts'

export type JobRunner = {
  /** These jobs are due: as many are looked for at once. As in `Following`. */
  wake(due: DueJobs, whenIdle: () => void): void
  /** Takes no new jobs, waits for the running ones, closes the connections. */
  stop(): Promise<void>
}

export type JobRunnerOptions = {
  /** The process's main pool: quotes expire through it. */
  readonly database: Database
  /** For connections that only jobs use. */
  readonly databaseUrl: string
  /** Of each of them when it is opened. */
  readonly check?: ConnectionCheck
  readonly config: Config
  /** By which rates age; the machine's without it. */
  readonly clock?: Clock
  readonly log: Logger
  /** Liveness checks are read there; none without it. */
  readonly outside?: OutsideParties
  /** As in `TaskDependencies`. */
  readonly sendCode?: (challengeId: string, number: number) => Promise<void>
  readonly carryOutDecision?: (decisionId: string) => Promise<void>
  readonly resumePayouts?: () => Promise<void>
  readonly policy?: WebhookPolicy
  readonly heartbeat?: HeartbeatTimes
  /** How often each free place looks for a job by itself, without a notification. */
  readonly pollMs?: number
}

/** Concurrent webhook deliveries of a worker, each of which waits for an endpoint. */
const DELIVERIES = 50
/** Concurrent jobs of a worker that people wait for, such as codes: no endpoint takes their places. */
const OTHERS = 10
/** Concurrent sweeps of a worker. Many deposits of one account wait for each other, and for that take no other places. */
const SWEEPS = 4
/** Each of a process's 64 places polls for itself, besides: one statement a second in all. */
const POLL_MS = 60_000
/** How long a job that is due at once waits to be found. */
const LOOK_MS = 100

/**
 * Starts the job runner. Returns at once; without PostgreSQL it keeps trying.
 *
 * @throws ConfigError without WEBHOOK_MASTER_KEYS
 */
export async function createJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { config, database, databaseUrl, policy = webhookPolicy, clock = systemClock } = options
  const log = options.log.child({ part: 'jobs' })
  const keyring = webhookKeyring(config)
  const jobs = openJobPool(databaseUrl, log, options.check)
  const poster = createPoster({
    serviceEnvironment: config.ENVIRONMENT,
    timeoutMs: policy.timeoutMs,
  })
  const outside = options.outside ?? openOutsideParties({ SANDBOX: {}, PRODUCTION: {} }, 1)
  let isStopping = false
  const tasks = createTasks({
    payments: database,
    outside,
    databaseUrl,
    check: options.check,
    customerErasureDays: config.CUSTOMER_ERASURE_DAYS,
    sendCode: options.sendCode ?? (async () => undefined),
    carryOutDecision: options.carryOutDecision ?? (async () => undefined),
    sweepDeposit: (depositId) => sweepDeposit({ database, config, clock, outside, log }, depositId),
    resumePayouts: options.resumePayouts ?? (async () => undefined),
    delivery: {
      database: jobs.database,
      poster,
      keyring,
      policy,
      log,
      isStopping: () => isStopping,
    },
  })
  const { deliver_webhook, sweep_deposit, ...others } = tasks
  const runners = [
    { taskList: { deliver_webhook }, concurrency: DELIVERIES },
    { taskList: { sweep_deposit }, concurrency: SWEEPS },
    { taskList: others, concurrency: OTHERS, crontab: RETENTION_CRONTAB },
  ]
  let woken: { left: number; readonly whenIdle: () => void } | undefined
  const supervise = (own: (typeof runners)[number]): Supervisor =>
    superviseRunners({
      database: jobs.database,
      log,
      times: options.heartbeat ?? heartbeatTimes,
      mayRun: async () => mayWork(await storeStateOf(jobs.database)),
      onEnd() {
        if (woken === undefined) return
        woken.left -= 1
        if (supervised.some(({ supervisor }) => supervisor.isBusy())) return
        woken.whenIdle()
        if (woken.left <= 0) woken = undefined
      },
      start: (events) =>
        run({
          ...own,
          pgPool: jobs.pool,
          pollInterval: options.pollMs ?? POLL_MS,
          noHandleSignals: true,
          logger: queueLogger(log),
          events,
          // In batches, however short: a single completion that fails is an unhandled rejection.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        }),
    })
  const supervised = runners.map((own) => ({
    tasks: Object.keys(own.taskList),
    supervisor: supervise(own),
  }))
  const supervisors = supervised.map(({ supervisor }) => supervisor)
  // The library's notification would have every runner of every process look, also those that have no such task.
  const nudge = (due: DueJobs): void => {
    for (const { tasks: own, supervisor } of supervised) {
      const count = own.reduce((sum, task) => sum + (due[task] ?? 0), 0)
      if (count > 0) supervisor.nudge(count)
    }
  }
  const looking = runPeriodically('the look for due jobs', LOOK_MS, log, async () => {
    nudge(await jobs.database.call('due_jobs', DELIVERIES))
  })
  return {
    wake(due, whenIdle) {
      const count = Object.values(due).reduce((sum, jobsOfTask) => sum + jobsOfTask, 0)
      if (count === 0) return
      woken = { left: count, whenIdle }
      nudge(due)
    },
    async stop() {
      isStopping = true
      await looking.stop()
      await Promise.all(supervisors.map((supervisor) => supervisor.stop()))
      await poster.close()
      await jobs.close()
    },
  }
}

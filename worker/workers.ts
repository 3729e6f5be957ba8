/**
 * The Temporal workers of a process: one for workflows with their local activities (database
 * steps), and one for each task queue of calls to an outside party of one environment, so that a
 * slow party delays no others.
 */
import {
  type ActivityInterceptorsFactory,
  NativeConnection,
  Worker,
  type WorkflowBundle,
} from '@temporalio/worker'
import { withinAttempt } from '../activities/attempt.ts'
import { type ActivityDependencies, createDatabaseActivities } from '../activities/index.ts'
import type { Config } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { tracedActivities } from '../runtime/tracedTemporal.ts'
import { outsideQueuesOf } from './outsideQueues.ts'

const SHUTDOWN_GRACE_MS = 10_000
const SHUTDOWN_FORCE_MS = 12_000

/** Concurrency and polling. The bench runs its baseline with the same options. */
export const workflowWorkerOptions = {
  // All activities of workflow workers are local: no activity queue is polled.
  enableNonLocalActivities: false,
  // A task's time-out runs from the moment it is polled: a starved worker loses those that wait in it.
  maxConcurrentWorkflowTaskExecutions: 8,
  maxConcurrentLocalActivityExecutions: 16,
  maxConcurrentWorkflowTaskPolls: 4,
  nonStickyToStickyPollRatio: 0.8,
  // A cached workflow costs some 200 kB; an evicted one is replayed from its short history.
  maxCachedWorkflows: 500,
} as const

export const outsideWorkerOptions = { maxConcurrentActivityTaskExecutions: 100 } as const

export type WorkerRole = 'workflows' | 'outside' | 'jobs'

/** The roles of this process; the setting's pattern has validated the names. */
export function workerRoles(config: Config): ReadonlySet<WorkerRole> {
  return new Set(config.WORKER_ROLES.split(',') as WorkerRole[])
}

export type Workers = {
  /** Resolves when all have stopped; rejects when one fails. */
  readonly run: Promise<void>
  shutdown(): void
}

/** The connection that all workers of a process share. @throws Error if Temporal does not answer */
export async function connectWorker(config: Config): Promise<NativeConnection> {
  return NativeConnection.connect(temporalConnectionOptions(config))
}

/** Each attempt of a call to an outside party knows when Temporal gives it up. */
const boundedAttempts: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute: (input, next) => withinAttempt(info.startToCloseTimeoutMs, () => next(input)),
  },
})

/** Starts the workers of this process's roles, for the parties that it has. */
export async function startWorkers(
  connection: NativeConnection,
  /** Without one no workflows are run, whatever the roles. */
  workflowBundle: WorkflowBundle | undefined,
  dependencies: ActivityDependencies,
): Promise<Workers> {
  const { config, tracing } = dependencies
  const roles = workerRoles(config)
  const traced = tracing === undefined ? [] : [tracedActivities(tracing)]
  const shared = {
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverterOf(config),
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    // A local activity that retries while PostgreSQL is unavailable would block the drain for ever.
    shutdownForceTime: SHUTDOWN_FORCE_MS,
    interceptors: { activity: traced },
  }
  const workers: Worker[] = []
  if (roles.has('workflows') && workflowBundle !== undefined) {
    workers.push(
      await Worker.create({
        ...shared,
        ...workflowWorkerOptions,
        taskQueue: config.TASK_QUEUE,
        workflowBundle,
        activities: createDatabaseActivities(dependencies),
      }),
    )
  }
  if (roles.has('outside')) {
    const interceptors = { activity: [boundedAttempts, ...traced] }
    const creating = outsideQueuesOf(dependencies).map((queue) =>
      Worker.create({ ...shared, ...outsideWorkerOptions, ...queue, interceptors }),
    )
    workers.push(...(await Promise.all(creating)))
  }
  let stopped = (): void => undefined
  const untilStopped = new Promise<void>((resolve) => {
    stopped = resolve
  })
  const shutdown = (): void => {
    stopped()
    for (const worker of workers) {
      if (worker.getState() === 'RUNNING') worker.shutdown()
    }
  }
  // When one worker fails the others are stopped too; a process that runs jobs only just waits.
  const running = workers.map((worker) => worker.run().finally(shutdown))
  return { run: Promise.all([untilStopped, ...running]).then(() => undefined), shutdown }
}

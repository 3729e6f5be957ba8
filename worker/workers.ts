/**
 * The two Temporal workers of a process: workflows with their database steps, and the calls to
 * outside parties on a task queue of their own, so that a slow party holds up nobody else.
 */
import { NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker'
import {
  type ActivityDependencies,
  createDatabaseActivities,
  createOutsideActivities,
} from '../activities/index.ts'
import { type Config, need } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'

const SHUTDOWN_GRACE_MS = 10_000
const SHUTDOWN_FORCE_MS = 12_000

/** How much at once, and how tasks are fetched. The bench gives its floor the same. */
export const workflowWorkerOptions = {
  // Every activity of these is local: no queue of activities is asked.
  enableNonLocalActivities: false,
  maxConcurrentWorkflowTaskExecutions: 100,
  maxConcurrentLocalActivityExecutions: 100,
  // With the defaults short workflows waited seconds for their first task now and then.
  maxConcurrentWorkflowTaskPolls: 20,
  nonStickyToStickyPollRatio: 0.8,
  // Parked ones cost some 200 kB each; an evicted one is replayed from its short history.
  maxCachedWorkflows: 500,
} as const

export const outsideWorkerOptions = { maxConcurrentActivityTaskExecutions: 100 } as const

export type WorkerRole = 'workflows' | 'outside' | 'jobs'

/** What this process does; the setting's pattern has checked the names. */
export function workerRoles(config: Config): ReadonlySet<WorkerRole> {
  return new Set(config.WORKER_ROLES.split(',') as WorkerRole[])
}

export type Workers = {
  /** Resolves when both have stopped; rejects when one fails. */
  readonly run: Promise<void>
  shutdown(): void
}

export async function connectWorker(config: Config): Promise<NativeConnection> {
  return NativeConnection.connect(temporalConnectionOptions(config))
}

export async function startWorkers(
  connection: NativeConnection,
  /** Without one no workflows are run, whatever the roles. */
  workflowBundle: WorkflowBundle | undefined,
  dependencies: ActivityDependencies,
): Promise<Workers> {
  const { config } = dependencies
  const roles = workerRoles(config)
  const shared = {
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverterOf(need(config, 'CODEC_KEY')),
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    // A database step that is retried while PostgreSQL is away would keep the drain waiting for ever.
    shutdownForceTime: SHUTDOWN_FORCE_MS,
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
    workers.push(
      await Worker.create({
        ...shared,
        ...outsideWorkerOptions,
        taskQueue: config.OUTSIDE_TASK_QUEUE,
        activities: createOutsideActivities(dependencies),
      }),
    )
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
  // When one of the two fails the other must not go on alone; a process of jobs only just waits.
  const running = workers.map((worker) => worker.run().finally(shutdown))
  return { run: Promise.all([untilStopped, ...running]).then(() => undefined), shutdown }
}

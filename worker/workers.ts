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
import { type Config, need } from '../contract/config.ts'
import { dataConverterOf } from '../workflows/converter.ts'

const SHUTDOWN_GRACE_MS = 10_000

export type Workers = {
  /** Resolves when both have stopped; rejects when one fails. */
  readonly run: Promise<void>
  shutdown(): void
}

export async function connectWorker(config: Config): Promise<NativeConnection> {
  return NativeConnection.connect({
    address: need(config, 'TEMPORAL_ADDRESS'),
    ...(config.TEMPORAL_API_KEY !== undefined && { apiKey: config.TEMPORAL_API_KEY, tls: true }),
  })
}

export async function startWorkers(
  connection: NativeConnection,
  workflowBundle: WorkflowBundle,
  dependencies: ActivityDependencies,
): Promise<Workers> {
  const { config } = dependencies
  const shared = {
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverterOf(need(config, 'CODEC_KEY')),
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
  }
  const workflows = await Worker.create({
    ...shared,
    taskQueue: config.TASK_QUEUE,
    workflowBundle,
    activities: createDatabaseActivities(dependencies),
    maxConcurrentWorkflowTaskExecutions: 100,
    maxConcurrentLocalActivityExecutions: 100,
    // With the defaults short workflows waited seconds for their first task now and then.
    maxConcurrentWorkflowTaskPolls: 20,
    nonStickyToStickyPollRatio: 0.8,
    maxCachedWorkflows: 1_000,
  })
  const outside = await Worker.create({
    ...shared,
    taskQueue: config.OUTSIDE_TASK_QUEUE,
    activities: createOutsideActivities(dependencies),
    maxConcurrentActivityTaskExecutions: 100,
  })
  const both = [workflows, outside]
  const shutdown = (): void => {
    for (const worker of both) {
      if (worker.getState() === 'RUNNING') worker.shutdown()
    }
  }
  return {
    // When one of the two fails the other must not go on alone.
    run: Promise.all(both.map((worker) => worker.run().finally(shutdown))).then(() => undefined),
    shutdown,
  }
}

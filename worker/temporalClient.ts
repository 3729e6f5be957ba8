/** Starts of workflows from the worker's side: the sweep, the rail's notices, a person's decision. */
import { Client, type Connection, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { type Config, need } from '../contract/config.ts'
import { dataConverterOf } from '../workflows/converter.ts'
import { type Start, WORKFLOW_TASK_TIMEOUT_MS } from '../workflows/starts.ts'

export function createClient(connection: Connection, config: Config): Client {
  return new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverterOf(need(config, 'CODEC_KEY')),
  })
}

/**
 * Starts a workflow, or leaves the one that runs alone.
 *
 * @returns false when a run of that id has completed: what it was for should be closed
 */
export async function ensureStarted(
  client: Client,
  config: Config,
  start: Start,
): Promise<boolean> {
  try {
    await client.workflow.start(start.workflow, {
      workflowId: start.workflowId,
      taskQueue: config.TASK_QUEUE,
      args: [start.input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
      typedSearchAttributes: start.searchAttributes,
      staticSummary: start.summary,
    })
    return true
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false
    throw error
  }
}

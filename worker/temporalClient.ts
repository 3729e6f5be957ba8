/** Starts workflows outside the API: for the sweep, the rail's notices and operator decisions. */
import { Client, type Connection, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import type { Config } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'
import { type Start, startOptionsOf } from '../workflows/starts.ts'

export function createClient(connection: Connection, config: Config): Client {
  return new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverterOf(config),
  })
}

/**
 * Starts a workflow unless it is running already.
 *
 * @returns false when a run of that id has completed: its row should be closed then
 */
export async function ensureStarted(
  client: Client,
  config: Config,
  start: Start,
): Promise<boolean> {
  try {
    await client.workflow.start(start.workflow, startOptionsOf(start, config.TASK_QUEUE))
    return true
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false
    throw error
  }
}

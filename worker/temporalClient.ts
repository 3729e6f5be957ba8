/** Starts workflows outside the API: for the sweep, the rail's notices and operator decisions. */
import {
  Client,
  type Connection,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import type { Config } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'
import { decidedElsewhereSignal } from '../workflows/agentAction.ts'
import { agentActionId, type Start, startOptionsOf } from '../workflows/starts.ts'

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

/** Tells the workflow of an action that it was decided without it; one that has closed knows it. */
export async function tellAgentAction(client: Client, actionId: string): Promise<void> {
  try {
    await client.workflow.getHandle(agentActionId(actionId)).signal(decidedElsewhereSignal)
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

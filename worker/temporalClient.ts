/** Starts workflows outside the API: for the sweep, the rail's notices and operator decisions. */
import {
  Client,
  type Connection,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import type { SignalDefinition } from '@temporalio/common'
import type { Config } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'
import { decidedElsewhereSignal } from '../workflows/agentAction.ts'
import { authorizationChangedSignal } from '../workflows/authorization.ts'
import {
  agentActionId,
  paymentWorkflowId,
  type Start,
  startOptionsOf,
} from '../workflows/starts.ts'

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

/** The same, and signals it. */
export async function ensureTold(
  client: Client,
  config: Config,
  start: Start,
  signal: SignalDefinition,
): Promise<boolean> {
  const options = startOptionsOf(start, config.TASK_QUEUE)
  try {
    await client.workflow.signalWithStart(start.workflow, { ...options, signal })
    return true
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false
    throw error
  }
}

/** Tells the workflow of an action that it was decided without it; one that has closed knows it. */
export function tellAgentAction(client: Client, actionId: string): Promise<void> {
  return tell(client, agentActionId(actionId), decidedElsewhereSignal)
}

/** Tells the workflow of a payment that its authorization has changed; one that has closed knows it. */
export function tellPayment(client: Client, paymentId: string): Promise<void> {
  return tell(client, paymentWorkflowId(paymentId), authorizationChangedSignal)
}

async function tell(client: Client, workflowId: string, signal: SignalDefinition): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(signal)
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

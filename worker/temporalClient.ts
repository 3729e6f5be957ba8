/** Starts workflows outside the API: for the sweep, the rail's notices and operator decisions. */
import {
  Client,
  type Connection,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import type { SignalDefinition } from '@temporalio/common'
import type { Queryable } from '../db/database.ts'
import { storeStateOf } from '../db/storeState.ts'
import type { Config } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'
import { tracedCalls } from '../runtime/tracedTemporal.ts'
import type { Tracing } from '../runtime/tracing.ts'
import { decidedElsewhereSignal } from '../workflows/agentAction.ts'
import { authorizationChangedSignal } from '../workflows/authorization.ts'
import type { Start } from '../workflows/defineWorkflow.ts'
import { needsOperatorSignal } from '../workflows/operatorDecisions.ts'
import { workflows } from '../workflows/registry.ts'
import { startInEpoch } from '../workflows/startInEpoch.ts'

export function createClient(connection: Connection, config: Config, tracing?: Tracing): Client {
  return new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverterOf(config),
    ...(tracing && { interceptors: { workflow: [tracedCalls(tracing)] } }),
  })
}

/** What a start needs: where to, and the epoch of which store. */
export type Starting = {
  readonly database: Queryable
  readonly client: Client
  readonly config: Pick<Config, 'TASK_QUEUE'>
}

/**
 * Starts a workflow unless it is running already.
 *
 * @returns false when a run of that id has completed in this epoch of the store: its row should be
 *   closed then
 */
export function ensureStarted(starting: Starting, start: Start): Promise<boolean> {
  const { workflow } = starting.client
  return ensure(starting, start, (options) => workflow.start(start.workflow, options))
}

/** The same, and signals it. */
export function ensureTold(
  starting: Starting,
  start: Start,
  signal: SignalDefinition,
): Promise<boolean> {
  const { workflow } = starting.client
  return ensure(starting, start, (options) =>
    workflow.signalWithStart(start.workflow, { ...options, signal }),
  )
}

async function ensure(
  { database, client, config }: Starting,
  start: Start,
  send: Parameters<typeof startInEpoch>[3],
): Promise<boolean> {
  const { epoch } = await storeStateOf(database)
  try {
    await startInEpoch(client, start, { taskQueue: config.TASK_QUEUE, epoch }, send)
    return true
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false
    throw error
  }
}

/** Tells the workflow of an action that it was decided without it; one that has closed knows it. */
export function tellAgentAction(client: Client, actionId: string): Promise<void> {
  return tell(client, workflows.agentAction.id({ actionId }), decidedElsewhereSignal)
}

/** Tells the workflow of a payment that its authorization has changed; one that has closed knows it. */
export function tellPayment(client: Client, paymentId: string): Promise<void> {
  return tell(client, workflows.quoteExecution.id({ paymentId }), authorizationChangedSignal)
}

/** Tells a workflow that it needs a person; one that has closed does not. */
export function tellNeedsOperator(client: Client, workflowId: string): Promise<void> {
  return tell(client, workflowId, needsOperatorSignal)
}

async function tell(client: Client, workflowId: string, signal: SignalDefinition): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(signal)
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

/** Starts workflows outside the API: for the sweep, the rail's notices and operator decisions. */
import {
  Client,
  type Connection,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import { encodeToPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js'
import type { Queryable } from '../db/database.ts'
import { storeStateOf } from '../db/storeState.ts'
import type { Config } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'
import { tracedCalls } from '../runtime/tracedTemporal.ts'
import type { Tracing } from '../runtime/tracing.ts'
import type { Start } from '../workflows/defineWorkflow.ts'
import { needsOperatorSignal } from '../workflows/operatorDecisions.ts'
import { sendStart } from '../workflows/sendStart.ts'

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

/**
 * Like `ensureStarted`, and signals the workflow once it runs: Temporal takes a signal of one id once.
 *
 * @returns false when a run of that id has completed in this epoch
 */
export async function ensureSignalled(
  starting: Starting,
  start: Start,
  signal: OneSignal,
): Promise<boolean> {
  if (!(await ensureStarted(starting, start))) return false
  return signalOnce(starting.client, start.workflowId, signal)
}

export type OneSignal = {
  readonly name: string
  readonly payload: unknown
  readonly requestId: string
}

/** @returns false if the workflow is closed or unknown */
export async function signalOnce(
  client: Client,
  workflowId: string,
  { name, payload, requestId }: OneSignal,
): Promise<boolean> {
  const payloads = await encodeToPayloads(client.options.loadedDataConverter, payload)
  try {
    // By the service itself: a handle's `signal` sends another id each time.
    await client.workflowService.signalWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId },
      signalName: name,
      input: { payloads: payloads ?? [] },
      requestId,
      identity: client.options.identity,
    })
    return true
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || isNotFound(error)) return false
    throw error
  }
}

/** gRPC's code of a workflow that is closed or unknown. */
const NOT_FOUND = 5

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === NOT_FOUND
}

async function ensure(
  { database, client, config }: Starting,
  start: Start,
  send: Parameters<typeof sendStart>[3],
): Promise<boolean> {
  const { epoch } = await storeStateOf(database)
  try {
    await sendStart(client, start, { taskQueue: config.TASK_QUEUE, epoch }, send)
    return true
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false
    throw error
  }
}

/** Signals a workflow that it needs a person; one that has closed does not. */
export async function signalNeedsOperator(client: Client, workflowId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(needsOperatorSignal)
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

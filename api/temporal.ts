/** The API's gateway to workflows: `startAndWait` is update-with-start, `signal` a signal. */
import {
  type Client,
  type Connection,
  isGrpcDeadlineError,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client'
import type { SignalDefinition } from '@temporalio/common'
import type { Logger } from 'pino'
import { Refusal } from '../contract/errors.ts'
import type { Clock } from '../contract/time.ts'
import type { Config } from '../runtime/config.ts'
import { awaitResultUpdate } from '../workflows/earlyReturn.ts'
import { type Start, startOptionsOf } from '../workflows/starts.ts'

/**
 * The result of a start. ANSWERED: the workflow decided. PENDING: it runs and has not decided yet.
 * CLOSED: a run has completed before; its row has the outcome. UNKNOWN: the server did not respond;
 * the row may have the outcome, and the start may still take effect.
 */
export type StartResult<Answer> =
  | { readonly state: 'ANSWERED'; readonly answer: Answer }
  | { readonly state: 'PENDING' }
  | { readonly state: 'CLOSED' }
  | { readonly state: 'UNKNOWN' }

/** An update whose result a request waits for; equal ones share an id, and their result. */
export type AwaitedUpdate = {
  readonly name: string
  readonly id: string
  readonly argument: object
}

export type TemporalGateway = {
  /** Starts the workflow, or joins the running one; without an update it waits for its result. */
  startAndWait<Answer>(start: Start, awaited?: AwaitedUpdate): Promise<StartResult<Answer>>
  /** Signals a workflow; a closed one is ignored. */
  signal(workflowId: string, signal: SignalDefinition): Promise<void>
  ready(): Promise<boolean>
  close(): Promise<void>
}

/** The SDK would retry a call ten times; an HTTP caller needs a response sooner. */
const START_DEADLINE_MS = 5_000
const READY_DEADLINE_MS = 2_000

export function createTemporalGateway(
  connection: Connection,
  client: Client,
  dependencies: { readonly config: Config; readonly clock: Clock; readonly log: Logger },
): TemporalGateway {
  const { config, clock, log } = dependencies
  /** Starts in flight, by workflow and update: equal starts in this process share one. */
  const inFlight = new Map<string, Promise<StartResult<unknown>>>()

  const after = (ms: number): number => clock.now().getTime() + ms

  async function attemptOnce(
    start: Start,
    awaited: AwaitedUpdate,
  ): Promise<StartResult<unknown> | 'OTHER_ATTEMPT'> {
    const operation = new WithStartWorkflowOperation(
      start.workflow,
      startOptionsOf(start, config.TASK_QUEUE),
    )
    // Its failure is reported by the update as well.
    operation.workflowHandle().catch(() => undefined)
    let accepted = false
    try {
      const update = await connection.withDeadline(after(START_DEADLINE_MS), () =>
        client.workflow.startUpdateWithStart(awaited.name, {
          startWorkflowOperation: operation,
          args: [awaited.argument],
          // Fixed, so that equal requests at one instant share one update.
          updateId: awaited.id,
          waitForStage: 'ACCEPTED',
        }),
      )
      accepted = true
      const answer = await connection.withDeadline(after(config.ANSWER_WAIT_MS), () =>
        update.result(),
      )
      return { state: 'ANSWERED', answer }
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError) return 'OTHER_ATTEMPT'
      if (error instanceof WorkflowExecutionAlreadyStartedError) return { state: 'CLOSED' }
      if (accepted && isDeadline(error)) return { state: 'PENDING' }
      log.warn({ err: error, workflowId: start.workflowId }, 'no response from the Temporal server')
      return { state: 'UNKNOWN' }
    }
  }

  async function attempt(start: Start, awaited: AwaitedUpdate): Promise<StartResult<unknown>> {
    const first = await attemptOnce(start, awaited)
    if (first !== 'OTHER_ATTEMPT') return first
    // The run of another attempt is closing: wait for it, then start again.
    await connection
      .withDeadline(after(config.ANSWER_WAIT_MS), () =>
        client.workflow.getHandle(start.workflowId).result(),
      )
      .catch(() => undefined)
    const second = await attemptOnce(start, awaited)
    return second === 'OTHER_ATTEMPT' ? { state: 'UNKNOWN' } : second
  }

  async function startAndWait<Answer>(
    start: Start,
    awaited: AwaitedUpdate = resultOf(start),
  ): Promise<StartResult<Answer>> {
    const name = `${start.workflowId}#${awaited.id}`
    const running = inFlight.get(name)
    if (running !== undefined) return running as Promise<StartResult<Answer>>
    if (inFlight.size >= config.STARTS_IN_FLIGHT_MAX) {
      throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
    }
    const started = attempt(start, awaited).finally(() => inFlight.delete(name))
    inFlight.set(name, started)
    return started as Promise<StartResult<Answer>>
  }

  return {
    startAndWait,
    async signal(workflowId, signal) {
      try {
        await connection.withDeadline(after(config.ANSWER_WAIT_MS), () =>
          client.workflow.getHandle(workflowId).signal(signal),
        )
      } catch (error) {
        log.warn(
          { err: error, workflowId },
          'a workflow could not be signalled; its row has the same decision',
        )
      }
    },
    async ready() {
      await connection.withDeadline(after(READY_DEADLINE_MS), () =>
        connection.workflowService.getSystemInfo({}),
      )
      return true
    },
    close: () => connection.close(),
  }
}

/** The result of the attempt that the workflow is started for. */
function resultOf({ attempt }: Start): AwaitedUpdate {
  return { name: awaitResultUpdate.name, id: `attempt:${attempt}`, argument: { attempt } }
}

function isDeadline(error: unknown): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcDeadlineError(error)
}

/** The API's door to workflows: `begin` is update-with-start, `tell` a signal. */
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
 * What came of a start.
 * ANSWERED: the workflow decided. PENDING: it runs, the answer is not there yet. CLOSED: a run has
 * ended well before; its row says how. UNKNOWN: no word from the server; the row may tell, and it
 * may happen yet.
 */
export type StartResult<Answer> =
  | { readonly state: 'ANSWERED'; readonly answer: Answer }
  | { readonly state: 'PENDING' }
  | { readonly state: 'CLOSED' }
  | { readonly state: 'UNKNOWN' }

export type TemporalGateway = {
  startAndWait<Answer>(start: Start): Promise<StartResult<Answer>>
  /** Hurries a workflow on by a signal; one that does not run any more needs no hurry. */
  signal(workflowId: string, signal: SignalDefinition): Promise<void>
  ready(): Promise<boolean>
  close(): Promise<void>
}

/** The SDK would repeat a call ten times; an HTTP caller wants an honest word sooner. */
const START_DEADLINE_MS = 5_000
const READY_DEADLINE_MS = 2_000

export function createTemporalGateway(
  connection: Connection,
  client: Client,
  dependencies: { readonly config: Config; readonly clock: Clock; readonly log: Logger },
): TemporalGateway {
  const { config, clock, log } = dependencies
  /** Heads under way, by workflow and attempt: equal starts of this process share one. */
  const inFlight = new Map<string, Promise<StartResult<unknown>>>()

  const after = (ms: number): number => clock.now().getTime() + ms

  async function attemptOnce(start: Start): Promise<StartResult<unknown> | 'OTHER_ATTEMPT'> {
    const operation = new WithStartWorkflowOperation(
      start.workflow,
      startOptionsOf(start, config.TASK_QUEUE),
    )
    // Its failure is reported by the update as well.
    operation.workflowHandle().catch(() => undefined)
    let accepted = false
    try {
      const update = await connection.withDeadline(after(START_DEADLINE_MS), () =>
        client.workflow.startUpdateWithStart(awaitResultUpdate, {
          startWorkflowOperation: operation,
          args: [{ attempt: start.attempt }],
          // Fixed, so that equal requests at one instant share one update.
          updateId: `head:${start.attempt}`,
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
      log.warn({ err: error, workflowId: start.workflowId }, 'no word from the workflow server')
      return { state: 'UNKNOWN' }
    }
  }

  async function attempt(start: Start): Promise<StartResult<unknown>> {
    const first = await attemptOnce(start)
    if (first !== 'OTHER_ATTEMPT') return first
    // Another attempt's run is closing: wait for it, then begin again, once.
    await connection
      .withDeadline(after(config.ANSWER_WAIT_MS), () =>
        client.workflow.getHandle(start.workflowId).result(),
      )
      .catch(() => undefined)
    const second = await attemptOnce(start)
    return second === 'OTHER_ATTEMPT' ? { state: 'UNKNOWN' } : second
  }

  async function startAndWait<Answer>(start: Start): Promise<StartResult<Answer>> {
    const name = `${start.workflowId}#${start.attempt}`
    const running = inFlight.get(name)
    if (running !== undefined) return running as Promise<StartResult<Answer>>
    if (inFlight.size >= config.STARTS_IN_FLIGHT_MAX) {
      throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
    }
    const started = attempt(start).finally(() => inFlight.delete(name))
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
        log.warn({ err: error, workflowId }, 'a workflow could not be told; its row says it too')
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

function isDeadline(error: unknown): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcDeadlineError(error)
}

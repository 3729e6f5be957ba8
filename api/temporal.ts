/**
 * The API's gateway to workflows: `start` waits for nothing, `startAndWait` is update-with-start, `progressOf` a query.
 * Signals are written into `pending_starts`, and sent by a worker.
 */
import {
  type Client,
  type Connection,
  isGrpcDeadlineError,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowUpdateFailedError,
  type WorkflowUpdateHandle,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client'
import type { Logger } from 'pino'
import { inTime } from '../contract/inTime.ts'
import type { Progress } from '../contract/progress.ts'
import { FIRST_EPOCH } from '../contract/storeEpoch.ts'
import { systemClock } from '../contract/time.ts'
import type { Queryable } from '../db/database.ts'
import { type StoreState, storeStateOf } from '../db/storeState.ts'
import type { Config } from '../runtime/config.ts'
import { missingSearchAttributes, namespaceExists } from '../runtime/searchAttributes.ts'
import type { Start } from '../workflows/defineWorkflow.ts'
import { awaitResultUpdate } from '../workflows/earlyReturn.ts'
import { progressQuery } from '../workflows/progress.ts'
import { searchAttributes as keys } from '../workflows/searchAttributes.ts'
import { sendStart } from '../workflows/sendStart.ts'
import { remainingMs } from './deadline.ts'
import { createPlaces } from './places.ts'
import { waitsOf } from './waits.ts'

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

export type TemporalGateway = {
  /** Starts the workflow of what waits in `pending_starts`. @returns whether it runs now */
  start(start: Start): Promise<boolean>
  /** Starts the workflow, or joins the running one, and waits for its result. */
  startAndWait<Answer>(start: Start): Promise<StartResult<Answer>>
  /**
   * What the workflow waits for now, for the words of an answer that the row has decided. Undefined if it is
   * not known within a second, or if too many requests ask at once.
   */
  progressOf(workflowId: string): Promise<Progress | undefined>
  ready(): Promise<boolean>
  /**
   * Whether the server has the namespace. Asked until it has. With an API key it is Temporal Cloud's, which may not
   * let us ask.
   */
  hasNamespace(): Promise<boolean>
  /**
   * Whether the namespace has the search attributes of our workflows. Asked until it has: none goes away.
   * With an API key they are Temporal Cloud's console's to keep: they cannot be read here.
   */
  hasSearchAttributes(): Promise<boolean>
}

/** The SDK would retry a call ten times; an HTTP caller needs a response sooner. */
const START_DEADLINE_MS = 5_000
const READY_DEADLINE_MS = 2_000
const PROGRESS_DEADLINE_MS = 1_000
/** Each holds a request: without workers none of them is answered. */
const PROGRESS_AT_ONCE = 16
/** Each is a poll at the Temporal server: beyond them a request answers what the row says. */
const RESULTS_OF_ONE_PLATFORM = 64
/** Of a request's time, for what is written once the outcome is known not to be. */
const KEEPING_MS = 1_500
/** After the deadline that the client itself keeps: its own error says more. */
const LATE_MS = 100

class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime'
}

export function createTemporalGateway(
  connection: Connection,
  client: Client,
  dependencies: {
    readonly config: Config
    readonly log: Logger
    readonly database: Queryable
  },
): TemporalGateway {
  const { config, log, database } = dependencies
  const places = createPlaces(config.STARTS_IN_FLIGHT_MAX)
  const awaited = waitsOf(RESULTS_OF_ONE_PLATFORM)
  /** Starts in flight, by workflow and attempt: equal starts in this process share one. */
  const inFlight = new Map<string, Promise<StartResult<unknown>>>()
  /** Questions in flight, by workflow. */
  const asked = new Map<string, Promise<Progress | undefined>>()

  /**
   * A call that takes no longer than that, nor than the request at hand may wait. The client repeats what
   * a server has refused, also past the deadline of the call.
   */
  async function within<Result>(ms: number, send: () => Promise<Result>): Promise<Result> {
    const waited = Math.max(0, Math.min(ms, remainingMs() - KEEPING_MS))
    // gRPC subtracts the time of the machine's own clock.
    const answer = connection.withDeadline(systemClock.now().getTime() + waited, send)
    return inTime(answer, waited + LATE_MS, () => {
      throw new NoAnswerInTime()
    })
  }

  const starting = async <Result>(
    start: Start,
    send: Parameters<typeof sendStart<Result>>[3],
  ): Promise<Result> => {
    const { epoch } = await storeStateOf(database)
    return sendStart(client, start, { taskQueue: config.TASK_QUEUE, epoch }, send)
  }

  /** Starts a workflow with the update that returns the result of the attempt it is started for. */
  async function updateWithStart(start: Start): Promise<UpdateHandle> {
    const update = updateOptionsOf(start, await storeStateOf(database))
    return starting(start, (options) => {
      const operation = new WithStartWorkflowOperation(start.workflow, options)
      // A failed start is reported by the update as well.
      operation.workflowHandle().catch(() => undefined)
      return client.workflow.startUpdateWithStart(awaitResultUpdate.name, {
        startWorkflowOperation: operation,
        ...update,
      })
    })
  }

  async function attemptOnce(start: Start): Promise<StartResult<unknown> | 'OTHER_ATTEMPT'> {
    const { workflowId } = start
    const platformId = platformOf(start)
    let accepted = false
    let leave: (() => void) | undefined
    try {
      const update = await places.within({ platformId, owner: workflowId }, () =>
        within(START_DEADLINE_MS, () => updateWithStart(start)),
      )
      accepted = true
      // The place is free again: the result may take as long as an outside party does.
      leave = awaited.enter(platformId)
      if (leave === undefined) return { state: 'PENDING' }
      const answer = await within(config.ANSWER_WAIT_MS, () => update.result())
      return { state: 'ANSWERED', answer }
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError) return 'OTHER_ATTEMPT'
      if (error instanceof WorkflowExecutionAlreadyStartedError) return { state: 'CLOSED' }
      if (accepted && isDeadline(error)) return { state: 'PENDING' }
      log.warn({ err: error, workflowId }, 'no response from the Temporal server')
      return { state: 'UNKNOWN' }
    } finally {
      leave?.()
    }
  }

  async function attempt(start: Start): Promise<StartResult<unknown>> {
    const first = await attemptOnce(start)
    if (first !== 'OTHER_ATTEMPT') return first
    // The run of another attempt is closing: wait for it, then start again.
    await within(config.ANSWER_WAIT_MS, () =>
      client.workflow.getHandle(start.workflowId).result(),
    ).catch(() => undefined)
    const second = await attemptOnce(start)
    return second === 'OTHER_ATTEMPT' ? { state: 'UNKNOWN' } : second
  }

  async function startAndWait<Answer>(start: Start): Promise<StartResult<Answer>> {
    const name = `${start.workflowId}#${start.attempt}`
    const running = inFlight.get(name)
    if (running !== undefined) return running as Promise<StartResult<Answer>>
    const started = attempt(start).finally(() => inFlight.delete(name))
    inFlight.set(name, started)
    return started as Promise<StartResult<Answer>>
  }

  let hasNamespace = false
  let hasAttributes = false
  return {
    async start(start) {
      try {
        await within(START_DEADLINE_MS, () =>
          starting(start, (options) => client.workflow.start(start.workflow, options)),
        )
        return true
      } catch (error) {
        log.warn({ err: error, workflowId: start.workflowId }, 'a start is left to a worker')
        return false
      }
    },
    startAndWait,
    async progressOf(workflowId) {
      const running = asked.get(workflowId)
      if (running !== undefined || asked.size >= PROGRESS_AT_ONCE) return running
      const { workflow } = client
      const answer = within(PROGRESS_DEADLINE_MS, () =>
        workflow.getHandle(workflowId).query(progressQuery),
      )
        .catch(() => undefined)
        .finally(() => asked.delete(workflowId))
      asked.set(workflowId, answer)
      return answer
    },
    async ready() {
      await within(READY_DEADLINE_MS, () => connection.workflowService.getSystemInfo({}))
      return true
    },
    async hasNamespace() {
      hasNamespace ||=
        config.TEMPORAL_API_KEY !== undefined ||
        (await within(READY_DEADLINE_MS, () =>
          namespaceExists(connection, config.TEMPORAL_NAMESPACE),
        ))
      return hasNamespace
    },
    async hasSearchAttributes() {
      hasAttributes ||=
        config.TEMPORAL_API_KEY !== undefined ||
        (await within(READY_DEADLINE_MS, async () => {
          const missing = await missingSearchAttributes(connection, config.TEMPORAL_NAMESPACE)
          return missing.length === 0
        }))
      return hasAttributes
    },
  }
}

/** Whose turn a start is; those of no platform are each their own. */
function platformOf({ searchAttributes, workflowId }: Start): string {
  return searchAttributes.get(keys.platform) ?? workflowId
}

type UpdateHandle = WorkflowUpdateHandle<unknown>

/**
 * The id is fixed, so that equal requests at one instant share one update. Temporal repeats the answer of an
 * update it knows, also of a run that has completed: in a store that was set back, that may be no longer true.
 */
function updateOptionsOf({ attempt }: Start, { epoch }: Pick<StoreState, 'epoch'>) {
  const id = `attempt:${attempt}`
  const updateId = epoch === FIRST_EPOCH ? id : `${id}@${epoch}`
  return { args: [{ attempt }] as [object], updateId, waitForStage: 'ACCEPTED' } as const
}

function isDeadline(error: unknown): boolean {
  return (
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    error instanceof NoAnswerInTime ||
    isGrpcDeadlineError(error)
  )
}

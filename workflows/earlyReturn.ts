/**
 * The synchronous head: what a request waits for. The head runs from the workflow's main function,
 * out of the start input; the update only awaits what it decided. So the head can't vanish with
 * the caller, and a repeat finds the first answer.
 */
import {
  ApplicationFailure,
  allHandlersFinished,
  condition,
  defineUpdate,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Refused } from '../contract/refused.ts'
import { type OperationStatus, searchAttributes } from './searchAttributes.ts'

/** Which attempt of the resource this run, and this request, is about. Read from its row. */
export type Attempt = { readonly attempt: number }

/**
 * The one update of every workflow. Its id is `head:<attempt>`: equal requests share one.
 * It returns a value for a refusal too; a recorded outcome is returned for ever.
 */
export const awaitResultUpdate = defineUpdate<unknown, [Attempt]>('awaitResult')

/** Registers the update; `give` decides it, once. Call before the first `await`. */
export function registerResultUpdate<Result>(own: Attempt): { resolve(result: Result): void } {
  let result: Result | undefined
  setHandler(
    awaitResultUpdate,
    async () => {
      await condition(() => result !== undefined)
      return result
    },
    {
      // A rejected update leaves no outcome behind: the caller waits for this run to close.
      validator: (request) => {
        if (request.attempt !== own.attempt) {
          throw ApplicationFailure.nonRetryable('this run is another attempt', 'OTHER_ATTEMPT')
        }
      },
    },
  )
  return {
    resolve(value) {
      result ??= value
    },
  }
}

/** Closes the run as failed, so that a later try may start a new one. */
export async function failWithRefusal(refused: Refused): Promise<never> {
  upsertStatus('FAILED')
  await condition(allHandlersFinished)
  throw ApplicationFailure.create({
    type: refused.code,
    message: refused.reason ?? refused.code,
    nonRetryable: true,
  })
}

/** Waits until whoever asked has been answered, then shows the end to the operator's search. */
export async function closeWithStatus(status: OperationStatus): Promise<void> {
  upsertStatus(status)
  await condition(allHandlersFinished)
}

function upsertStatus(status: OperationStatus): void {
  upsertSearchAttributes([{ key: searchAttributes.status, value: status }])
}

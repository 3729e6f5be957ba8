/**
 * The early return: the result of an outside party that a request waits for. The step runs in the workflow's main
 * function; the update only awaits its result. So the step does not depend on the caller, and a retry gets the original
 * result.
 */
import {
  ApplicationFailure,
  allHandlersFinished,
  condition,
  defineUpdate,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import { type OperationStatus, searchAttributes } from './searchAttributes.ts'

/** The attempt of the resource that this run, or this request, is about: only a customer's onboarding has others. */
export type Attempt = { readonly attempt: number }

const FIRST: Attempt = { attempt: 1 }

/**
 * The one update of every workflow that a request waits for. Its id is `attempt:<attempt>`, so that equal requests share
 * one. A refusal is a value too, not a failure: a recorded outcome is returned to every retry.
 */
export const awaitResultUpdate = defineUpdate<unknown, [Attempt]>('awaitResult')

/** Registers the update; `resolve` completes it, once. Call before the first `await`. */
export function registerResultUpdate<Result>(own: Attempt = FIRST): {
  resolve(result: Result): void
} {
  let result: Result | undefined
  setHandler(
    awaitResultUpdate,
    async () => {
      await condition(() => result !== undefined)
      return result
    },
    {
      // A rejected update is not recorded: the caller waits for this run to close.
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

/** Shows the status to operators, then waits until all callers have their result. */
export async function closeWithStatus(status: OperationStatus): Promise<void> {
  showStatus(status)
  await condition(allHandlersFinished)
}

/** Shows the status to operators: they find runs by it. */
export function showStatus(status: OperationStatus): void {
  upsertSearchAttributes([{ key: searchAttributes.status, value: status }])
}

/**
 * Hands the trace that a workflow was started in to its activities and children. A header is no part of a
 * command that a replay compares, and nothing is done without one: a run is the same, traced or not.
 */
import type { Payload } from '@temporalio/common'
import type { WorkflowInterceptors } from '@temporalio/workflow'
import { TRACE_HEADER } from '../contract/traceHeader.ts'
import { awaitResultUpdate } from './earlyReturn.ts'

type WithHeaders = { readonly headers: Record<string, Payload> }

/** What follows a signal or an update belongs to the request that has sent it. */
export function traceInterceptors(): Required<Pick<WorkflowInterceptors, 'inbound' | 'outbound'>> {
  let current: Payload | undefined
  const take = ({ headers }: WithHeaders): void => {
    current = headers[TRACE_HEADER] ?? current
  }
  const traced = <Input extends WithHeaders>(input: Input): Input =>
    current === undefined
      ? input
      : { ...input, headers: { ...input.headers, [TRACE_HEADER]: current } }
  return {
    inbound: [
      {
        execute(input, next) {
          take(input)
          return next(input)
        },
        handleSignal(input, next) {
          take(input)
          return next(input)
        },
        handleUpdate(input, next) {
          // This update causes nothing: it waits for what the start has caused.
          if (input.name !== awaitResultUpdate.name) take(input)
          return next(input)
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(traced(input)),
        scheduleLocalActivity: (input, next) => next(traced(input)),
        startChildWorkflowExecution: (input, next) => next(traced(input)),
        continueAsNew: (input, next) => next(traced(input)),
      },
    ],
  }
}

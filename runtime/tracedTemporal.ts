/** The trace of a request on its way to activities: into the headers of calls to Temporal, and out of an activity's. */
import type { WorkflowClientInterceptor } from '@temporalio/client'
import { ApplicationFailure, defaultPayloadConverter, type Headers } from '@temporalio/common'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import { TRACE_HEADER } from '../contract/traceHeader.ts'
import type { Tracing } from './tracing.ts'

/**
 * An activity that polls an outside party is repeated for as long as that takes, which may be days: later
 * attempts are in no trace.
 */
const ATTEMPTS_TRACED_MAX = 20

/** For a client: each start, signal and update of a request is a span, and names it to the workflow. */
export function tracedCalls(tracing: Tracing): WorkflowClientInterceptor {
  /** Rounds and jobs, which no request has caused, are in no trace. */
  const send = <Result>(name: string, call: (own: Headers) => Promise<Result>): Promise<Result> =>
    tracing.traceparent() === undefined
      ? call({})
      : tracing.within({ name, kind: 'CLIENT' }, () => call(ownHeaders(tracing)))
  return {
    startWithDetails: (input, next) =>
      send(`start ${input.workflowType}`, (own) =>
        next({ ...input, headers: { ...input.headers, ...own } }),
      ),
    startUpdate: (input, next) =>
      send(`update ${input.updateName}`, (own) =>
        next({ ...input, headers: { ...input.headers, ...own } }),
      ),
    startUpdateWithStart: (input, next) =>
      send(`start ${input.workflowType}`, (own) =>
        next({
          ...input,
          workflowStartHeaders: { ...input.workflowStartHeaders, ...own },
          updateHeaders: { ...input.updateHeaders, ...own },
        }),
      ),
    signal: (input, next) =>
      send(`signal ${input.signalName}`, (own) =>
        next({ ...input, headers: { ...input.headers, ...own } }),
      ),
    signalWithStart: (input, next) =>
      send(`signal ${input.signalName}`, (own) =>
        next({ ...input, headers: { ...input.headers, ...own } }),
      ),
  }
}

function ownHeaders(tracing: Tracing): Headers {
  const traceparent = tracing.traceparent()
  return traceparent === undefined
    ? {}
    : { [TRACE_HEADER]: defaultPayloadConverter.toPayload(traceparent) }
}

/** For a worker: an activity that a traced request has caused is a span. */
export function tracedActivities(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute(input, next) {
        const header = input.headers[TRACE_HEADER]
        if (header === undefined || info.attempt > ATTEMPTS_TRACED_MAX) return next(input)
        const asked = {
          name: info.activityType,
          kind: 'INTERNAL',
          parent: defaultPayloadConverter.fromPayload<string>(header),
          isFailure,
          attributes: {
            'temporal.workflow.id': info.workflowExecution?.workflowId ?? '',
            'temporal.workflow.type': info.workflowType ?? '',
            'temporal.activity.attempt': info.attempt,
          },
        } as const
        return tracing.within(asked, () => next(input))
      },
    },
  })
}

/** A poll that finds nothing new is repeated, and none. */
function isFailure(error: unknown): boolean {
  return !(error instanceof ApplicationFailure && error.type === 'STILL_PENDING')
}

/**
 * What every workflow goes through. Before its first step, a flow that this release does not know is left
 * to a worker of a newer one: a plain error fails the workflow task, which is retried; it does not fail the
 * workflow. What it waits for can be asked, and its trace is handed on.
 */
import {
  log,
  type WorkflowInboundCallsInterceptor,
  type WorkflowInterceptors,
  workflowInfo,
} from '@temporalio/workflow'
import { requireKnownFlow, UnknownFlow } from './flows.ts'
import { progressInterceptors } from './progress.ts'
import { traceInterceptors } from './traceInterceptor.ts'

export const interceptors = (): WorkflowInterceptors => {
  const [progress, trace] = [progressInterceptors(), traceInterceptors()]
  return {
    inbound: [refuseUnknownFlow, ...progress.inbound, ...trace.inbound],
    outbound: [...progress.outbound, ...trace.outbound],
  }
}

const refuseUnknownFlow: WorkflowInboundCallsInterceptor = {
  async execute(input, next) {
    try {
      requireKnownFlow(workflowInfo().workflowType, input.args[0] as object)
    } catch (error) {
      // The failure itself is encrypted.
      if (error instanceof UnknownFlow) log.error(error.message)
      throw error
    }
    return next(input)
  },
}

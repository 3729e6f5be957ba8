/**
 * Before the first step of any workflow: a flow that this release does not know is left to a worker
 * of a newer one. A plain error fails the workflow task, which is retried; it does not fail the
 * workflow.
 */
import { type WorkflowInterceptors, workflowInfo } from '@temporalio/workflow'
import { requireKnownFlow, type WithFlow } from './flows.ts'

export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      async execute(input, next) {
        requireKnownFlow(workflowInfo().workflowType, (input.args[0] ?? {}) as WithFlow)
        return next(input)
      },
    },
  ],
})

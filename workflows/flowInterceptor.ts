/**
 * Before the first step of any workflow: a flow that this release does not know is left to a worker
 * of a newer one. A plain error fails the workflow task, which is retried; it does not fail the
 * workflow.
 */
import { log, type WorkflowInterceptors, workflowInfo } from '@temporalio/workflow'
import { requireKnownFlow, UnknownFlow, type WithFlow } from './flows.ts'

export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      async execute(input, next) {
        try {
          requireKnownFlow(workflowInfo().workflowType, (input.args[0] ?? {}) as WithFlow)
        } catch (error) {
          // The failure itself is encrypted.
          if (error instanceof UnknownFlow) log.error(error.message)
          throw error
        }
        return next(input)
      },
    },
  ],
})

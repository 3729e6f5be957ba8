import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow'
import type { Start } from './defineWorkflow.ts'
import { epochOf, startOptionsOf } from './starts.ts'

/**
 * Starts a workflow that goes on when this one has closed, unless it runs or has completed. It was started for
 * the same epoch of the store.
 */
export async function startAbandonedChild(start: Start): Promise<void> {
  const { taskQueue, ...own } = workflowInfo()
  try {
    await startChild(start.workflow, {
      ...startOptionsOf(start, { taskQueue, epoch: epochOf(own) }),
      parentClosePolicy: ParentClosePolicy.ABANDON,
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

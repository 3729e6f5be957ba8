import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { FIRST_EPOCH } from '../../contract/storeEpoch.ts'
import type { Config } from '../../runtime/config.ts'
import type { Start } from '../../workflows/defineWorkflow.ts'
import { startOptionsOf } from '../../workflows/starts.ts'

/** Starts a workflow as the service would, unless it runs or has completed. */
export async function startRun(
  client: Client,
  config: Pick<Config, 'TASK_QUEUE'>,
  start: Start,
): Promise<void> {
  const options = startOptionsOf(start, { taskQueue: config.TASK_QUEUE, epoch: FIRST_EPOCH })
  try {
    await client.workflow.start(start.workflow, options)
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

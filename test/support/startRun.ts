import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { FIRST_EPOCH } from '../../contract/storeEpoch.ts'
import type { Config } from '../../runtime/config.ts'
import type { Start } from '../../workflows/defineWorkflow.ts'
import { runOptionsOf } from '../../workflows/startInEpoch.ts'
import { startOptionsOf } from '../../workflows/starts.ts'

/** Starts a workflow as the service would, unless it runs or has completed. */
export async function startRun(
  client: Client,
  config: Pick<Config, 'TASK_QUEUE' | 'START_LEARNED_FLOWS'>,
  start: Start,
): Promise<void> {
  const options = startOptionsOf(start, runOptionsOf(config, FIRST_EPOCH))
  try {
    await client.workflow.start(start.workflow, options)
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

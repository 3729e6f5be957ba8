/** Starts of workflows by a client, in a store that may have been set back to an earlier point. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { FIRST_EPOCH } from '../contract/storeEpoch.ts'
import type { Start } from './defineWorkflow.ts'
import { epochOf, type RunOptions, startOptionsOf, type WithMemo } from './starts.ts'

/** The part of a Temporal client that reads how a workflow's last run was started. */
type Runs = {
  readonly workflow: { getHandle(workflowId: string): { describe(): Promise<WithMemo> } }
}

/**
 * Sends a start. Where the workflow's run has completed before the store was set back, what it has recorded
 * may be lost: the start is sent again, as one that may follow it. Temporal is asked about that run only in a
 * store that was ever set back.
 *
 * @param run.epoch the store's
 * @throws WorkflowExecutionAlreadyStartedError when a run has completed in this epoch
 */
export async function startInEpoch<Result>(
  client: Runs,
  start: Start,
  run: Omit<RunOptions, 'mayFollowCompleted'>,
  send: (options: ReturnType<typeof startOptionsOf>) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(startOptionsOf(start, run))
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    if (run.epoch === FIRST_EPOCH) throw error
    const last = await client.workflow.getHandle(start.workflowId).describe()
    if (epochOf(last) === run.epoch) throw error
    return send(startOptionsOf(start, { ...run, mayFollowCompleted: true }))
  }
}

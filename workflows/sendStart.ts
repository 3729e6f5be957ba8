/** Starts of workflows by a client, also of those that have had a run before. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { instant, systemClock } from '../contract/time.ts'
import type { Start } from './defineWorkflow.ts'
import { epochOf, type RunOptions, startOptionsOf, type WithMemo } from './starts.ts'

/** A run that has failed or was terminated is followed by one more within an hour; the third waits for an operator. */
const RUNS_AN_HOUR = 2
const HOUR_MS = 3_600_000

type LastRun = WithMemo & { readonly status: { readonly name: string } }

/** The part of a Temporal client that reads which runs a workflow has had. */
type Runs = {
  readonly workflow: {
    getHandle(workflowId: string): { describe(): Promise<LastRun> }
    count(query: string): Promise<{ readonly count: number }>
  }
}

/**
 * Sends a start; where the workflow runs, that run is taken. Temporal is asked about earlier runs only where
 * there is one that has ended. One that completed before the store was set back may have lost what it has recorded: it
 * is followed by another, as is one that failed or was terminated.
 *
 * @param run.epoch the store's
 * @throws WorkflowExecutionAlreadyStartedError when a run has completed in this epoch, or when two runs have ended
 *   within an hour and the row is still open: an operator must look
 */
export async function sendStart<Result>(
  client: Runs,
  start: Start,
  run: Omit<RunOptions, 'follows'>,
  send: (options: ReturnType<typeof startOptionsOf>) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(startOptionsOf(start, run))
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    const last = await client.workflow.getHandle(start.workflowId).describe()
    if (epochOf(last) !== run.epoch) {
      return send(startOptionsOf(start, { ...run, follows: 'ANY_RUN' }))
    }
    if (last.status.name === 'COMPLETED') throw error
    if ((await runsOfLastHour(client, start.workflowId)) >= RUNS_AN_HOUR) throw error
    return send(startOptionsOf(start, { ...run, follows: 'FAILED_RUN' }))
  }
}

async function runsOfLastHour({ workflow }: Runs, workflowId: string): Promise<number> {
  const since = instant(systemClock.now().getTime() - HOUR_MS).toISOString()
  const { count } = await workflow.count(`WorkflowId = '${workflowId}' and StartTime > '${since}'`)
  return count
}

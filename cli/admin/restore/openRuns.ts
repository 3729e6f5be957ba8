/** Ends every open run in Temporal: each row that is still open gets another run from the sweep. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import type { Config } from '../../../runtime/config.ts'
import { openWorkflowsOf } from '../../../worker/replayOpen.ts'

const AT_ONCE = 20
/** How far Temporal's list of runs may be behind. */
const LIST_LAG_MS = 2_000

type Run = { readonly workflowId: string; readonly runId: string }

/**
 * Only for times in which none is started.
 *
 * @param check before each few: throws when that time is over
 * @returns how many it has ended
 */
export async function endOpenRuns(
  client: Client,
  config: Config,
  reason: string,
  check: () => Promise<void>,
): Promise<number> {
  let ended = 0
  for (let emptyLists = 0; emptyLists < 2; ) {
    const inThisList = await endListed(client, config, reason, check)
    ended += inThisList
    emptyLists = inThisList === 0 ? emptyLists + 1 : 0
    if (emptyLists < 2) await sleep(LIST_LAG_MS)
  }
  return ended
}

async function endListed(
  client: Client,
  config: Config,
  reason: string,
  check: () => Promise<void>,
): Promise<number> {
  let ended = 0
  const end = async (workflowId: string, runId: string): Promise<void> => {
    try {
      await client.workflow.getHandle(workflowId, runId).terminate(reason)
      ended += 1
    } catch (error) {
      // The run has ended since, and the list is behind.
      if (!(error instanceof WorkflowNotFoundError)) throw error
    }
  }
  let batch: Run[] = []
  const endBatch = async (): Promise<void> => {
    await check()
    await Promise.all(batch.map(({ workflowId, runId }) => end(workflowId, runId)))
    batch = []
  }
  for await (const run of client.workflow.list({ query: openWorkflowsOf(config) })) {
    batch.push(run)
    if (batch.length === AT_ONCE) await endBatch()
  }
  await endBatch()
  return ended
}

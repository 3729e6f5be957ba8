/** Has a deposit that nothing could take sent back, as an operator decides. */
import type { Config } from '../runtime/config.ts'
import { workflows } from '../workflows/registry.ts'
import { ensureStarted, type Starting } from './temporalClient.ts'

type Decision = {
  /** Bare uuid of ours. */
  readonly deposit: string
  readonly by: string
  readonly reason: string
}

export type ReturnDecision =
  | { readonly outcome: 'RETURNING'; readonly workflowId: string }
  /** What has become of it instead, or that there is none. */
  | { readonly outcome: string; readonly workflowId?: undefined }

/** Repeated, it finds the instruction that is under way: two operators send it back once. */
export async function returnDeposit(
  starting: Omit<Starting, 'config'> & { readonly config: Config },
  { deposit, by, reason }: Decision,
): Promise<ReturnDecision> {
  const { database, config } = starting
  const decided = await database.call('return_deposit', deposit, by, reason)
  const { outcome, environment, attempt } = decided
  if (outcome !== 'RETURNING' || environment === undefined || attempt == null) return { outcome }
  const start = workflows.depositReturn.start({
    ...{ depositId: deposit, attempt, environment },
    outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
  })
  // The sweep starts it where this does not.
  await ensureStarted(starting, start)
  return { outcome: 'RETURNING', workflowId: start.workflowId }
}

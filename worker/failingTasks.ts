/**
 * Finds running workflows whose workflow task fails repeatedly: the code of this release cannot
 * continue them, or a key of their payloads is not configured. Temporal retries a failed workflow task
 * without a limit and the workflow stays `RUNNING`, so that no other alarm shows it.
 */
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import type { Logger } from 'pino'
import { type Clock, instant } from '../contract/time.ts'
import type { FailingWorkflows } from '../db/failingTasks.ts'
import type { Config } from '../runtime/config.ts'
import { openWorkflowsOf } from './replayOpen.ts'

/** A task of a killed worker is at its second attempt: that is no reason for an alarm. */
const ATTEMPTS_MIN = 3
/** Younger runs are likely to end by themselves. */
const QUIET_MS = 30_000
/** Looked at in a round; the next round goes on after them, and begins again after the last. */
const WORKFLOWS_A_ROUND = 200
const AT_ONCE = 10

type Dependencies = {
  readonly client: Client
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  /** Shared by all workers. */
  readonly failing: FailingWorkflows
}

export type FailingTasks = {
  /** Looks at the next workflows, and at those that are known to fail. */
  round(): Promise<void>
}

/** One process looks through all open workflows, some in each round. */
export function watchFailingTasks(dependencies: Dependencies): FailingTasks {
  const { client, config, clock, log, failing } = dependencies
  let rest: AsyncIterator<{ readonly workflowId: string }> | undefined

  /** The next workflows, as a new list once the last one has come to its end. */
  async function next(): Promise<string[]> {
    const before = instant(clock.now().getTime() - QUIET_MS).toISOString()
    const query = `${openWorkflowsOf(config)} AND StartTime < '${before}'`
    rest ??= client.workflow.list({ query, pageSize: WORKFLOWS_A_ROUND })[Symbol.asyncIterator]()
    const ids: string[] = []
    while (ids.length < WORKFLOWS_A_ROUND) {
      const { done, value } = await rest.next()
      if (done) {
        rest = undefined
        break
      }
      ids.push(value.workflowId)
    }
    return ids
  }

  async function look(workflowId: string, isKnown: boolean): Promise<void> {
    const attempts = await attemptsOfTask(client, workflowId)
    if (attempts < ATTEMPTS_MIN) {
      if (isKnown) await failing.remove(workflowId)
      return
    }
    if (!isKnown) log.error({ workflowId, attempts }, 'a workflow task fails again and again')
    await failing.put(workflowId, attempts)
  }

  return {
    async round() {
      try {
        const known = new Set(await failing.list())
        const ids = [...new Set([...known, ...(await next())])]
        for (let from = 0; from < ids.length; from += AT_ONCE) {
          const some = ids.slice(from, from + AT_ONCE)
          await Promise.all(some.map((id) => look(id, known.has(id))))
        }
      } catch (error) {
        rest = undefined
        throw error
      }
    },
  }
}

/** How often the pending workflow task was tried; 0 when none is pending, or the run has ended. */
export async function attemptsOfTask(client: Client, workflowId: string): Promise<number> {
  try {
    const { raw, status } = await client.workflow.getHandle(workflowId).describe()
    return status.name === 'RUNNING' ? (raw.pendingWorkflowTask?.attempt ?? 0) : 0
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 0
    throw error
  }
}

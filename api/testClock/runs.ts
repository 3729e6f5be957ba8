/** Open workflows when the clock was moved: those that wait look again, and whether all of them are at rest. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import proto from '@temporalio/proto'
import type { Config } from '../../runtime/config.ts'
import { clockMovedSignal } from '../../workflows/clockMoves.ts'

const { PendingActivityState } = proto.temporal.api.enums.v1
const AT_ONCE = 16
/** Of a pause of ours, which lasts a moment, or until the next move where its process has died meanwhile. */
export const PAUSED_BY_MOVE = 'The test clock is moved.'

export type Runs = {
  /** Has each of them look at the time, and do now what it would do again later. */
  wake(): Promise<void>
  /** Whether one of them has something to do, or does it. */
  areBusy(): Promise<boolean>
}

export function runsOf(client: Client, config: Pick<Config, 'TASK_QUEUE'>): Runs {
  const { namespace } = client.options
  const query = `ExecutionStatus = 'Running' AND TaskQueue = '${config.TASK_QUEUE}'`

  /** Calls back for each, some at a time; one that has ended meanwhile is left out. */
  async function forEachOpen(work: (workflowId: string) => Promise<void>): Promise<void> {
    const ids: string[] = []
    for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId)
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        await work(id).catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
      }
    })
    await Promise.all(workers)
  }

  const describe = (workflowId: string) =>
    client.workflowService.describeWorkflowExecution({ namespace, execution: { workflowId } })

  return {
    wake: () =>
      forEachOpen(async (workflowId) => {
        await client.workflow.getHandle(workflowId).signal(clockMovedSignal)
        const { pendingActivities } = await describe(workflowId)
        for (const activity of pendingActivities ?? []) {
          const which = { namespace, execution: { workflowId }, id: activity.activityId }
          // Its next attempt begins at once. A reset would do so too, but count its attempts anew.
          if (!isPausedByMove(activity)) {
            if (activity.paused || isUnderWay(activity)) continue
            await client.workflowService.pauseActivity({ ...which, reason: PAUSED_BY_MOVE })
          }
          await client.workflowService.unpauseActivity(which)
        }
      }),
    async areBusy() {
      let areBusy = false
      await forEachOpen(async (workflowId) => {
        if (areBusy) return
        const { pendingWorkflowTask, pendingActivities } = await describe(workflowId)
        areBusy ||= Boolean(pendingWorkflowTask) || (pendingActivities ?? []).some(isUnderWay)
      })
      return areBusy
    },
  }
}

type PendingActivity = proto.temporal.api.workflow.v1.IPendingActivityInfo

function isPausedByMove({ paused, pauseInfo }: PendingActivity): boolean {
  return paused === true && pauseInfo?.manual?.reason === PAUSED_BY_MOVE
}

/** It runs, or begins now. At rest: what has failed and waits for its next attempt, and what somebody has paused. */
function isUnderWay({ state, attempt, nextAttemptScheduleTime: next }: PendingActivity): boolean {
  if (state === PendingActivityState.PENDING_ACTIVITY_STATE_PAUSED) return false
  if (state !== PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED) return true
  return (attempt ?? 1) === 1 || next === null || next === undefined
}

/** gRPC's code of a workflow or an activity that has ended. */
const NOT_FOUND = 5

function isGone(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true
  return error instanceof Error && 'code' in error && error.code === NOT_FOUND
}

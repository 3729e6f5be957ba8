/** Open workflows when the clock was moved: those that wait look again, and whether all of them are at rest. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import proto from '@temporalio/proto'
import type { Config } from '../../runtime/config.ts'
import { clockMovedSignal } from '../../workflows/clockMoves.ts'
import type { WorkflowName } from '../../workflows/registry.ts'

const { PendingActivityState } = proto.temporal.api.enums.v1
const AT_ONCE = 16
/** Of a pause of ours, which lasts a moment, or until the next move where its process has died meanwhile. */
export const PAUSED_BY_MOVE = 'The test clock is moved.'

/**
 * An agent's action waits for a signal, or for an instant that is one of the waits of the clock, and then reads its row: of
 * hundreds of them only those have something to do whose instant has come.
 */
const waiting: WorkflowName = 'agentAction'

export type Runs = {
  /** Has them look at the time, and do now what they would do again later. */
  wake(which: Which): Promise<void>
  /** Whether one of them has something to do, or does it. */
  areBusy(which: Which): Promise<boolean>
}

export type Which = {
  /** All that look only now and then. */
  readonly all: boolean
  /** Ids of workflows. */
  readonly ids: Iterable<string>
}

export function runsOf(client: Client, config: Pick<Config, 'TASK_QUEUE'>): Runs {
  const { namespace } = client.options
  const query = `ExecutionStatus = 'Running' AND TaskQueue = '${config.TASK_QUEUE}' AND WorkflowType != '${waiting}'`

  /** Calls back for each, some at a time; one that has ended meanwhile is left out. */
  async function forEach(which: Which, work: (workflowId: string) => Promise<void>): Promise<void> {
    const found = new Set(which.ids)
    if (which.all) {
      for await (const { workflowId } of client.workflow.list({ query })) found.add(workflowId)
    }
    const ids = [...found]
    const workers = Array.from({ length: Math.min(AT_ONCE, ids.length) }, async () => {
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
    wake: (which) =>
      forEach(which, async (workflowId) => {
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
    async areBusy(which) {
      let areBusy = false
      await forEach(which, async (workflowId) => {
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

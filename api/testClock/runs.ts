/** Open workflows when the clock was moved: those that wait look again, and whether all of them are at rest. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import proto from '@temporalio/proto'
import { systemClock } from '../../contract/time.ts'
import type { Config } from '../../runtime/config.ts'
import { clockMovedSignal } from '../../workflows/clockMoves.ts'
import type { WorkflowName } from '../../workflows/registry.ts'

const { PendingActivityState } = proto.temporal.api.enums.v1
const AT_ONCE = 16
/** As long as an activity waits at most that asks a party again, unless the party has named a later time. */
const SOON_MS = 10_000
/** Of a pause of ours, which lasts a moment, or until the next move where its process has died meanwhile. */
export const PAUSED_BY_MOVE = 'The test clock is moved.'

/**
 * An agent's action waits for a signal, or for an instant that is one of the waits of the clock, and then reads its row: of
 * hundreds of them only those have something to do whose instant has come.
 */
const waiting: WorkflowName = 'agentAction'

export type Runs = {
  /** Ids of the open workflows that look only now and then. */
  open(): Promise<string[]>
  /** Has them look at the time, and do now what they would do again later. */
  wake(ids: Iterable<string>): Promise<void>
  /**
   * Has those look at the time that would look by themselves only after some seconds: timers, and attempts that wait long. The
   * others, which are at rest, are taken out.
   */
  wakeSleepers(ids: Set<string>): Promise<void>
  /**
   * Whether one of the workflows has something to do, or does it. Those that are found to be at rest are taken out, so that
   * only the others are asked when they are asked again.
   */
  areBusy(ids: Set<string>): Promise<boolean>
}

export function runsOf(client: Client, config: Pick<Config, 'TASK_QUEUE'>): Runs {
  const { namespace } = client.options
  const query = `ExecutionStatus = 'Running' AND TaskQueue = '${config.TASK_QUEUE}' AND WorkflowType != '${waiting}'`

  /** Calls back for each, some at a time; one that has ended meanwhile is left out. */
  async function forEach(
    ids: Iterable<string>,
    work: (workflowId: string) => Promise<void>,
  ): Promise<void> {
    const left = [...new Set(ids)]
    const workers = Array.from({ length: Math.min(AT_ONCE, left.length) }, async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        await work(id).catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
      }
    })
    await Promise.all(workers)
  }

  const describe = (workflowId: string) =>
    client.workflowService.describeWorkflowExecution({ namespace, execution: { workflowId } })

  /** Its next attempt begins at once. A reset would do so too, but count its attempts anew. What a person has paused stays so. */
  async function attemptNow(workflowId: string, activity: PendingActivity): Promise<void> {
    const which = { namespace, execution: { workflowId }, id: activity.activityId }
    if (!isPausedByMove(activity)) {
      if (activity.paused) return
      await client.workflowService.pauseActivity({ ...which, reason: PAUSED_BY_MOVE })
    }
    await client.workflowService.unpauseActivity(which)
  }

  /** @returns whether it is at rest, and was left so */
  async function wakeOne(
    workflowId: string,
    isToBe: (activity: PendingActivity) => boolean = () => true,
  ): Promise<boolean> {
    const { pendingActivities, pendingWorkflowTask } = await describe(workflowId)
    const pending = pendingActivities ?? []
    // Who waits for an activity's next attempt waits for nothing else, and that attempt reads the new time. One that is
    // under way may have read the time before: its run looks at the time again.
    const isSignalled = pending.length === 0 || pending.some(isUnderWay)
    if (isSignalled) await client.workflow.getHandle(workflowId).signal(clockMovedSignal)
    const waiting = pending.filter((activity) => !isUnderWay(activity) && isToBe(activity))
    for (const activity of waiting) await attemptNow(workflowId, activity)
    return !isSignalled && waiting.length === 0 && !pendingWorkflowTask
  }

  return {
    async open() {
      const found: string[] = []
      for await (const { workflowId } of client.workflow.list({ query })) found.push(workflowId)
      return found
    },
    wake: (ids) => forEach(ids, async (workflowId) => void (await wakeOne(workflowId))),
    wakeSleepers: (ids) =>
      forEach(ids, async (workflowId) => {
        if (await wakeOne(workflowId, isFarOff)) ids.delete(workflowId)
      }),
    async areBusy(ids) {
      let areBusy = false
      const ask = async (workflowId: string): Promise<void> => {
        if (areBusy) return
        const run = await describe(workflowId).catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
        const isBusy =
          Boolean(run?.pendingWorkflowTask) || (run?.pendingActivities ?? []).some(isUnderWay)
        ids.delete(workflowId)
        if (isBusy) ids.add(workflowId)
        areBusy ||= isBusy
      }
      // Who was busy last time is asked first, alone: each question keeps Temporal from what the runs have to do.
      const last = [...ids].at(-1)
      if (last !== undefined) await ask(last)
      if (!areBusy) await forEach(ids, ask)
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

/** Its next attempt does not come by itself soon. */
function isFarOff(activity: PendingActivity): boolean {
  const seconds = Number(activity.nextAttemptScheduleTime?.seconds ?? 0)
  return isPausedByMove(activity) || seconds * 1_000 > systemClock.now().getTime() + SOON_MS
}

/** gRPC's code of a workflow or an activity that has ended. */
const NOT_FOUND = 5

function isGone(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true
  return error instanceof Error && 'code' in error && error.code === NOT_FOUND
}

/**
 * What a run waits for now. Its activities note it themselves, by the interceptor below; what waits for a person or a
 * clock says so by `awaiting`. Every workflow answers the query `progress` with it, from before its first step; a
 * query adds nothing to a history. The state is the run's own: each has its own instance of this module.
 */
import { defineQuery, setHandler, type WorkflowInterceptors } from '@temporalio/workflow'
import { calledPartyOf } from '../contract/outsideParties.ts'
import type { ActingParty, Progress } from '../contract/progress.ts'
import { systemClock } from '../contract/time.ts'
import { clockMovedSignal, noteClockMove } from './clockMoves.ts'

export const progressQuery = defineQuery<Progress>('progress')

/** Waits that have begun and not ended, the last one last. */
const waits: Progress[] = []
const begun = new Map<string, number>()

/** Notes a wait for as long as it lasts. @param step for operators: no personal data */
export function awaiting<Result>(
  party: ActingParty,
  step: string,
  pending: Promise<Result>,
): Promise<Result> {
  const attempts = (begun.get(step) ?? 0) + 1
  begun.set(step, attempts)
  const wait = { step, since: systemClock.now().toISOString(), attempts, party }
  waits.push(wait)
  const end = (): void => {
    waits.splice(waits.indexOf(wait), 1)
  }
  // Beside the workflow's own continuation, which comes no later than without it.
  void pending.then(end, end)
  return pending
}

export function progressInterceptors(): Required<
  Pick<WorkflowInterceptors, 'inbound' | 'outbound'>
> {
  return {
    inbound: [
      {
        execute(input, next) {
          const started: Progress = {
            step: 'Between two steps',
            since: systemClock.now().toISOString(),
            attempts: 1,
            party: 'SERVICE',
          }
          setHandler(progressQuery, () => waits.at(-1) ?? started, {
            description: 'What it waits for, since when, and who must act',
          })
          setHandler(clockMovedSignal, noteClockMove, {
            description: 'The test clock was moved: what waits for an instant looks again',
          })
          return next(input)
        },
      },
    ],
    outbound: [
      {
        scheduleActivity(input, next) {
          const { taskQueue = '', summary = input.activityType } = input.options
          return awaiting(calledPartyOf(taskQueue) ?? 'SERVICE', summary, next(input))
        },
        scheduleLocalActivity: (input, next) =>
          awaiting('SERVICE', input.activityType, next(input)),
      },
    ],
  }
}

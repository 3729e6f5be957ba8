/** The least a durable answer can be: an update that waits for one local activity. */
import {
  allHandlersFinished,
  condition,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import { patient, quick } from '../../workflows/policy.ts'

export type BaselineInput = {
  /** Normal activities after the answer, one after the other. */
  readonly activities: readonly Exclude<keyof BaselineActivities, 'approve'>[]
  readonly outsideTaskQueue: string
}

export type BaselineActivities = {
  nothing(): Promise<void>
  /** Our own decision about a pending action, and nothing but it. */
  approve(actionId: string): Promise<object>
  /** The calls of a payment's background steps, and nothing but them. */
  sign(): Promise<void>
  payOut(): Promise<void>
}

export const baselineAnswer = defineUpdate<object>('answer')

/** Of one that runs already: what a decision about a waiting workflow is held against. */
export const baselineDecision = defineUpdate<object, [BaselineDecision]>('decide')

export type BaselineDecision = {
  /** The pending action that is approved; without one the local activity is empty. */
  readonly actionId?: string
}

/** Waits for its update, which waits for one local activity and answers what that answers. */
export async function waiting(): Promise<void> {
  let wanted: BaselineDecision | undefined
  let answer: object | undefined
  setHandler(baselineAnswer, async () => ({}))
  setHandler(baselineDecision, async (decision) => {
    wanted ??= decision
    await condition(() => answer !== undefined)
    return answer ?? {}
  })
  await condition(() => wanted !== undefined)
  const local = proxyLocalActivities<BaselineActivities>(quick)
  const actionId = wanted?.actionId
  answer = actionId === undefined ? ((await local.nothing()) ?? {}) : await local.approve(actionId)
  await condition(allHandlersFinished)
}

export async function baseline(input: BaselineInput): Promise<void> {
  let isDone = false
  setHandler(baselineAnswer, async () => {
    await condition(() => isDone)
    return {}
  })
  await proxyLocalActivities<BaselineActivities>(quick).nothing()
  isDone = true
  // The timers of the real workflow: a time-out is a task of the server even where nothing takes that long.
  const outside = proxyActivities<BaselineActivities>(
    patient(input.outsideTaskQueue, 'The outside party of the baseline'),
  )
  for (const name of input.activities) await outside[name]()
  await condition(allHandlersFinished)
}

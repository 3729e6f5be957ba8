/** The least a durable answer can be: an update that waits for one empty local activity. */
import {
  allHandlersFinished,
  condition,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import { quick } from '../../workflows/policy.ts'

export type BaselineInput = {
  /** Normal activities after the answer, one after the other. */
  readonly activities: readonly (keyof BaselineActivities)[]
  readonly outsideTaskQueue: string
}

export type BaselineActivities = {
  nothing(): Promise<void>
  /** The calls of a payment's background steps, and nothing but them. */
  sign(): Promise<void>
  payOut(): Promise<void>
}

export const baselineAnswer = defineUpdate<object>('answer')

/** Of one that runs already: what a decision about a waiting workflow is held against. */
export const baselineDecision = defineUpdate<object>('decide')

/** Waits for its update, which waits for one empty local activity. */
export async function waiting(): Promise<void> {
  let isAsked = false
  let isDone = false
  setHandler(baselineAnswer, async () => ({}))
  setHandler(baselineDecision, async () => {
    isAsked = true
    await condition(() => isDone)
    return {}
  })
  await condition(() => isAsked)
  await proxyLocalActivities<BaselineActivities>(quick).nothing()
  isDone = true
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
  const outside = proxyActivities<BaselineActivities>({
    taskQueue: input.outsideTaskQueue,
    startToCloseTimeout: '1 minute',
  })
  for (const name of input.activities) await outside[name]()
  await condition(allHandlersFinished)
}

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

export type FloorInput = {
  /** Empty normal activities after the answer. */
  readonly activities: number
  readonly outsideTaskQueue: string
}

export type FloorActivities = { nothing(): Promise<void> }

export const floorAnswer = defineUpdate<object>('answer')

export async function floor(input: FloorInput): Promise<void> {
  let isDone = false
  setHandler(floorAnswer, async () => {
    await condition(() => isDone)
    return {}
  })
  await proxyLocalActivities<FloorActivities>(quick).nothing()
  isDone = true
  const outside = proxyActivities<FloorActivities>({
    taskQueue: input.outsideTaskQueue,
    startToCloseTimeout: '1 minute',
  })
  for (let done = 0; done < input.activities; done += 1) await outside.nothing()
  await condition(allHandlersFinished)
}

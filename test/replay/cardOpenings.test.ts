/** A card that its issuer has made and not opened: how often it is read, and that its run never grows. */
import '../support/temporalRuntime.ts'
import { randomUUID } from 'node:crypto'
import { Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import { bundleWorkflows } from '../../worker/bundle.ts'
import { awaitResultUpdate } from '../../workflows/earlyReturn.ts'
import { cardOpeningSeconds } from '../../workflows/policy.ts'
import { progressQuery } from '../../workflows/progress.ts'
import { workflows } from '../../workflows/registry.ts'
import { waitUntil } from '../support/builders.ts'
import { bundlesFolder } from '../support/stack.ts'
import { startRun } from '../support/startRun.ts'
import { CODEC_KEYS, savedHistories } from './savedHistories.ts'
import { aStage, type Stage } from './stubbedRuns.ts'

let stage: Stage
beforeAll(async () => {
  stage = await aStage()
  await stage.workers(await bundleWorkflows(bundlesFolder()))
})
afterAll(() => stage?.stop())

/** A run that has read its card `readings` times. */
async function aRun(readings: number) {
  const { client, config } = stage
  const { OUTSIDE_TASK_QUEUE: outsideTaskQueue } = config
  const ids = { cardId: randomUUID(), platformId: randomUUID() }
  const outside = { outsideTaskQueue, environment: 'SANDBOX' } as const
  const start = workflows.card.start({ ...ids, ...outside, readings })
  await startRun(client, config, start)
  return client.workflow.getHandle(start.workflowId)
}

test('a run that goes on for a former one keeps no caller waiting, whether the issuer answers or not', async () => {
  const handle = await aRun(1)
  expect(await handle.executeUpdate(awaitResultUpdate, { args: [{ attempt: 1 }] })).toEqual({})
})

test('each reading is one call, and the next one comes later, at last an hour later', async () => {
  await stage.answerCalls({ issueCard: async () => ({ outcome: 'PENDING' }) })
  const pauses = [0, 1, 5, 9, 10, 40, 2_000].map(async (readings) => {
    const handle = await aRun(readings)
    const started = await waitUntil('it pauses', async () => {
      const { events = [] } = await handle.fetchHistory()
      const timer = events?.find((event) => event.timerStartedEventAttributes)
      return timer && { timer, events: events ?? [] }
    })
    const calls = started.events.filter((event) => event.activityTaskScheduledEventAttributes)
    expect(calls).toHaveLength(1)
    expect(await handle.query(progressQuery)).toMatchObject({
      ...{ party: 'CARD_ISSUER', step: 'Card issuer: the card is to be opened' },
    })
    return Number(started.timer.timerStartedEventAttributes?.startToFireTimeout?.seconds)
  })
  expect(await Promise.all(pauses)).toEqual([5, 10, 160, 2_560, 3_600, 3_600, 3_600])
})

test('a card that is never opened is read a few times, then once an hour', () => {
  const daySeconds = 86_400
  let calls = 1
  for (let at = 0; at < 365 * daySeconds; calls += 1) at += cardOpeningSeconds(calls)
  expect(calls).toBeLessThan(365 * 24 + 12)
})

test('a run whose history has become long goes on as a new one', async () => {
  const [late] = savedHistories().filter(({ name }) => name === 'card-late')
  const { events = [] } = structuredClone(late?.history) ?? {}
  const fired = events.findIndex((event) => event.timerFiredEventAttributes)
  const at = events.findIndex(
    (event, index) => index > fired && event.workflowTaskStartedEventAttributes,
  )
  Object.assign(events[at]?.workflowTaskStartedEventAttributes as object, {
    suggestContinueAsNew: true,
  })
  const { eventTime } = events[at + 1] ?? {}
  const continued = {
    ...{ eventId: String(at + 3), eventTime },
    eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW',
    workflowExecutionContinuedAsNewEventAttributes: {
      newExecutionRunId: randomUUID(),
      workflowType: { name: 'card' },
      workflowTaskCompletedEventId: String(at + 2),
    },
  }
  const history = { events: [...events.slice(0, at + 2), continued] }
  const options = {
    workflowBundle: await bundleWorkflows(bundlesFolder()),
    dataConverter: dataConverterOf(parseConfig({ CODEC_KEYS })),
  }
  const run = Worker.runReplayHistories(options, [{ workflowId: 'card-late', history }])
  for await (const { error } of run) expect(error).toBeUndefined()
})

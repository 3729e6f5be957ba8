/** Every declared workflow says what it waits for, on a Temporal server, with calls that nobody answers. */
import '../support/temporalRuntime.ts'
import { randomUUID } from 'node:crypto'
import { ApplicationFailure } from '@temporalio/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ActivityDependencies, createDatabaseActivities } from '../../activities/index.ts'
import type { Progress } from '../../contract/progress.ts'
import { bundleWorkflows } from '../../worker/bundle.ts'
import type { Start } from '../../workflows/defineWorkflow.ts'
import { progressQuery } from '../../workflows/progress.ts'
import { definitions, startOfOpenRow } from '../../workflows/registry.ts'
import { waitUntil } from '../support/builders.ts'
import { bundlesFolder } from '../support/stack.ts'
import { startRun } from '../support/startRun.ts'
import { aStage, type Stage } from './stubbedRuns.ts'

const stages: Stage[] = []
let stage: Stage

async function withWorkers(...others: Parameters<Stage['workers']>[1][]): Promise<Stage> {
  const made = await aStage()
  stages.push(made)
  await made.workers(await bundleWorkflows(bundlesFolder()), ...others)
  return made
}

/** Every database step fails its run, which answers a query all the same. */
const failing = Object.fromEntries(
  Object.keys(createDatabaseActivities({} as ActivityDependencies)).map((name) => [
    name,
    async () => {
      throw ApplicationFailure.nonRetryable('a stand-in')
    },
  ]),
)
beforeAll(async () => {
  stage = await withWorkers(failing)
})
afterAll(() => Promise.all(stages.map((each) => each.stop())))

async function asked(start: Start): Promise<Progress> {
  await startRun(stage.client, stage.config, start)
  return stage.client.workflow.getHandle(start.workflowId).query(progressQuery)
}

function startOfKind(kind: string): Start | undefined {
  const { OUTSIDE_TASK_QUEUE: outsideTaskQueue } = stage.config
  const ids = { customer_id: randomUUID(), account_id: randomUUID(), transaction_id: null }
  const row = {
    ...ids,
    ...{ kind, id: randomUUID(), platform_id: randomUUID(), credential_id: randomUUID() },
    number: 1,
  }
  const outside = { outsideTaskQueue, environment: 'SANDBOX' } as const
  return startOfOpenRow({ ...row, environment: 'SANDBOX' }, { outside, pollSeconds: 60 })
}

test.each(definitions.map(({ name, openRowKinds }) => [name, openRowKinds[0] ?? '']))(
  '%s answers from its first step on',
  async (_name, kind) => {
    const start = startOfKind(kind)
    expect(start).toBeDefined()
    if (start === undefined) return
    expect(await asked(start)).toEqual({
      step: expect.any(String),
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      attempts: expect.any(Number),
      party: expect.any(String),
    })
  },
)

test('a call to an outside party is named with it, until it is answered', async () => {
  const { pay, client, answerCalls } = await withWorkers()
  const handle = client.workflow.getHandle(await pay())
  const progress = () => handle.query(progressQuery)
  await waitUntil('it is signed', async () => (await progress()).party === 'WALLET_PROVIDER')
  const step = 'Wallet provider: the transfer signature'
  expect(await progress()).toMatchObject({ step, attempts: 1 })
  await answerCalls()
  await handle.result()
  expect(await progress()).toMatchObject({ party: 'SERVICE' })
})

/** Two releases of workers on one task queue, while payments are open. */
import '../support/temporalRuntime.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Payload } from '@temporalio/common'
import type { WorkflowBundle } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_EPOCH } from '../../contract/storeEpoch.ts'
import { instant, systemClock } from '../../contract/time.ts'
import { ConfigError, parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'
import { bundleForReplay, bundleFrom, bundleWorkflows } from '../../worker/bundle.ts'
import { attemptsOfTask, watchFailingTasks } from '../../worker/failingTasks.ts'
import { type ReplayFailure, replayOpen } from '../../worker/replayOpen.ts'
import { tellNeedsOperator } from '../../worker/temporalClient.ts'
import { versioningOptions } from '../../worker/workers.ts'
import { flows } from '../../workflows/flows.ts'
import { workflows } from '../../workflows/registry.ts'
import { searchAttributes } from '../../workflows/searchAttributes.ts'
import { runOptionsOf } from '../../workflows/startInEpoch.ts'
import { startOptionsOf } from '../../workflows/starts.ts'
import { waitUntil } from '../support/builders.ts'
import { localStepsOf } from '../support/localSteps.ts'
import {
  aRelease,
  type Changes,
  knowsFlow1,
  knowsNoNeed,
  learnsPatch,
  startsFlow3,
  unguarded,
  usesPatch,
} from '../support/releases.ts'
import { oneTestIn } from '../support/sampledTests.ts'
import { bundlesFolder } from '../support/stack.ts'
import { aStage, type Stage } from './stubbedRuns.ts'

let ours: WorkflowBundle
let stage: Stage

beforeAll(async () => {
  ours = await bundleWorkflows(bundlesFolder())
})
let stages: Stage[] = []
afterAll(async () => {
  await Promise.all(stages.map((each) => each.stop()))
})

async function freshStage(): Promise<Stage> {
  stage = await aStage()
  stages = [...stages, stage]
  return stage
}

/** Bundles workflows of a release that is ours with these changes: once, it takes seconds. */
function bundlesMadeBy(bundle: (folder: string) => Promise<WorkflowBundle>) {
  const bundles = new Map<Changes, Promise<WorkflowBundle>>()
  return (changes: Changes): Promise<WorkflowBundle> => {
    const made = bundles.get(changes) ?? bundle(join(aRelease(changes), 'workflows'))
    bundles.set(changes, made)
    return made
  }
}
const bundleOf = bundlesMadeBy(bundleFrom)
const replayBundleOf = bundlesMadeBy(bundleForReplay)

/** Each bundles the workflows of one release or more. */
const scenario = oneTestIn(2)

/** The release that is ours as it is. */
const unchanged: Changes = {}

/** Its call to an outside party is scheduled: nothing happens before that is answered. */
async function untilParked(workflowId: string): Promise<void> {
  await waitUntil(`${workflowId} waits`, async () => {
    const { raw } = await stage.client.workflow.getHandle(workflowId).describe()
    return (raw.pendingActivities ?? []).length > 0
  })
}

async function parked(count: number, steps?: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push(await stage.pay(steps && { steps }))
  }
  for (const id of ids) await untilParked(id)
  return ids
}

/** Why its workflow tasks have failed. The history has the first of consecutive failures alone. */
async function failedTasksOf(workflowId: string): Promise<string[]> {
  const { events } = await stage.client.workflow.getHandle(workflowId).fetchHistory()
  const failures = (events ?? []).flatMap(
    ({ workflowTaskFailedEventAttributes: failed }) => failed?.failure ?? [],
  )
  return Promise.all(
    failures.map(async ({ message, encodedAttributes }) =>
      encodedAttributes ? (await plainOf<Error>(encodedAttributes)).message : (message ?? ''),
    ),
  )
}

async function plainOf<T>(payload: Payload): Promise<T> {
  const codec = stage.client.options.loadedDataConverter.payloadCodecs[0]
  const [plain] = (await codec?.decode([payload])) ?? []
  return JSON.parse(Buffer.from(plain?.data ?? []).toString())
}

const resultOf = (workflowId: string): Promise<unknown> =>
  stage.client.workflow.getHandle(workflowId).result()

/** @param changes of the release that is about to be deployed */
async function replayedWith(changes: Changes, limit?: number) {
  const bundle = await replayBundleOf(changes)
  const failures: ReplayFailure[] = []
  const { client, config } = stage
  const onFailure = (failure: ReplayFailure): void => void failures.push(failure)
  const report = await replayOpen({ client, config, bundle, limit, onFailure })
  return { report, failures }
}

describe('the flow that a workflow is started for', () => {
  test('is known to this release, and to the last one unless its workflow is new', () => {
    const path = new URL('../../workflows/releasedFlows.json', import.meta.url)
    const released = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number[]>
    for (const [name, { known, started }] of Object.entries(flows)) {
      expect(known, name).toContain(started)
      if (released[name] !== undefined) expect(released[name], name).toContain(started)
    }
    // What the last release has started may be open.
    for (const name of Object.keys(released)) expect(Object.keys(flows)).toContain(name)
  })

  test('is in its start input', async () => {
    await freshStage()
    const id = await stage.pay()
    const { events } = await stage.client.workflow.getHandle(id).fetchHistory()
    const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
    expect(await plainOf(payload ?? {})).toMatchObject({ flow: 1 })
  })

  scenario(
    'is left to a newer worker where it is unknown: visible, not failed, and no step is taken',
    async () => {
      await freshStage()
      const { client, config } = stage
      // A minute later: young workflows are not looked at.
      const clock = { now: () => instant(systemClock.now().getTime() + 60_000) }
      const found = new Map<string, number>()
      const failing = {
        list: async () => [...found.keys()],
        put: async (id: string, attempts: number) => void found.set(id, attempts),
        remove: async (id: string) => void found.delete(id),
      }
      const log = createLogger('silent', 'test')
      const alarm = watchFailingTasks({ client, config, clock, log, failing })
      const old = await stage.workers(await bundleOf(knowsFlow1))
      const newer = await stage.pay({ flow: 2 })
      await waitUntil('the third attempt', async () => (await attemptsOfTask(client, newer)) >= 3)
      await alarm.round()
      expect([...found.keys()]).toEqual([newer])
      expect(await failedTasksOf(newer)).toEqual([
        'flow 2 of quoteExecution is not known to this release, which knows 1',
      ])
      const { status, raw } = await client.workflow.getHandle(newer).describe()
      expect([status.name, raw.pendingActivities]).toEqual(['RUNNING', []])
      const learned = await stage.workers(ours)
      await old.stop()
      await untilParked(newer)
      await alarm.round()
      expect(found.size).toBe(0)
      await stage.answerCalls()
      expect(await resultOf(newer)).toBe('COMPLETED')
      await learned.stop()
    },
  )
})

describe('flow 2 of a payment', () => {
  async function stepsOf(workflowId: string): Promise<number> {
    expect(await resultOf(workflowId)).toBe('COMPLETED')
    return localStepsOf(stage.client, workflowId)
  }

  test('is settled by its payout, or after it where a worker of the release before has paid it out', async () => {
    await freshStage()
    const workers = await stage.workers(ours)
    const before = await stage.answerCalls({ books: false })
    expect(await stepsOf(await stage.pay({ flow: 2 }))).toBe(2)
    await before.stop()
    await stage.answerCalls()
    expect(await stepsOf(await stage.pay({ flow: 2 }))).toBe(1)
    expect(await stepsOf(await stage.pay({ flow: 1 }))).toBe(2)
    // Nothing leaves over a rail.
    expect(await stepsOf(await stage.pay({ flow: 2, steps: ['SIGN'] }))).toBe(2)
    await workers.stop()
  })

  test('is started where the setting says that no other release runs, and by no workflow', async () => {
    await freshStage()
    const { config } = stage
    const start = workflows.quoteExecution.start(
      { attempt: 1, platformId: '', paymentId: '', outsideTaskQueue: '' },
      {},
    )
    const flowBy = (setting: boolean | undefined): unknown =>
      startOptionsOf(start, runOptionsOf({ ...config, START_LEARNED_FLOWS: setting }, FIRST_EPOCH))
        .args
    expect(flowBy(true)).toMatchObject([{ flow: 2 }])
    for (const setting of [false, undefined]) expect(flowBy(setting)).toMatchObject([{ flow: 1 }])
    const within = startOptionsOf(start, { taskQueue: config.TASK_QUEUE, epoch: FIRST_EPOCH })
    expect(within.args).toMatchObject([{ flow: 1 }])
  })
})

describe('npm run replay:open', () => {
  scenario(
    'names each open workflow that the new bundle cannot continue, and passes the others',
    async () => {
      await freshStage()
      const workers = await stage.workers(ours)
      const signing = await parked(12)
      const collecting = await parked(3, ['COLLECT'])
      // Every release that keeps the rule passes.
      for (const changes of [unchanged, startsFlow3, usesPatch]) {
        const { report, failures } = await replayedWith(changes)
        expect(report).toEqual({ open: 15, replayed: 15, failed: 0 })
        expect(failures).toEqual([])
      }
      const { report, failures } = await replayedWith(unguarded)
      expect(report).toEqual({ open: 15, replayed: 15, failed: 12 })
      expect(failures.map(({ workflowId }) => workflowId).sort()).toEqual([...signing].sort())
      for (const { message } of failures) expect(message).toContain('Nondeterminism')
      expect(failures.map(({ workflowId }) => workflowId)).not.toContain(collecting[0])
      // At most two with the same steps.
      const limited = await replayedWith(unguarded, 2)
      expect(limited.report).toEqual({ open: 15, replayed: 4, failed: 2 })
      await workers.stop()
    },
  )

  scenario(
    'names runs of a flow that this release does not know: it must not be put back',
    async () => {
      await freshStage()
      const workers = await stage.workers(ours)
      const newer = await stage.pay({ flow: 2 })
      await untilParked(newer)
      expect((await replayedWith(unchanged)).failures).toEqual([])
      const { failures } = await replayedWith(knowsFlow1)
      expect(failures).toMatchObject([{ workflowId: newer }])
      expect(failures[0]?.message).toContain('flow 2 of quoteExecution is not known')
      await workers.stop()
    },
  )
})

describe('patched()', () => {
  scenario('learned by one release, used by the next, repairs payments that are open', async () => {
    await freshStage()
    const before = await stage.workers(ours)
    const open = await parked(3)
    const learning = await stage.workers(await bundleOf(learnsPatch), {
      learnedPatches: ['another-step'],
    })
    await before.stop()
    // While the patch is only learned, the release before can go on with every run.
    const also = await parked(3)
    expect((await replayedWith(unchanged)).report).toEqual({ open: 6, replayed: 6, failed: 0 })
    const using = await stage.workers(await bundleOf(usesPatch))
    await learning.stop()
    await stage.answerCalls()
    for (const id of [...open, ...also]) {
      expect(await resultOf(id)).toBe('COMPLETED')
      expect(await failedTasksOf(id)).toEqual([])
      const { events } = await stage.client.workflow.getHandle(id).fetchHistory()
      const hasTimer = events?.some(({ timerFiredEventAttributes: fired }) => fired)
      expect(hasTimer, 'the added step').toBe(true)
    }
    await using.stop()
  })
})

describe('a payment that needs a person', () => {
  const statusOf = async (workflowId: string): Promise<unknown> => {
    const { typedSearchAttributes } = await stage.client.workflow.getHandle(workflowId).describe()
    return typedSearchAttributes.get(searchAttributes.status)
  }
  /** Tells it, and waits until its workflow task has been done. */
  const tell = async (workflowId: string): Promise<void> => {
    await tellNeedsOperator(stage.client, workflowId)
    await waitUntil('it has heard', async () => {
      const { events = [] } = await stage.client.workflow.getHandle(workflowId).fetchHistory()
      const signalled = events?.findLastIndex(
        (event) => event.workflowExecutionSignaledEventAttributes,
      )
      const done = events?.findLastIndex((event) => event.workflowTaskCompletedEventAttributes)
      return (done ?? 0) > (signalled ?? 0)
    })
  }

  scenario(
    'is told by a signal that the release before leaves alone, and shown from the next release on',
    async () => {
      await freshStage()
      const before = await stage.workers(await bundleOf(knowsNoNeed))
      const learning = await stage.workers(ours)
      const told = await parked(3)
      for (const id of told) await tell(id)
      // Each of the two releases can go on with a run that was told.
      for (const changes of [unchanged, knowsNoNeed]) {
        expect((await replayedWith(changes)).report).toEqual({ open: 3, replayed: 3, failed: 0 })
      }
      expect(await Promise.all(told.map(statusOf))).toEqual(told.map(() => 'PROCESSING'))
      await before.stop()
      await learning.stop()

      const using = await stage.workers(ours, { learnedPatches: [] })
      const fresh = await parked(1)
      const [first = ''] = fresh
      for (const id of [...told, ...fresh]) {
        await tell(id)
        expect(await statusOf(id)).toBe('NEEDS_OPERATOR')
      }
      // Told again, it shows what it shows.
      await tell(first)
      const open = `OperationStatus = 'NEEDS_OPERATOR' AND TaskQueue = '${stage.config.TASK_QUEUE}'`
      await waitUntil('they are found', async () => {
        return (await stage.client.workflow.count(open)).count === 4
      })
      // The release that has learned it can take them over.
      expect((await replayedWith(unchanged)).report).toEqual({ open: 4, replayed: 4, failed: 0 })
      await stage.answerCalls()
      for (const id of [...told, ...fresh]) {
        expect(await resultOf(id)).toBe('COMPLETED')
        expect(await failedTasksOf(id)).toEqual([])
        expect(await statusOf(id)).toBe('COMPLETED')
      }
      await using.stop()
    },
  )
})

describe('Worker Versioning', () => {
  const name = `payments-${Math.random().toString(36).slice(2)}`
  const build = (id: string) => ({
    env: { WORKER_DEPLOYMENT_NAME: name, WORKER_BUILD_ID: id },
  })

  test('needs both settings', () => {
    expect(versioningOptions(parseConfig({}))).toEqual({})
    const alone = parseConfig({ WORKER_BUILD_ID: '7' })
    expect(() => versioningOptions(alone)).toThrow(ConfigError)
  })

  scenario(
    'keeps a payment on the build that began it, even where another one changes its steps',
    async () => {
      await freshStage()
      const { client } = stage
      const makeCurrent = (buildId: string): Promise<unknown> =>
        waitUntil(`build ${buildId} is current`, () =>
          client.workflowService
            .setWorkerDeploymentCurrentVersion({
              namespace: 'default',
              deploymentName: name,
              buildId,
            })
            .then(() => true)
            // Not before a worker of that build has polled.
            .catch(() => false),
        )
      const first = await stage.workers(ours, build('first'))
      await makeCurrent('first')
      const [pinned = ''] = await parked(1)
      const second = await stage.workers(await bundleOf(unguarded), build('second'))
      await makeCurrent('second')
      const after = await stage.pay()
      await untilParkedOrSleeping(after)
      await stage.answerCalls()
      for (const id of [pinned, after]) {
        expect(await resultOf(id)).toBe('COMPLETED')
        expect(await failedTasksOf(id)).toEqual([])
      }
      expect(await buildsOf(pinned)).toEqual(['first'])
      expect(await buildsOf(after)).toEqual(['second'])
      await first.stop()
      await second.stop()
    },
  )

  async function untilParkedOrSleeping(workflowId: string): Promise<void> {
    await waitUntil(`${workflowId} has begun`, async () => (await buildsOf(workflowId)).length > 0)
  }

  async function buildsOf(workflowId: string): Promise<string[]> {
    const { events } = await stage.client.workflow.getHandle(workflowId).fetchHistory()
    const builds = (events ?? []).flatMap(
      ({ workflowTaskCompletedEventAttributes: completed }) =>
        completed?.deploymentVersion?.buildId ?? [],
    )
    return [...new Set(builds)]
  }
})

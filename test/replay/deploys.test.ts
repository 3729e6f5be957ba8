/** Two releases of workers on one task queue, while payments are open. */
import '../support/temporalRuntime.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Payload } from '@temporalio/common'
import type { WorkflowBundle } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant, systemClock } from '../../contract/time.ts'
import { createLogger } from '../../runtime/log.ts'
import { bundleForReplay, bundleFrom, bundleWorkflows } from '../../worker/bundle.ts'
import { attemptsOfTask, watchFailingTasks } from '../../worker/failingTasks.ts'
import { type ReplayFailure, replayOpen } from '../../worker/replayOpen.ts'
import { signalNeedsOperator } from '../../worker/temporalClient.ts'
import { flows } from '../../workflows/flows.ts'
import { searchAttributes } from '../../workflows/searchAttributes.ts'
import { waitUntil } from '../support/builders.ts'
import { localStepsOf } from '../support/localSteps.ts'
import { aRelease, type Changes, learnsFlow2, startsFlow2, unguarded } from '../support/releases.ts'
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

type Flows = Readonly<
  Record<string, { readonly known: readonly number[]; readonly started: number }>
>

/** Why this release and the released one could not run beside each other. */
function conflicts(own: Flows, released: Readonly<Record<string, readonly number[]>>): string[] {
  return [
    ...Object.entries(own).flatMap(([name, { known, started }]) => [
      ...(known.includes(started)
        ? []
        : [`${name} starts flow ${started}, which it does not know`]),
      ...(released[name]?.includes(started) === false
        ? [`${name} starts flow ${started}, which the released version does not know`]
        : []),
    ]),
    ...Object.keys(released)
      .filter((name) => own[name] === undefined)
      .map((name) => `${name} is gone`),
  ]
}

describe('the flow that a workflow is started for', () => {
  test('is known to this release, and to the released one unless its workflow is new', () => {
    const path = new URL('../../workflows/releasedFlows.json', import.meta.url)
    expect(conflicts(flows, JSON.parse(readFileSync(path, 'utf8')))).toEqual([])
    const learned = { known: [1, 2], started: 1 }
    const released = { invented: [1, 2] }
    expect(conflicts({ invented: learned }, { invented: [1] })).toEqual([])
    expect(conflicts({ invented: { ...learned, started: 2 } }, released)).toEqual([])
    expect(conflicts({ invented: { ...learned, started: 2 } }, { invented: [1] })).toEqual([
      'invented starts flow 2, which the released version does not know',
    ])
    // What the released version has started may be open.
    expect(conflicts({ invented: { known: [3], started: 2 } }, released)).toEqual([
      'invented starts flow 2, which it does not know',
    ])
    expect(conflicts({}, released)).toEqual(['invented is gone'])
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
      const old = await stage.workers(ours)
      const newer = await stage.pay({ flow: 2 })
      await waitUntil('the third attempt', async () => (await attemptsOfTask(client, newer)) >= 3)
      await alarm.round()
      expect([...found.keys()]).toEqual([newer])
      expect(await failedTasksOf(newer)).toEqual([
        'flow 2 of quoteExecution is not known to this release, which knows 1',
      ])
      const { status, raw } = await client.workflow.getHandle(newer).describe()
      expect([status.name, raw.pendingActivities]).toEqual(['RUNNING', []])
      const learned = await stage.workers(await bundleOf(learnsFlow2))
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

describe('payments admin replay open', () => {
  scenario(
    'names each open workflow that the new bundle cannot continue, and passes the others',
    async () => {
      await freshStage()
      const workers = await stage.workers(ours)
      const signing = await parked(12)
      const collecting = await parked(3, ['COLLECT'])
      // Every release that keeps the rule passes.
      for (const changes of [unchanged, learnsFlow2, startsFlow2]) {
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
      const workers = await stage.workers(await bundleOf(startsFlow2))
      const newer = await stage.pay({ flow: 2 })
      await untilParked(newer)
      expect((await replayedWith(learnsFlow2)).failures).toEqual([])
      const { failures } = await replayedWith(unchanged)
      expect(failures).toMatchObject([{ workflowId: newer }])
      expect(failures[0]?.message).toContain('flow 2 of quoteExecution is not known')
      await workers.stop()
    },
  )
})

test('a payment is settled by the activity of its payout, or by a step of its own without one', async () => {
  await freshStage()
  const workers = await stage.workers(ours)
  await stage.answerCalls()
  for (const [steps, localSteps] of [
    [['SIGN', 'PAY_OUT'], 1],
    [['SIGN'], 2],
  ] as const) {
    const id = await stage.pay({ steps })
    expect(await resultOf(id)).toBe('COMPLETED')
    expect(await localStepsOf(stage.client, id), steps.join()).toBe(localSteps)
  }
  await workers.stop()
})

describe('a payment that needs a person', () => {
  const statusOf = async (workflowId: string): Promise<unknown> => {
    const { typedSearchAttributes } = await stage.client.workflow.getHandle(workflowId).describe()
    return typedSearchAttributes.get(searchAttributes.status)
  }
  /** Signals it, and waits until its workflow task has been done. */
  const signal = async (workflowId: string): Promise<void> => {
    await signalNeedsOperator(stage.client, workflowId)
    await waitUntil('it has heard', async () => {
      const { events = [] } = await stage.client.workflow.getHandle(workflowId).fetchHistory()
      const signalled = events?.findLastIndex(
        (event) => event.workflowExecutionSignaledEventAttributes,
      )
      const done = events?.findLastIndex((event) => event.workflowTaskCompletedEventAttributes)
      return (done ?? 0) > (signalled ?? 0)
    })
  }

  test('shows it once it was signalled, until what it waits for has come', async () => {
    await freshStage()
    const workers = await stage.workers(ours)
    const waiting = await parked(3)
    for (const id of waiting) {
      await signal(id)
      expect(await statusOf(id)).toBe('NEEDS_OPERATOR')
    }
    // Signalled again, it shows the same.
    await signal(waiting[0] ?? '')
    const open = `OperationStatus = 'NEEDS_OPERATOR' AND TaskQueue = '${stage.config.TASK_QUEUE}'`
    await waitUntil('they are found', async () => {
      return (await stage.client.workflow.count(open)).count === 3
    })
    expect((await replayedWith(unchanged)).report).toEqual({ open: 3, replayed: 3, failed: 0 })
    await stage.answerCalls()
    for (const id of waiting) {
      expect(await resultOf(id)).toBe('COMPLETED')
      expect(await failedTasksOf(id)).toEqual([])
      expect(await statusOf(id)).toBe('COMPLETED')
    }
    await workers.stop()
  })
})

/**
 * Three releases are deployed forth and back, by the rule of docs/operating.md, while payments wait
 * at every step: all end, and no workflow task fails. The second release learns a flow and a patch,
 * the third one uses them.
 */
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import type { History } from '@temporalio/common/lib/proto-utils.js'
import proto from '@temporalio/proto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functionFiles } from '../../db/migrate.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { codecKeys } from '../../runtime/keyRing.ts'
import { createPayloadCodec } from '../../runtime/payloadCodec.ts'
import { openWorkflowsOf } from '../../worker/replayOpen.ts'
import type { WithFlow } from '../../workflows/flows.ts'
import { approvalDecidedSignal } from '../../workflows/quoteExecution.ts'
import { untilEnded } from '../payments/customers.ts'
import { apiOf, ledgerHolds, waitUntil } from '../support/builders.ts'
import {
  anOwnProcess,
  type OwnProcess,
  programsOf,
  type Release,
  stopOwnProcesses,
  withApis,
} from '../support/ownProcesses.ts'
import {
  aRelease,
  learnsFlow2,
  learnsPatch,
  processFolders,
  startsFlow2,
  together,
  usesPatch,
} from '../support/releases.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { countOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aParking, type Parking } from './parkedPayments.ts'
import { rowsOf } from './payments.ts'
import { rollouts } from './rollouts.ts'

type ReleaseName = 'before' | 'learning' | 'using'

/** Neighbours alone meet: `before` never runs beside `using`. */
const deploys: readonly ReleaseName[] = isLong
  ? ['learning', 'before', 'learning', 'using', 'learning', 'using']
  : ['learning', 'using', 'learning']

const { WorkflowTaskFailedCause } = proto.temporal.api.enums.v1

/** The tree of the last release, where one is given; else ours stands for it. */
const previousTree = process.env.TEST_PREVIOUS_RELEASE

let stack: TestStack
let connection: Connection
let client: Client
let releases: Readonly<Record<ReleaseName, Release>>
let parking: Parking | undefined
let worker: OwnProcess

beforeAll(async () => {
  releases = {
    before: await programsOf(previousTree),
    learning: await programsOf(aRelease(together(learnsFlow2, learnsPatch), processFolders)),
    using: await programsOf(aRelease(together(startsFlow2, usesPatch), processFolders)),
  }
  stack = await aRunningStack({ roles: ['sandbox'] })
  if (previousTree !== undefined) await noteMigrationOf(previousTree)
  const address = need(parseConfig(stack.env), 'TEMPORAL_ADDRESS')
  connection = await Connection.connect({ address })
  client = new Client({ connection })
})
afterAll(async () => {
  await stopOwnProcesses()
  await parking?.stop()
  await connection?.close()
  await stack?.stop()
})

function start(role: 'api' | 'worker', release: ReleaseName): Promise<OwnProcess> {
  const { programs, settings } = releases[release]
  const older = release === 'before' && previousTree !== undefined ? olderNames() : {}
  return anOwnProcess(stack, role, { ...older, ...settings, SWEEP_SECONDS: '5' }, programs)
}

/** The database as that release has migrated it before ours did: its processes are ready then. */
async function noteMigrationOf(tree: string): Promise<void> {
  const folders = { migrations: join(tree, 'db/migrations'), functions: join(tree, 'db/functions') }
  for (const { path, hash } of functionFiles(folders)) {
    await rowsOf(
      stack,
      `insert into function_files (path, hash, applied_at)
       values ($1, $2, clock_timestamp() - interval '1 day') on conflict do nothing`,
      [path, hash],
    )
  }
}

/** Settings that the release before knows by other names. */
function olderNames(): Record<string, string> {
  const { CODEC_KEYS, SANDBOX_WALLET_PROVIDER_URL, SANDBOX_RAIL_URL } = stack.env
  const { SANDBOX_WALLET_API_PRIVATE_KEY } = stack.env
  return {
    CODEC_KEY: CODEC_KEYS ?? '',
    WALLET_PROVIDER_URL: SANDBOX_WALLET_PROVIDER_URL ?? '',
    WALLET_API_PRIVATE_KEY: SANDBOX_WALLET_API_PRIVATE_KEY ?? '',
    RAIL_URL: SANDBOX_RAIL_URL ?? '',
    WEBHOOK_SIGNING_KEY: '22'.repeat(32),
  }
}

/** Beside the running worker first: for a while both take tasks of all payments. */
async function deploy(release: ReleaseName): Promise<void> {
  const next = await start('worker', release)
  await parking?.parkAtApproval()
  await aTaskForEveryWorkflow()
  await worker.stop()
  worker = next
  await aTaskForEveryWorkflow()
}

/** A signal that no waiting payment minds: whichever worker takes the task replays its history. */
async function aTaskForEveryWorkflow(): Promise<void> {
  const open: string[] = []
  const query = openWorkflowsOf(parseConfig(stack.env))
  for await (const { workflowId } of client.workflow.list({ query })) open.push(workflowId)
  for (const id of open) {
    const handle = client.workflow.getHandle(id)
    // It may have ended meanwhile.
    await handle.signal(approvalDecidedSignal).catch(() => undefined)
    await waitUntil(`${id} has taken its task`, async () => {
      return !(await handle.describe()).raw.pendingWorkflowTask
    })
  }
}

test.skipIf(!rollouts.includes('deploys'))(
  'payments that wait at every step end, and no workflow task fails',
  async () => {
    worker = await start('worker', 'before')
    const api = await start('api', 'before')
    parking = await aParking(withApis(stack, api))
    for (let round = 0; round < countOf(1, 5); round += 1) await parking.park()
    const newer: string[] = []
    for (const release of deploys) {
      await deploy(release)
      if (release !== 'using') continue
      const newApi = await start('api', release)
      newer.push((await parking.parkAtSignature(withApis(stack, newApi))).transactionId)
      await newApi.stop()
    }
    await aSandboxControl(stack).clear()
    const own = apiOf(withApis(stack, api))
    for (const { wait, transactionId } of parking.payments) {
      const { status, refund } = await untilEnded(own, transactionId)
      if (wait === 'approval') expect(['COMPLETED', 'FAILED'], transactionId).toContain(status)
      else if (!wait.startsWith('refund')) expect([wait, status]).toEqual([wait, 'COMPLETED'])
      else expect(refund, wait).toMatchObject({ status: 'COMPLETED' })
    }
    await ledgerHolds(stack)

    const { failed, flows, timers } = await readHistories()
    expect(failed).toEqual([])
    // Those that the newest API has started take the new flow's steps, and no others.
    expect(flows.filter((flow) => flow === 2)).toHaveLength(newer.length)
    expect(timers.length).toBeGreaterThanOrEqual(newer.length)
    console.log(
      `${parking.payments.length} payments, ${deploys.length} deploys, ${flows.length} workflows, ${failed.length} failed workflow tasks`,
    )
  },
  1_800_000,
)

/** Of all workflows of this stack, open and closed. */
async function readHistories(): Promise<{ failed: string[]; flows: number[]; timers: string[] }> {
  const { TASK_QUEUE: queue } = parseConfig(stack.env)
  const codec = createPayloadCodec(codecKeys(parseConfig(stack.env)))
  const failed: string[] = []
  const flows: number[] = []
  const timers: string[] = []
  const all = client.workflow.list({ query: `TaskQueue = '${queue}'` })
  for await (const { workflowId, history } of all.intoHistories()) {
    for (const event of (history as History).events ?? []) {
      const { workflowTaskFailedEventAttributes: failure, timerFiredEventAttributes: timer } = event
      // Not a failure of the code: a signal arrived while the run closed, and is handled first.
      const isRace =
        failure?.cause === WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND
      if (failure && !isRace) failed.push(`${workflowId}: ${failure.failure?.message}`)
      if (timer) timers.push(workflowId)
      const [input] = event.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
      if (input) {
        const [plain] = await codec.decode([input])
        const { flow } = JSON.parse(Buffer.from(plain?.data ?? []).toString()) as WithFlow
        flows.push(flow ?? 1)
      }
    }
  }
  return { failed, flows, timers }
}

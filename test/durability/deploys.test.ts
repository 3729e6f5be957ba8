/**
 * Three releases are deployed forth and back, by the rule of docs/operating.md, while payments wait
 * at every step: all end, and no workflow task fails. The second release learns a flow and a patch,
 * the third one uses them. Then workers of the release before and of ours share the steps of payments.
 */
import { join } from 'node:path'
import { type Client, Connection } from '@temporalio/client'
import type { History } from '@temporalio/common/lib/proto-utils.js'
import proto from '@temporalio/proto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functionFiles } from '../../db/migrate.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { codecKeys } from '../../runtime/keyRing.ts'
import { createPayloadCodec } from '../../runtime/payloadCodec.ts'
import { openWorkflowsOf } from '../../worker/replayOpen.ts'
import { createClient } from '../../worker/temporalClient.ts'
import type { WithFlow } from '../../workflows/flows.ts'
import { approvalDecidedSignal } from '../../workflows/quoteExecution.ts'
import { untilEnded } from '../payments/customers.ts'
import { aLoggedInWallet, apiOf, ledgerHolds, waitUntil } from '../support/builders.ts'
import { localStepsOf } from '../support/localSteps.ts'
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
  knowsFlow1,
  learnsFlow3,
  learnsPatch,
  payoutBooksNothing,
  processFolders,
  startsFlow3,
  together,
  usesPatch,
} from '../support/releases.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { countOf, isLong, sampleOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aParking, type Parking } from './parkedPayments.ts'
import {
  aPayment,
  execute,
  expectPaidOnce,
  type Payment,
  rowsOf,
  untilCompleted,
} from './payments.ts'
import { rollouts } from './rollouts.ts'

type ReleaseName = 'before' | 'learning' | 'using'

/** Neighbours alone meet: `before` never runs beside `using`. */
const deploys: readonly ReleaseName[] = isLong
  ? ['learning', 'before', 'learning', 'using', 'learning', 'using']
  : ['learning', 'using', 'learning']

const { WorkflowTaskFailedCause } = proto.temporal.api.enums.v1

const releaseBefore = together(knowsFlow1, payoutBooksNothing)
/** The tree of the last release, where one is given; else ours stands for it, with flow 1 alone. */
const previousTree = process.env.TEST_PREVIOUS_RELEASE

let stack: TestStack
let connection: Connection
let client: Client
let releases: Readonly<Record<ReleaseName, Release>>
let parking: Parking | undefined
let worker: OwnProcess

beforeAll(async () => {
  releases = {
    before: await programsOf(previousTree ?? aRelease(releaseBefore, processFolders)),
    learning: await programsOf(aRelease(together(learnsFlow3, learnsPatch), processFolders)),
    using: await programsOf(aRelease(together(startsFlow3, usesPatch), processFolders)),
  }
  stack = await aRunningStack({ roles: ['sandbox'] })
  if (previousTree !== undefined) await noteMigrationOf(previousTree)
  const address = need(parseConfig(stack.env), 'TEMPORAL_ADDRESS')
  connection = await Connection.connect({ address })
  client = createClient(connection, parseConfig(stack.env))
})
afterAll(async () => {
  await stopOwnProcesses()
  await parking?.stop()
  await connection?.close()
  await stack?.stop()
})

/** By the rule a release starts no flow that it has only learned, while processes of two releases run. */
const shared = { SWEEP_SECONDS: '5', START_LEARNED_FLOWS: 'false' }

function start(
  role: 'api' | 'worker',
  release: ReleaseName | 'ours',
  own: Readonly<Record<string, string>> = {},
): Promise<OwnProcess> {
  if (release === 'ours') return anOwnProcess(stack, role, { ...shared, ...own })
  const { programs, settings } = releases[release]
  const older = release === 'before' && previousTree !== undefined ? olderNames() : {}
  return anOwnProcess(stack, role, { ...older, ...settings, ...shared, ...own }, programs)
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
    expect(flows.filter((flow) => flow === 3)).toHaveLength(newer.length)
    expect(timers.length).toBeGreaterThanOrEqual(newer.length)
    console.log(
      `${parking.payments.length} payments, ${deploys.length} deploys, ${flows.length} workflows, ${failed.length} failed workflow tasks`,
    )
  },
  1_800_000,
)

type Side = 'before' | 'ours'

/** Payments that an API of ours starts, with workers of one release for workflows and of one for outside calls. */
async function paid(
  flow: 1 | 2,
  workflows: Side,
  outside: Side,
): Promise<{ localSteps: number[]; payments: Payment[] }> {
  const api = await start('api', 'ours', { START_LEARNED_FLOWS: String(flow === 2) })
  const workers = [
    await start('worker', workflows, { WORKER_ROLES: 'workflows' }),
    await start('worker', outside, { WORKER_ROLES: 'outside' }),
  ]
  const wallet = await aLoggedInWallet(withApis(stack, api))
  const payments: Payment[] = []
  for (let turn = 0; turn < countOf(1, 10); turn += 1) payments.push(await aPayment(wallet))
  await Promise.all(
    payments.map(async (payment) => {
      expect((await execute(wallet.api, payment)).status).toBe(200)
      await untilCompleted(wallet.api, payment)
    }),
  )
  const localSteps = await Promise.all(payments.map(({ quote }) => stepsOf(quote.id)))
  await Promise.all([api, ...workers].map((each) => each.stop()))
  return { localSteps: [...new Set(localSteps)], payments }
}

/** When it has ended. */
async function stepsOf(workflowId: string): Promise<number> {
  await client.workflow.getHandle(workflowId).result()
  return localStepsOf(client, workflowId)
}

test.skipIf(!rollouts.includes('deploys'))(
  'workers of the release before take part in payments of flow 1, and in the outside calls of flow 2',
  async () => {
    await stopOwnProcesses()
    const failedBefore = (await readHistories()).failed
    const mixes = [
      [1, 'before', 'ours', 2],
      [2, 'ours', 'before', 2],
      [2, 'ours', 'ours', 1],
    ] as const
    for (const [flow, workflows, outside, localSteps] of sampleOf('mixes', mixes, 1)) {
      const done = await paid(flow, workflows, outside)
      expect(done.localSteps, `flow ${flow}, ${workflows}, ${outside}`).toEqual([localSteps])
      await expectPaidOnce(stack, done.payments)
    }
    expect((await readHistories()).failed).toEqual(failedBefore)
    await ledgerHolds(stack)
  },
  900_000,
)

test.skipIf(!rollouts.includes('deploys'))(
  'a payment of flow 2 that only a worker of the release before could take waits for one of ours',
  async () => {
    await stopOwnProcesses()
    const api = await start('api', 'ours', { START_LEARNED_FLOWS: 'true' })
    const wallets = await start('worker', 'ours')
    const wallet = await aLoggedInWallet(withApis(stack, api))
    const payment = await aPayment(wallet)
    await wallets.stop()
    const before = await start('worker', 'before')
    // Not known yet: no worker that is there takes the decision.
    expect((await execute(wallet.api, payment)).status).toBe(503)
    const ours = await start('worker', 'ours')
    await before.stop()
    await waitUntil('the same request is answered', async () => {
      return (await execute(wallet.api, payment)).status === 200
    })
    await untilCompleted(wallet.api, payment)
    expect(await stepsOf(payment.quote.id)).toBe(1)
    await expectPaidOnce(stack, [payment])
    await ours.stop()
  },
  900_000,
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

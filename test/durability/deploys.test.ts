/**
 * Three releases are deployed forth and back, by the rule of docs/operating.md, while payments wait
 * at every step: all end, and no workflow task fails. The first release is ours, the second one learns
 * a flow, and the third one starts it.
 */
import { type Client, Connection } from '@temporalio/client'
import type { History } from '@temporalio/common/lib/proto-utils.js'
import proto from '@temporalio/proto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { codecKeys } from '../../runtime/keyRing.ts'
import { createPayloadCodec } from '../../runtime/payloadCodec.ts'
import { openWorkflowsOf } from '../../worker/replayOpen.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { authorizationChangedSignal } from '../../workflows/authorization.ts'
import type { WithFlow } from '../../workflows/flows.ts'
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
import { aRelease, learnsFlow2, processFolders, startsFlow2 } from '../support/releases.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { countOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aParking, type Parking } from './parkedPayments.ts'

type ReleaseName = 'ours' | 'learning' | 'starting'

/** Neighbours alone meet: `ours` never runs beside `starting`. */
const deploys: readonly ReleaseName[] = isLong
  ? ['learning', 'ours', 'learning', 'starting', 'learning', 'starting']
  : ['learning', 'starting', 'learning']

const { WorkflowTaskFailedCause } = proto.temporal.api.enums.v1

let stack: TestStack
let connection: Connection
let client: Client
let releases: Readonly<Record<Exclude<ReleaseName, 'ours'>, Release>>
let parking: Parking | undefined
let worker: OwnProcess

beforeAll(async () => {
  releases = {
    learning: await programsOf(aRelease(learnsFlow2, processFolders)),
    starting: await programsOf(aRelease(startsFlow2, processFolders)),
  }
  stack = await aRunningStack({ roles: ['sandbox'] })
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

function start(role: 'api' | 'worker', release: ReleaseName): Promise<OwnProcess> {
  const { programs, settings } = release === 'ours' ? {} : releases[release]
  return anOwnProcess(stack, role, { ...settings, SWEEP_SECONDS: '5' }, programs)
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
    await handle.signal(authorizationChangedSignal).catch(() => undefined)
    await waitUntil(`${id} has taken its task`, async () => {
      return !(await handle.describe()).raw.pendingWorkflowTask
    })
  }
}

test('payments that wait at every step end, and no workflow task fails', async () => {
  worker = await start('worker', 'ours')
  const api = await start('api', 'ours')
  parking = await aParking(withApis(stack, api))
  for (let round = 0; round < countOf(1, 5); round += 1) await parking.park()
  const newer: string[] = []
  for (const release of deploys) {
    await deploy(release)
    if (release !== 'starting') continue
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
}, 1_800_000)

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
        flows.push(flow)
      }
    }
  }
  return { failed, flows, timers }
}

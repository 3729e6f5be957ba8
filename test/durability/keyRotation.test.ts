/**
 * Both rings of keys are rotated while payments are open, process by process, in the order of
 * docs/operating.md: nothing waits, and the codec endpoint shows old and new payloads.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import type { Payload } from '@temporalio/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidOf } from '../../contract/ids.ts'
import { identityNumberOf } from '../../contract/sealedText.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { keyRing } from '../../runtime/keyRing.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'
import { attemptsOfTask } from '../../worker/failingTasks.ts'
import {
  aCustomer,
  accountOf,
  anExternalAccount,
  askQuote,
  from,
  to,
  untilEnded,
} from '../payments/customers.ts'
import {
  aCustomerBody,
  apiOf,
  fund,
  ledgerHolds,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import {
  anOwnProcess,
  type OwnProcess,
  stopOwnProcesses,
  withApis,
} from '../support/ownProcesses.ts'
import { argumentsOf } from '../support/programs.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { rowsOf } from './payments.ts'

const [first, second] = ['1a'.repeat(32), '2b'.repeat(32)]
/** Step by step: the new key is added, then used, then alone. */
const steps = [first, `${first},${second}`, `${second},${first}`, second] as const
const ringOf = (keys: string): Record<string, string> => ({ CODEC_KEYS: keys, RECORD_KEYS: keys })
const idOf = (keys: string): string => keyRing('RECORD_KEYS', keys).currentId

let stack: TestStack
let connection: Connection
let api: OwnProcess
let worker: OwnProcess

beforeAll(async () => {
  stack = await aRunningStack({ roles: ['sandbox'] })
  connection = await Connection.connect({
    address: need(parseConfig(stack.env), 'TEMPORAL_ADDRESS'),
  })
})
afterAll(async () => {
  await stopOwnProcesses()
  await connection?.close()
  await stack?.stop()
})

/** First the worker, then the API, each beside its predecessor: neighbours work together. */
async function rollTo(keys: string): Promise<void> {
  const nextWorker = await anOwnProcess(stack, 'worker', ringOf(keys))
  await worker?.stop()
  worker = nextWorker
  const nextApi = await anOwnProcess(stack, 'api', ringOf(keys))
  await api?.stop()
  api = nextApi
}

async function payloadOf(workflowId: string): Promise<Payload> {
  const { workflow } = new Client({ connection })
  const { events } = await workflow.getHandle(workflowId).fetchHistory()
  const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
  if (payload === undefined) throw new Error(`${workflowId} has no input`)
  return payload
}

/** As the Temporal UI asks. */
async function shownByCodec(payload: Payload): Promise<string> {
  const base64 = (bytes: Uint8Array | null | undefined): string =>
    Buffer.from(bytes ?? []).toString('base64')
  const metadata = Object.entries(payload.metadata ?? {}).map(([name, value]) => [
    name,
    base64(value),
  ])
  const wire = { metadata: Object.fromEntries(metadata), data: base64(payload.data) }
  const answer = await fetch(`${api.operatorOrigin}/codec/decode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payloads: [wire] }),
  })
  const { payloads } = (await answer.json()) as { payloads?: { data: string }[] }
  return Buffer.from(payloads?.[0]?.data ?? '', 'base64').toString()
}

async function storedNumber({ id }: { readonly id: string }): Promise<string> {
  const [row] = await rowsOf<{ identity_number: string }>(
    stack,
    'select identity_number from customers where id = $1',
    [uuidOf('Customer', id)],
  )
  return row?.identity_number ?? ''
}

/** The command, as an operator runs it. */
function reencrypt(keys: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...argumentsOf('cli/main'), 'admin', 'records', 'reencrypt'],
    { env: { ...process.env, ...stack.env, ...ringOf(keys) }, encoding: 'utf8' },
  )
  return { status, output: `${stdout}${stderr}` }
}

test('open payments end, every identifier is kept, and old and new payloads are shown', async () => {
  const control = aSandboxControl(stack)
  await rollTo(first)
  const ada = await aCustomer(withApis(stack, api))
  const dollars = accountOf(ada, 'USD')
  await fund(ada.api, dollars, 1_000_000n)
  const bank = await anExternalAccount(ada.api, ada.customer)
  const release = await control.order({
    party: 'rail',
    operation: 'submit',
    kind: 'stuckPending',
    count: 100,
  })
  const customers: { readonly customer: Resource; readonly number: string }[] = []
  const payments: Resource[] = []
  const inputs: { readonly workflowId: string; readonly keys: string }[] = []

  const work = async (keys: string): Promise<void> => {
    const own = apiOf(withApis(stack, api))
    const number = `${customers.length}23-45-6789`
    const body = aCustomerBody({ idType: 'SSN', identifier: number })
    customers.push({
      customer: shown('customer', await own.call('POST', '/customers', body), 201),
      number,
    })
    const asked = await askQuote(own, from(dollars), to(bank), 1_000, {
      immediatelyExecute: true,
    })
    const quote = shown('quote', asked, 201)
    await waitUntil('the payout is ordered', async () => {
      return (await control.acts(String(quote.transactionId)))['rail submit'] === 1
    })
    payments.push(quote)
    inputs.push({ workflowId: quote.id, keys })
  }

  await work(first)
  for (const keys of steps.slice(1, 3)) {
    await rollTo(keys)
    await work(keys)
    // Whatever key an open payment began with, the Temporal UI shows it.
    for (const { workflowId } of inputs) {
      expect(await shownByCodec(await payloadOf(workflowId))).toContain(uuidOf('Quote', workflowId))
    }
  }
  const keysOfInputs = await Promise.all(
    inputs.map(async ({ workflowId }) => {
      const { metadata } = await payloadOf(workflowId)
      return Buffer.from(metadata?.['encryption-key-id'] ?? []).toString()
    }),
  )
  expect(keysOfInputs).toEqual([idOf(first), idOf(first), idOf(second)])

  // A process that has missed the first step does not start any more.
  const behind = anOwnProcess(stack, 'api', ringOf(first))
  await expect(behind).rejects.toThrow(`RECORD_KEYS lacks ${idOf(second)}`)

  // The old key of the columns may not be dropped yet: neither the command nor a process allows it.
  const early = reencrypt(second)
  expect(early).toMatchObject({ status: 1 })
  expect(early.output).toContain(`2 values are left with the key ${idOf(first)}`)
  await expect(anOwnProcess(stack, 'api', ringOf(second))).rejects.toThrow(
    `RECORD_KEYS lacks ${idOf(first)}`,
  )
  const { status, output } = reencrypt(steps[2])
  expect([status, output]).toEqual([0, expect.stringContaining('2 values encrypted with the key')])
  expect(output).toContain(`No value needs the key ${idOf(first)} any more`)
  const cipher = createRecordCipher(keyRing('RECORD_KEYS', second))
  for (const { customer, number } of customers) {
    const place = identityNumberOf(uuidOf('Customer', customer.id) ?? '')
    expect(cipher.open(await storedNumber(customer), place)).toBe(number)
  }

  await release()
  for (const { transactionId } of payments) {
    const own = apiOf(withApis(stack, api))
    expect(await untilEnded(own, transactionId)).toMatchObject({ status: 'COMPLETED' })
  }
  // Nothing is open with the old key: it is dropped.
  await rollTo(second)
  await control.clear()
  const own = apiOf(withApis(stack, api))
  const asked = await askQuote(own, from(dollars), to(bank), 1_000, { immediatelyExecute: true })
  const last = shown('quote', asked, 201)
  expect(await untilEnded(own, last.transactionId)).toMatchObject({ status: 'COMPLETED' })
  expect(await failedTasks([...payments, last].map(({ id }) => id))).toEqual([])
  await ledgerHolds(stack)
}, 600_000)

test('work of a key that its worker lacks waits, and ends once a worker has the key', async () => {
  const own = (): ReturnType<typeof apiOf> => apiOf(withApis(stack, api))
  const ada = await aCustomer(withApis(stack, api))
  const dollars = accountOf(ada, 'USD')
  await fund(ada.api, dollars, 10_000n)
  const bank = await anExternalAccount(ada.api, ada.customer)
  const third = '3c'.repeat(32)
  // The mistake: the API encrypts with a key that no worker has been given.
  const ahead = await anOwnProcess(stack, 'api', {
    CODEC_KEYS: `${third},${second}`,
    RECORD_KEYS: second,
    ANSWER_WAIT_MS: '500',
  })
  const quote = shown('quote', await askQuote(own(), from(dollars), to(bank), 1_000), 201)
  const key = { 'Idempotency-Key': randomUUID() }
  const path = `/quotes/${quote.id}/execute`
  const waiting = await apiOf(withApis(stack, ahead)).call('POST', path, undefined, key)
  expect([waiting.status, waiting.body.status]).toEqual([200, 'PROCESSING'])
  const client = new Client({ connection })
  await waitUntil('the task fails again', async () => (await attemptsOfTask(client, quote.id)) >= 2)
  const mended = await anOwnProcess(stack, 'worker', {
    CODEC_KEYS: `${second},${third}`,
    RECORD_KEYS: second,
  })
  await worker.stop()
  worker = mended
  expect(await untilEnded(own(), quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
  await ahead.stop()
}, 600_000)

/** Workflows of which a workflow task has failed. */
async function failedTasks(workflowIds: readonly string[]): Promise<string[]> {
  const { workflow } = new Client({ connection })
  const found = await Promise.all(
    workflowIds.map(async (id) => {
      const { events } = await workflow.getHandle(id).fetchHistory()
      return events?.some((event) => event.workflowTaskFailedEventAttributes) ? [id] : []
    }),
  )
  return found.flat()
}

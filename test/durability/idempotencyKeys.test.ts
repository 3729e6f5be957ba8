/** Idempotency keys after their retention, with other bodies, and what their replays show. */
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  anExternalAccount,
  askQuote,
  from,
  type TestCustomer,
  to,
} from '../payments/customers.ts'
import {
  aCustomerBody,
  aFundedWallet,
  apiOf,
  aQuote,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { atOnce, rowsOf } from './payments.ts'

let stack: SharedStack
let api: ApiClient
let ada: TestCustomer
let bank: Resource

beforeAll(async () => {
  stack = await aSharedStack()
  api = apiOf(stack)
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  bank = await anExternalAccount(ada.api, ada.customer)
})
afterAll(async () => {
  await stack?.stop()
})

/** What the nightly clean-up does to keys, and Temporal to closed workflows. */
async function forget(key: string, ...workflowIds: readonly string[]): Promise<void> {
  await rowsOf(stack, 'delete from idempotency_keys where key = $1', [key])
  const connection = await Connection.connect({ address: stack.env.TEMPORAL_ADDRESS ?? '' })
  const client = new Client({ connection })
  for (const workflowId of workflowIds) {
    await client.workflow
      .getHandle(workflowId)
      .result()
      .catch(() => undefined)
    await connection.workflowService.deleteWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId },
    })
    await waitUntil('the workflow is deleted', async () => {
      const found = await client.workflow
        .getHandle(workflowId)
        .describe()
        .catch(() => undefined)
      return found === undefined
    })
  }
  await connection.close()
}

type Creation = {
  readonly send: (body: object, key: string) => Promise<Answer>
  readonly bodies: () => readonly [object, object]
  readonly workflowOf: (answer: Answer) => string[]
}

const transfer = (amount: number): object => ({
  source: { accountId: accountOf(ada, 'USD').id },
  destination: { accountId: bank.id },
  amount,
})
const quote = (amount: number, more: object = {}): object => ({
  source: from(accountOf(ada, 'USD')),
  destination: to(bank),
  ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount, ...more },
})
const posting =
  (path: () => string) =>
  (body: object, key: string): Promise<Answer> =>
    api.call('POST', path(), body, { 'Idempotency-Key': key })

const creations: Readonly<Record<string, Creation>> = {
  'a customer': {
    send: posting(() => '/customers'),
    bodies: () => [aCustomerBody(), aCustomerBody()],
    workflowOf: ({ body }) => [String(body.id)],
  },
  'a transfer': {
    send: posting(() => '/transfer-out'),
    bodies: () => [transfer(1_001), transfer(1_002)],
    workflowOf: () => [],
  },
  'an immediate quote': {
    send: posting(() => '/quotes'),
    bodies: () => [
      quote(1_003, { immediatelyExecute: true }),
      quote(1_004, { immediatelyExecute: true }),
    ],
    workflowOf: () => [],
  },
  'a quote': {
    send: posting(() => '/quotes'),
    bodies: () => [quote(1_005), quote(1_006)],
    workflowOf: () => [],
  },
  'sandbox money': {
    send: posting(() => `/sandbox/internal-accounts/${accountOf(ada, 'USDC').id}/fund`),
    bodies: () => [{ amount: 7 }, { amount: 8 }],
    workflowOf: () => [],
  },
}

test.each(Object.entries(creations))(
  '%s: a key after its retention is free for another request and refused for the same one',
  async (name, { send, bodies, workflowOf }) => {
    const [first, second] = bodies()
    const key = randomUUID()
    const made = await send(first, key)
    expect([200, 201]).toContain(made.status)
    await forget(key, ...workflowOf(made))
    const same = await send(first, key)
    expect([same.status, same.body.code]).toEqual([409, 'DUPLICATE_PAY_REQUEST'])
    const other = await send(second, key)
    expect(other.status, JSON.stringify(other.body)).toBe(made.status)
    if (name !== 'sandbox money') expect(other.body.id).not.toBe(made.body.id)
    if (name === 'a customer') expect(other.body).toMatchObject(second)
    // Within its retention it stands for that request.
    const again = await send(second, key)
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([made.status, 'true'])
    expect((await send(first, key)).body.code).toBe('DUPLICATE_PAY_REQUEST')
  },
)

test.each(Object.entries(creations))(
  '%s: one key with two bodies at one instant creates one of them',
  async (_, { send, bodies }) => {
    const both = bodies()
    const key = randomUUID()
    const answers = await atOnce(stack, 8, (_, index) => send(both[index % 2] as object, key))
    const done = answers.filter(({ status }) => status < 300)
    const refused = answers.filter(({ status }) => status >= 300)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => JSON.stringify(body.id))).size).toBe(1)
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'DUPLICATE_PAY_REQUEST'])
    }
    expect(refused.length).toBeGreaterThanOrEqual(4)
  },
)

test('no onboarding of these customers is left that retries for ever', async () => {
  const rows = await rowsOf<{ id: string }>(
    stack,
    "select 'Customer:' || c.id as id from customers c where platform_id = $1",
    [(await rowsOf<{ id: string }>(stack, platformOf, [stack.platform.clientId]))[0]?.id],
  )
  const connection = await Connection.connect({ address: stack.env.TEMPORAL_ADDRESS ?? '' })
  const client = new Client({ connection })
  await waitUntil(
    'no onboarding runs',
    async () => {
      const found = await Promise.all(
        rows.map(({ id }) =>
          client.workflow
            .getHandle(id)
            .describe()
            .catch(() => undefined),
        ),
      )
      return found.every((each) => each?.status.name !== 'RUNNING')
    },
    10_000,
  )
  await connection.close()
})

const platformOf = 'select platform_id as id from tokens where client_id = $1'

test('a quote created with a key, replayed after its execute, shows what the first answer showed', async () => {
  const wallet = await aFundedWallet(stack)
  const key = randomUUID()
  const first = await aQuote(wallet, { key })
  expect(first).toMatchObject({ status: 'PENDING' })
  expect(first.paymentInstructions).toHaveLength(1)
  const plain = shown(
    'quote',
    await askQuote(ada.api, from(accountOf(ada, 'USD')), to(bank), 2_000, {}, key + 1),
    201,
  )
  const executed = await ada.api.call('POST', `/quotes/${plain.id}/execute`)
  expect([executed.status, executed.body.status]).toEqual([200, 'PROCESSING'])
  const replay = await askQuote(ada.api, from(accountOf(ada, 'USD')), to(bank), 2_000, {}, key + 1)
  expect([replay.status, replay.headers.get('Idempotent-Replayed')]).toEqual([201, 'true'])
  expect(replay.body).toEqual(plain)
  expect(await aQuote(wallet, { key })).toEqual(first)
  expect((await amountsOf(ada.api, accountOf(ada, 'USD'))).total).toBeGreaterThan(0)
})

/** Customers while nothing carries them out, equal payments without a key, and answers that are looked up. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  accountOf,
  aFundedCustomer,
  anExternalAccount,
  from,
  type TestCustomer,
  to,
  untilEnded,
} from '../payments/customers.ts'
import {
  aCustomerBody,
  aPlatform,
  apiOf,
  ledgerHolds,
  listed,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { atOnce, rowsOf } from './payments.ts'

let stack: TestStack
let ada: TestCustomer
let bank: Resource

beforeAll(async () => {
  stack = await aRunningStack({ own: true, apis: 2 })
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  bank = await anExternalAccount(ada.api, ada.customer)
})
afterAll(async () => {
  await stack?.stop()
})

type Send = (api?: ApiClient) => Promise<Answer>

let amounts = 1_000
const someAmount = (): number => {
  amounts += 1
  return amounts
}

function transferBody(source: { id: string }, destination: { id: string }) {
  return {
    source: { accountId: source.id },
    destination: { accountId: destination.id },
    amount: someAmount(),
  }
}

type Transfer = {
  readonly send: Send
  /** How many payments it has become. */
  payments(): Promise<number>
}

/** A transfer out of Ada's account, of an amount that no other test sends. */
function aTransfer(): Transfer {
  const body = transferBody(accountOf(ada, 'USD'), bank)
  return {
    send: (api = ada.api) => api.call('POST', '/transfer-out', body),
    async payments() {
      const text = 'select 1 from payments where sending_amount = $1'
      return (await rowsOf(stack, text, [body.amount])).length
    },
  }
}

const otherApi = (): ApiClient => apiOf(stack, stack.platform, 1)

/** Sends the request until its outcome is known. */
const untilKnown = (send: Send): Promise<Answer> =>
  waitUntil('the outcome is known', async () => {
    const answer = await send()
    return answer.status === 503 ? undefined : answer
  })

const waiting = async (): Promise<number> =>
  (await rowsOf(stack, `select 1 from pending_starts where kind = 'CUSTOMER'`)).length

const walletOf = async (api: ApiClient, customer: Resource): Promise<string> => {
  const path = `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
  return String(listed(await api.call('GET', path))[0]?.status)
}

test('Temporal stopped: customers are answered as usual, with their wallet PENDING, and get it afterwards', async () => {
  const other = apiOf(stack, await aPlatform(stack))
  const twin = aCustomerBody({ platformCustomerId: `same-${randomUUID()}` })
  const key = { 'Idempotency-Key': randomUUID() }
  stack.hold('temporal')
  await stack.kill('temporal')
  const keyed = aCustomerBody()
  const sends: (readonly [ApiClient, Promise<Answer>])[] = [
    [ada.api, ada.api.call('POST', '/customers', aCustomerBody())],
    [ada.api, ada.api.call('POST', '/customers', twin)],
    // Another platform with the same body has a customer of its own.
    [other, other.call('POST', '/customers', twin)],
    [ada.api, ada.api.call('POST', '/customers', keyed, key)],
  ]
  const made: (readonly [ApiClient, Resource])[] = []
  for (const [api, sent] of sends) {
    const { status, body } = await sent
    expect(status, JSON.stringify(body)).toBe(201)
    made.push([api, body as Resource])
    expect(await walletOf(api, body as Resource)).toBe('PENDING')
  }
  // The repeat of a key gets the same one, and no second start.
  const repeated = await otherApi().call('POST', '/customers', keyed, key)
  expect([repeated.status, repeated.body.id]).toEqual([201, made.at(-1)?.[1].id])
  expect(new Set(made.map(([, { id }]) => id)).size).toBe(sends.length)
  expect(await waiting()).toBe(sends.length)
  stack.release('temporal')
  await stack.waitReady()
  for (const [api, customer] of made) {
    await waitUntil(
      'its wallet is active',
      async () => (await walletOf(api, customer)) === 'ACTIVE',
    )
  }
  await waitUntil('nothing waits to be started', async () => (await waiting()) === 0)
})

test('an API that dies after the commit: the wallet of its customer is made', async () => {
  const platformCustomerId = `lost-${randomUUID()}`
  stack.hold('temporal')
  await stack.kill('temporal')
  const lost = ada.api
    .call('POST', '/customers', aCustomerBody({ platformCustomerId }))
    .catch(() => 'lost')
  await waitUntil('it is committed', async () => (await waiting()) === 1)
  await stack.kill('api', 0)
  expect(await lost).toBe('lost')
  stack.release('temporal')
  await stack.waitReady()
  const path = `/customers?platformCustomerId=${platformCustomerId}`
  const [customer] = listed(await otherApi().call('GET', path))
  if (customer === undefined) throw new Error('the customer is gone')
  await waitUntil('its wallet is active', async () => {
    return (await walletOf(otherApi(), customer)) === 'ACTIVE'
  })
})

test('50 identical payments without a key at once are 50 payments', async () => {
  const { send, payments } = aTransfer()
  const answers = await atOnce(stack, 50, send)
  const ids = await Promise.all(
    answers.map(async (answer) => (answer.status === 503 ? await untilKnown(send) : answer)),
  )
  expect(new Set(ids.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(ids.map(({ body }) => body.id)).size).toBe(50)
  expect(await payments()).toBe(50)
  await ledgerHolds(stack)
})

test('an execute of unknown outcome waits beyond its expiry for the decision that began before it', async () => {
  const source = from(accountOf(ada, 'USD'))
  const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 }
  const made = await ada.api.call('POST', '/quotes', { source, destination: to(bank), ...locked })
  const quoteId = String(made.body.id)
  const id = quoteId.split(':')[1] ?? ''
  const key = randomUUID()
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  const soon =
    "update payments set expires_at = service_now() + interval '1 second' where id = $1 returning platform_id"
  const [row] = await rowsOf<{ platform_id: string }>(stack, soon, [id])
  await client.query('begin')
  const requestHash = hashOf('executeQuote', id, canonicalJson({}))
  await client.query('select decide_payment($1)', [
    { paymentId: id, platformId: row?.platform_id, key, requestHash },
  ])
  const path = `/quotes/${quoteId}/execute`
  const executing = ada.api.call('POST', path, undefined, { 'Idempotency-Key': key })
  // Longer than one statement may wait: then the decision is looked up.
  await Promise.race([executing, sleep(6_000)])
  await client.query('commit')
  const answer = await executing
  expect([answer.status, answer.body.status]).toEqual([200, 'PROCESSING'])
  await client.end()
  expect(await untilEnded(ada.api, made.body.transactionId)).toMatchObject({ status: 'COMPLETED' })
})

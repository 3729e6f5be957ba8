/**
 * Customers that are created without an Idempotency-Key and whose outcome is unknown when they are answered; and equal
 * payments without a key, which share nothing.
 */
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
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { atOnce, rowsOf } from './payments.ts'
import { whileNoWorkerRunsFor } from './withoutWorkers.ts'

let stack: TestStack
let ada: TestCustomer
let bank: Resource

beforeAll(async () => {
  stack = await aRunningStack({ apis: 2 })
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  bank = await anExternalAccount(ada.api, ada.customer)
})
afterAll(async () => {
  await stack?.stop()
})

type Send = (api?: ApiClient) => Promise<Answer>

const aCustomer = (): Send => {
  const body = aCustomerBody({ platformCustomerId: undefined })
  return (api = ada.api) => api.call('POST', '/customers', body)
}

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

/** A worker that stops as on an overloaded machine. */
function signalWorker(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const worker = stack.processes.find(({ role }) => role === 'worker')?.pid
  if (worker === undefined || worker === null) throw new Error('no worker runs')
  process.kill(worker, signal)
}
const workers = { stop: () => signalWorker('SIGSTOP'), run: () => signalWorker('SIGCONT') }
const whileNoWorkerRuns = whileNoWorkerRunsFor(1, workers)

/** The clock of the database, which decides about deadlines. */
const moveClock = (seconds: number): Promise<unknown> =>
  rowsOf(
    stack,
    `create or replace function service_now() returns timestamptz language sql volatile as
      $$ select clock_timestamp() + interval '${seconds} seconds' $$`,
  )

function expectUnknown(answer: Answer): void {
  expect([answer.status, answer.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.body.details).toEqual({
    repeatBefore: expect.stringMatching(/^20.*[Z0]$/),
    docUrl: expect.stringMatching(/#SERVICE_UNAVAILABLE$/),
  })
}

async function expectAllUnknown(sends: readonly Send[], api?: ApiClient): Promise<void> {
  for (const answer of await Promise.all(sends.map((send) => send(api)))) expectUnknown(answer)
}

/** Sends the request until its outcome is known. */
const untilKnown = (send: Send): Promise<Answer> =>
  waitUntil('the outcome is known', async () => {
    const answer = await send()
    return answer.status === 503 ? undefined : answer
  })

const created = async (): Promise<number> =>
  (await rowsOf(stack, 'select 1 from payments union all select 1 from customers')).length
const unanswered = async (): Promise<number> =>
  (await rowsOf(stack, 'select 1 from unanswered_requests')).length

test('no worker, 503, the same request again: one of each, whichever process is asked', async () => {
  const other = apiOf(stack, await aPlatform(stack))
  const twin = aCustomerBody({ platformCustomerId: `same-${randomUUID()}` })
  const sends: Send[] = [
    aCustomer(),
    // Another platform with the same body has a request of its own.
    (api = ada.api) => api.call('POST', '/customers', twin),
    () => other.call('POST', '/customers', twin),
  ]
  const before = await created()
  await whileNoWorkerRuns(async () => {
    await expectAllUnknown(sends)
    // Repeated while it is still unknown, by the other process.
    await expectAllUnknown(sends, otherApi())
  })
  const answers = await Promise.all(sends.map(untilKnown))
  for (const { status, body } of answers) {
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  expect(await created()).toBe(before + sends.length)
  expect(await unanswered()).toBe(0)
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(sends.length)
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

test('an API process that dies while it asks gives the request back', async () => {
  const send = aCustomer()
  const before = await created()
  await whileNoWorkerRuns(async () => {
    expectUnknown(await send())
    const lost = send().catch(() => 'lost')
    await waitUntil('it is being asked for', async () => {
      const rows = await rowsOf(
        stack,
        'select 1 from unanswered_requests where asked_until is not null',
      )
      return rows.length === 1
    })
    await stack.kill('api', 0)
    expect(await lost).toBe('lost')
    await rowsOf(stack, 'update unanswered_requests set asked_until = service_now()')
    expectUnknown(await send(otherApi()))
  })
  await stack.waitReady()
  expect((await untilKnown(send)).status).toBe(201)
  expect(await created()).toBe(before + 1)
})

test('a request that cannot be kept names what it may have created, and asks for no repeat', async () => {
  const customer = aCustomer()
  const rename = (from: string, to: string) =>
    rowsOf(stack, `alter function ${from}(jsonb) rename to ${to}`)
  // As when the database is lost between the start and the answer.
  await rowsOf(
    stack,
    `create function fail_to_keep(p jsonb) returns boolean language plpgsql as
      $$ begin raise exception 'gone' using errcode = '57P01'; end $$`,
  )
  await rename('keep_unanswered_request', 'keep_really')
  await rename('fail_to_keep', 'keep_unanswered_request')
  const ids: string[] = []
  try {
    await whileNoWorkerRuns(async () => {
      const answer = await customer()
      expect([answer.status, answer.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(answer.headers.get('retry-after')).toBeNull()
      const { id } = answer.body.details as { id: string }
      expect(answer.body.reason).toContain(id)
      ids.push(id)
    })
  } finally {
    await rename('keep_unanswered_request', 'fail_to_keep')
    await rename('keep_really', 'keep_unanswered_request')
  }
  expect(ids).toEqual([expect.stringMatching(/^Customer:/)])
  await waitUntil('it is there', async () => {
    return (await ada.api.call('GET', `/customers/${ids[0]}`)).status === 200
  })
})

test('after its deadline the repeat is a new one, and the old one is never decided', async () => {
  const send = aCustomer()
  const [before, open] = [await created(), await unanswered()]
  await whileNoWorkerRuns(async () => {
    expectUnknown(await send())
    await moveClock(301)
    // The repeat is a request of its own, and two workflows wait for a worker.
    expectUnknown(await send())
    expect(await unanswered()).toBe(open + 1)
  })
  expect((await untilKnown(send)).status).toBe(201)
  expect(await created()).toBe(before + 1)
})

/** Requests without an Idempotency-Key whose outcome is unknown when they are answered. */
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
  amountsOf,
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

/** The operations that create something by a workflow, each call with a body of its own. */
const creations: Readonly<Record<string, () => Send>> = {
  'transfer-out': () => aTransfer().send,
  'transfer-in': () => {
    const body = transferBody(bank, accountOf(ada, 'USD'))
    return (api = ada.api) => api.call('POST', '/transfer-in', body)
  },
  'an immediate quote': () => {
    const source = from(accountOf(ada, 'USD'))
    const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: someAmount() }
    const body = { source, destination: to(bank), ...locked, immediatelyExecute: true }
    return (api = ada.api) => api.call('POST', '/quotes', body)
  },
  'a customer': () => {
    const body = aCustomerBody({ platformCustomerId: undefined })
    return (api = ada.api) => api.call('POST', '/customers', body)
  },
  'money from another UMA domain': () => {
    const body = {
      senderUmaAddress: '$success.usd@sandbox.uma.money',
      customerId: ada.customer.id,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: someAmount(),
    }
    return (api = ada.api) => api.call('POST', '/sandbox/uma/receive', body)
  },
}

function sendOf(name: string): Send {
  const creation = creations[name]
  if (creation === undefined) throw new Error(`no creation ${name}`)
  return creation()
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

/** Each waits for five seconds until its request is answered 503. */
const TESTS_SIDE_BY_SIDE = 4
const besideOthersWhileNoWorkerRuns = whileNoWorkerRunsFor(TESTS_SIDE_BY_SIDE, workers)

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
    ...Object.values(creations).map((creation) => creation()),
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
  await ledgerHolds(stack)
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

test.concurrent('50 identical requests after one 503: one of them is its repeat, the others are payments of their own', async () => {
  const { send, payments } = aTransfer()
  await besideOthersWhileNoWorkerRuns(async () => expectUnknown(await send()))
  const answers = await atOnce(stack, 50, send)
  const known = await Promise.all(
    answers.map(async (answer) => (answer.status === 503 ? await untilKnown(send) : answer)),
  )
  expect(new Set(known.map(({ body }) => body.id)).size).toBe(50)
  expect(await payments()).toBe(50)
  await ledgerHolds(stack)
})

test.concurrent('what was decided although it was answered 503 is found, and only for one request', async () => {
  const { send, payments } = aTransfer()
  await besideOthersWhileNoWorkerRuns(async () => expectUnknown(await send()))
  await waitUntil('it is paid', async () => (await payments()) === 1)
  const found = await untilKnown(send)
  expect(found.status).toBe(201)
  expect(await payments()).toBe(1)
  expect(await untilEnded(ada.api, found.body.id)).toMatchObject({ status: 'COMPLETED' })
  expect((await untilKnown(send)).body.id).not.toBe(found.body.id)
})

test.concurrent('a refusal is a final answer too: what it refused may be sent again', async () => {
  const poor = await aFundedCustomer(stack, 'USD', 5_000n)
  const account = accountOf(poor, 'USD')
  const place = await anExternalAccount(poor.api, poor.customer)
  const body = { ...transferBody(account, place), amount: 5_000 }
  const send: Send = (api = poor.api) => api.call('POST', '/transfer-out', body)
  const kept = (): Promise<unknown[]> =>
    rowsOf(stack, `select 1 from unanswered_requests where terms ->> 'customerId' = $1`, [
      poor.customer.id.split(':')[1],
    ])
  await besideOthersWhileNoWorkerRuns(async () => {
    expectUnknown(await send())
    expect(await kept()).toHaveLength(1)
    const path = `/customers/external-accounts/${place.id}`
    expect((await poor.api.call('DELETE', path)).status).toBe(204)
  })
  const refused = await untilKnown(send)
  expect([refused.status, refused.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND'])
  expect(await kept()).toEqual([])
  expect((await amountsOf(poor.api, account)).spendable).toBe(5_000)
})

test.concurrent('an execute of unknown outcome waits beyond its expiry for the decision that began before it', async () => {
  const source = from(accountOf(ada, 'USD'))
  const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 }
  const made = await ada.api.call('POST', '/quotes', { source, destination: to(bank), ...locked })
  const quoteId = String(made.body.id)
  const id = quoteId.split(':')[1] ?? ''
  const key = randomUUID()
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  await besideOthersWhileNoWorkerRuns(async () => {
    const soon =
      "update payments set expires_at = service_now() + interval '1 second' where id = $1 returning platform_id"
    const [row] = await rowsOf<{ platform_id: string }>(stack, soon, [id])
    await client.query('begin')
    const requestHash = hashOf('executeQuote', id, canonicalJson({}))
    await client.query('select decide_payment($1)', [
      { paymentId: id, platformId: row?.platform_id, attempt: 1, key, requestHash },
    ])
    const path = `/quotes/${quoteId}/execute`
    const executing = ada.api.call('POST', path, undefined, { 'Idempotency-Key': key })
    // Longer than a call waits for Temporal, and then for nothing else.
    await Promise.race([executing, sleep(7_000)])
    await client.query('commit')
    const answer = await executing
    expect([answer.status, answer.body.status]).toEqual([200, 'PROCESSING'])
  })
  await client.end()
  expect(await untilEnded(ada.api, made.body.transactionId)).toMatchObject({ status: 'COMPLETED' })
})

test('an API process that dies while it asks gives the request back', async () => {
  const { send, payments } = aTransfer()
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
  expect(await payments()).toBe(1)
})

test('a request that cannot be kept names what it may have created, and asks for no repeat', async () => {
  const transfer = sendOf('transfer-out')
  const customer = sendOf('a customer')
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
      for (const answer of await Promise.all([transfer(), customer()])) {
        expect([answer.status, answer.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
        expect(answer.headers.get('retry-after')).toBeNull()
        const { id } = answer.body.details as { id: string }
        expect(answer.body.reason).toContain(id)
        ids.push(id)
      }
    })
  } finally {
    await rename('keep_unanswered_request', 'fail_to_keep')
    await rename('keep_really', 'keep_unanswered_request')
  }
  expect(ids.map((id) => id.split(':')[0])).toEqual(['Transaction', 'Customer'])
  for (const [path, id] of [
    ['transactions', ids[0]],
    ['customers', ids[1]],
  ]) {
    await waitUntil('it is there', async () => {
      return (await ada.api.call('GET', `/${path}/${id}`)).status === 200
    })
  }
})

test('after its deadline the repeat is a new one, and the old one is never decided', async () => {
  const send = sendOf('transfer-out')
  const sendCustomer = sendOf('a customer')
  const [before, open] = [await created(), await unanswered()]
  let old: string | undefined
  await whileNoWorkerRuns(async () => {
    await expectAllUnknown([send, sendCustomer])
    const [row] = await rowsOf<{ id: string }>(
      stack,
      `select resource_id as id from unanswered_requests where operation = 'createTransferOut'
        order by created_at desc limit 1`,
    )
    old = row?.id
    await moveClock(301)
    // The repeats are requests of their own, and four workflows wait for a worker.
    await expectAllUnknown([send, sendCustomer])
    expect(await unanswered()).toBe(open + 2)
  })
  for (const each of [send, sendCustomer]) expect((await untilKnown(each)).status).toBe(201)
  const refused = await waitUntil('the old payment is refused', async () => {
    const text = 'select refusals from rejected_executions where payment_id = $1'
    return (await rowsOf<{ refusals: object }>(stack, text, [old]))[0]?.refusals
  })
  expect(refused).toEqual({ 1: 'QUOTE_EXPIRED' })
  expect(await created()).toBe(before + 2)
  await ledgerHolds(stack)
})

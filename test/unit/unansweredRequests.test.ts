/** Requests of unknown outcome: who finds them, until when, and what is decided after that. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { instant } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import type { UnansweredRequest } from '../../db/sqlFunctions.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture
let url: string
let umaDomain: string

useLedgerFixture((given) => {
  ;({ database, fixture, url } = given)
})
beforeAll(async () => {
  const platform = await database.one<{ uma_domain: string }>({
    text: 'select uma_domain from platforms where id = $1',
    values: [fixture.platformId],
  })
  umaDomain = platform.uma_domain
})

const inSeconds = (seconds: number): string => instant(Date.now() + seconds * 1_000).toISOString()

function aRequest(fields: Partial<UnansweredRequest> = {}): UnansweredRequest {
  return {
    id: randomUUID(),
    platformId: fixture.platformId,
    operation: 'createTransferOut',
    key: undefined,
    requestHash: randomUUID().replaceAll('-', '').repeat(2),
    attempt: 1,
    terms: { amount: 1 },
    decideBefore: inSeconds(300),
    isTaken: false,
    ...fields,
  }
}

const keep = (request: UnansweredRequest): Promise<boolean> =>
  database.call('keep_unanswered_request', request)
const take = async (request: UnansweredRequest, leaseSeconds = 15): Promise<string | undefined> => {
  const { platformId, operation, requestHash } = request
  const taken = await database.call(
    'take_unanswered_request',
    platformId,
    operation,
    requestHash,
    leaseSeconds,
  )
  return taken?.id
}

test('an unanswered request is found by the same request of the same platform, and by no other', async () => {
  const request = aRequest()
  await keep(request)
  // A platform's row belongs to one environment.
  for (const other of [
    { platformId: randomUUID() },
    { operation: 'createTransferIn' },
    { requestHash: 'cd'.repeat(32) },
  ]) {
    expect(await take({ ...request, ...other })).toBeUndefined()
  }
  expect(await take(request)).toBe(request.id)
})

test('one with a key is found by its key alone', async () => {
  const request = aRequest({ key: randomUUID() })
  await keep(request)
  expect(await take(request)).toBeUndefined()
})

test('50 requests at once: one takes it, and of several each takes another, the oldest first', async () => {
  const request = aRequest()
  await keep(request)
  const taken = await Promise.all(Array.from({ length: 50 }, () => take(request)))
  expect(taken.filter((id) => id !== undefined)).toEqual([request.id])
  const same = aRequest()
  const ids = Array.from({ length: 5 }, () => randomUUID())
  for (const id of ids) await keep({ ...same, id })
  expect(await take(same)).toBe(ids[0])
  const others = await Promise.all(Array.from({ length: 10 }, () => take(same)))
  expect(others.filter((id) => id !== undefined).sort()).toEqual(ids.slice(1).sort())
})

test('one that is asked about is free again when that request ends unknown, or its process dies', async () => {
  const request = aRequest()
  await keep(request)
  expect(await take(request)).toBe(request.id)
  expect(await take(request)).toBeUndefined()
  expect(await keep({ ...request, isTaken: true })).toBe(true)
  expect(await take(request, 0)).toBe(request.id)
  // The lease is over, and nobody has given it back.
  expect(await take(request)).toBe(request.id)
})

test('the final answer ends it: it is neither found nor kept again', async () => {
  const request = aRequest()
  await keep(request)
  await take(request)
  await database.call('end_unanswered_request', request.id)
  expect(await keep({ ...request, isTaken: true })).toBe(false)
  expect(await take(request)).toBeUndefined()
})

test('after its deadline one that was not decided is forgotten, and one that was decided is found', async () => {
  const forgotten = aRequest({ decideBefore: inSeconds(-1) })
  await keep(forgotten)
  expect(await take(forgotten)).toBeUndefined()
  const rows = await database.query({
    text: 'select 1 from unanswered_requests where resource_id = $1',
    values: [forgotten.id],
  })
  expect(rows).toEqual([])
  const planned = fixture.planned('OWN', 1_000)
  await fixture.place(planned)
  const decided = aRequest({ id: planned.id, decideBefore: inSeconds(-1) })
  await keep(decided)
  expect(await take(decided, 0)).toBe(planned.id)
  await database.query({
    text: `update unanswered_requests set decide_before = service_now() - interval '61 minutes'
      where resource_id = $1`,
    values: [planned.id],
  })
  expect(await take(decided)).toBeUndefined()
})

/** Runs a function in a transaction that stays open until `commit`. */
async function begun(text: string, values: readonly unknown[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  const { rows } = await client.query(text, [...values])
  return {
    answer: rows[0]?.answer as { outcome?: string; code?: string },
    async commit() {
      await client.query('commit')
      await client.end()
    },
  }
}

function placement({ id, order }: PlannedPayment, decideBefore: string): object {
  return {
    ...{
      paymentId: id,
      platformId: fixture.platformId,
      decideBefore,
      requestHash: 'ab'.repeat(32),
    },
    immediateOrder: { ...order, key: undefined, isImmediate: true },
  }
}

test('a decision that began before the deadline and commits after it is waited for', async () => {
  const planned = fixture.planned('OWN', 1_000)
  const decideBefore = inSeconds(0.5)
  const request = aRequest({ id: planned.id, decideBefore })
  await keep(request)
  const deciding = await begun('select decide_payment($1) as answer', [
    placement(planned, decideBefore),
  ])
  expect(deciding.answer.outcome).toBe('COMMITTED')
  await new Promise((resolve) => setTimeout(resolve, 700))
  const taking = take(request)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await deciding.commit()
  expect(await taking).toBe(planned.id)
})

test('a decision after the deadline, however late, refuses: a new request has taken its place', async () => {
  const planned = fixture.planned('OWN', 1_000)
  const decideBefore = inSeconds(-1)
  const request = aRequest({ id: planned.id, decideBefore })
  await keep(request)
  expect(await take(request)).toBeUndefined()
  expect(await fixture.ask('decide_payment', placement(planned, decideBefore))).toMatchObject({
    outcome: 'REFUSED',
    code: 'SERVICE_UNAVAILABLE',
  })
  expect(await fixture.exists(planned)).toBe(false)
})

function aCustomer(fields: object = {}): Record<string, unknown> & { readonly id: string } {
  const id = randomUUID()
  return {
    ...{ id, platformId: fixture.platformId, customerType: 'INDIVIDUAL', currencies: [] },
    ...{ platformCustomerId: id, umaAddress: `$${id}@${umaDomain}`, profile: {} },
    ...{ accounts: [], credentialId: randomUUID() },
    requestHash: 'ab'.repeat(32),
    ...fields,
  }
}

test('a customer is created before its deadline and never after it', async () => {
  const early = aCustomer({ decideBefore: inSeconds(300) })
  expect(await fixture.ask('create_customer', early)).toMatchObject({ outcome: 'COMMITTED' })
  // Run again, it finds its own commit.
  const again = { ...early, decideBefore: inSeconds(-1) }
  expect(await fixture.ask('create_customer', again)).toMatchObject({ outcome: 'COMMITTED' })
  const late = aCustomer({ decideBefore: inSeconds(-1) })
  expect(await fixture.ask('create_customer', late)).toMatchObject({
    outcome: 'REFUSED',
    code: 'SERVICE_UNAVAILABLE',
  })
  const rows = await database.query({
    text: 'select 1 from customers where id = $1',
    values: [late.id],
  })
  expect(rows).toEqual([])
})

test('two bodies with one key at one instant: the row of the key decides', async () => {
  const key = randomUUID()
  const customers = ['aa', 'bb'].map((byte) => aCustomer({ key, requestHash: byte.repeat(32) }))
  const outcomes = await Promise.all(
    customers.map((customer) => fixture.ask('create_customer', customer)),
  )
  expect(outcomes).toEqual(
    expect.arrayContaining([
      { outcome: 'COMMITTED', needsContact: false },
      { outcome: 'REFUSED', code: 'DUPLICATE_PAY_REQUEST' },
    ]),
  )
})

test('a customer whose key has been purged is not created again, and not returned', async () => {
  const customer = aCustomer({ key: randomUUID() })
  expect(await fixture.ask('create_customer', customer)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await fixture.ask('create_customer', customer)).toMatchObject({ outcome: 'COMMITTED' })
  await database.query({
    text: 'delete from idempotency_keys where key = $1',
    values: [customer.key],
  })
  expect(await fixture.ask('create_customer', customer)).toMatchObject({
    outcome: 'REFUSED',
    code: 'DUPLICATE_PAY_REQUEST',
  })
  // The sweep names the row alone.
  const { id, platformId } = customer
  expect(await fixture.ask('create_customer', { id, platformId })).toMatchObject({
    outcome: 'COMMITTED',
  })
})

test('sandbox money whose key has been purged is refused, not credited and not an error', async () => {
  const key = randomUUID()
  expect(await fixture.fund(0, 500, key)).toHaveProperty('account')
  const before = await fixture.count()
  await database.query({ text: 'delete from idempotency_keys where key = $1', values: [key] })
  expect(await fixture.fund(0, 500, key)).toEqual({ refused: 'DUPLICATE_PAY_REQUEST' })
  expect(await fixture.count()).toEqual(before)
})

/** Which ordered fault is met, as the database decides it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FaultyCallName, OrderedFault } from '../../contract/sandboxFaults.ts'
import { isRetried, webhookTypes } from '../../contract/webhooks.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let store: TestDatabase
let database: Database
let platformId: string

beforeAll(async () => {
  store = await aDatabase()
  database = openDatabase(store.url, { poolMax: 4 })
})
beforeEach(async () => {
  const { clientId } = await createPlatform(store.url, {
    name: randomUUID(),
    environment: 'SANDBOX',
  })
  const rows = await database.query<{ id: string }>({
    text: 'select platform_id as id from tokens where client_id = $1',
    values: [clientId],
  })
  platformId = rows[0]?.id ?? ''
})
afterAll(async () => {
  await database?.close()
  await store?.drop()
})

async function order(
  call: FaultyCallName,
  kind: OrderedFault,
  { times = 1, about }: { times?: number; about?: string } = {},
): Promise<string> {
  const id = randomUUID()
  const faults = [{ call, kind, times }]
  expect(await database.call('order_sandbox_faults', { platformId, id, about, faults })).toEqual({})
  return id
}

const meet = (kind: OrderedFault) =>
  database.call('meet_party_fault', {
    work: [{ by: 'PLATFORM', value: platformId }],
    calls: ['MESSAGE'],
    kinds: [kind],
  })

async function usesOf(plan: string): Promise<number> {
  const rows = await database.query({
    text: 'select 1 from sandbox_fault_uses where fault_id = $1',
    values: [plan],
  })
  return rows.length
}

test('of many calls at once three are slow, and each fault that is not slow is met', async () => {
  const slow = await order('MESSAGE', 'SLOW', { times: 100 })
  const met = await Promise.all(Array.from({ length: 20 }, () => meet('SLOW')))
  expect(met.filter((fault) => fault !== null)).toHaveLength(3)
  expect(await usesOf(slow)).toBe(3)
  await order('MESSAGE', 'REFUSED', { times: 100 })
  const refused = await Promise.all(Array.from({ length: 20 }, () => meet('REFUSED')))
  expect(refused.filter((fault) => fault !== null)).toHaveLength(20)
  await database.query({
    text: `update sandbox_fault_uses set at = at - interval '5 seconds' where fault_id = $1`,
    values: [slow],
  })
  expect(await meet('SLOW')).not.toBeNull()
})

test('a party that has waited too long for the answer uses no fault up', async () => {
  const plan = await order('MESSAGE', 'REFUSED')
  const asked = await withClient(store.url, async (client) => {
    await client.query('begin')
    await client.query('select lock_sandbox_faults($1)', [platformId])
    const waiting = meet('REFUSED')
    await sleep(1_500)
    await client.query('commit')
    return waiting
  })
  expect(asked).toBeNull()
  expect(await usesOf(plan)).toBe(0)
  expect(await meet('REFUSED')).not.toBeNull()
})

async function deliver(type: string, { isManual = false, snapshot = {} } = {}) {
  const ids = { event: randomUUID(), delivery: randomUUID() }
  await database.query({
    text: `insert into events (id, platform_id, type, subject, snapshot) values ($1, $2, $3, $4, $5)`,
    values: [ids.event, platformId, type, `Transaction:${randomUUID()}`, snapshot],
  })
  await database.query({
    text: `insert into webhook_deliveries (id, event_id, platform_id, endpoint, is_manual)
           values ($1, $2, $3, 'http://127.0.0.1:1/', $4)`,
    values: [ids.delivery, ids.event, platformId, isManual],
  })
  const begun = (await database.call('begin_webhook_attempt', ids.delivery, randomUUID())) as {
    fault: { kind: string } | null
  }
  await database.query({ text: 'delete from webhook_slots', values: [] })
  return begun.fault
}

test('what is sent once is not held back: it would never come', async () => {
  await order('WEBHOOK', 'OUT_OF_ORDER', { times: 100 })
  for (const type of webhookTypes.filter((one) => !isRetried(one))) {
    expect([type, await deliver(type)]).toEqual([type, null])
  }
  expect(await deliver('OUTGOING_PAYMENT.COMPLETED', { isManual: true })).toBeNull()
  expect(await deliver('OUTGOING_PAYMENT.COMPLETED')).toMatchObject({ kind: 'OUT_OF_ORDER' })
})

test('a webhook about a payment of a customer is about the customer', async () => {
  const customer = randomUUID()
  await database.query({
    text: `insert into sandbox_faults (id, platform_id, about, faults, ends_at) values ($1, $2, $3, $4, now() + interval '1 day')`,
    values: [
      ...[randomUUID(), platformId, `Customer:${customer}`],
      JSON.stringify([{ call: 'WEBHOOK', kind: 'TWICE', times: 1 }]),
    ],
  })
  const type = 'OUTGOING_PAYMENT.COMPLETED'
  expect(await deliver(type, { snapshot: { customer_id: randomUUID() } })).toBeNull()
  expect(await deliver(type, { snapshot: { customer_id: customer } })).toMatchObject({
    kind: 'TWICE',
  })
})

test('an attempt that is lost with its worker says what it has met', async () => {
  await order('WEBHOOK', 'TWICE')
  expect(await deliver('OUTGOING_PAYMENT.COMPLETED')).toMatchObject({ kind: 'TWICE' })
  const [lost] = await database.query<{ id: string }>({
    text: `select d.id from webhook_deliveries d where platform_id = $1 and attempts = 1`,
    values: [platformId],
  })
  await database.call('begin_webhook_attempt', lost?.id ?? '', randomUUID())
  const attempts = await database.query({
    text: 'select number, error, ordered_fault from webhook_attempts where delivery_id = $1',
    values: [lost?.id],
  })
  expect(attempts).toEqual([{ number: 1, error: 'lost with its worker', ordered_fault: 'TWICE' }])
})

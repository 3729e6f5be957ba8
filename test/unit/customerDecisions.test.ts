/** Decisions about customers and their addresses, by the SQL functions alone. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture
let url: string
let client: Client

useLedgerFixture((given) => {
  ;({ database, fixture, url } = given)
})
beforeAll(async () => {
  client = new Client({ connectionString: url })
  await client.connect()
})
afterAll(() => client.end())

/** A second session has made a change that it has not committed. */
async function whileChanging<Result>(
  text: string,
  values: readonly unknown[],
  begin: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  await client.query(text, [...values])
  const decided = begin()
  await Promise.race([untilBlocked(), decided])
  await client.query('commit')
  return decided
}

async function untilBlocked(): Promise<void> {
  for (;;) {
    const rows = await database.query({
      text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    })
    if (rows.length > 0) return
    await sleep(5)
  }
}

test('a payment waits for the verification that is being rejected, and is refused', async () => {
  const planned = fixture.planned('BANK', 1_000)
  await fixture.create(planned)
  const refused = await whileChanging(
    `update customers set kyc_status = 'REJECTED'
     where id = (select customer_id from payments where id = $1)`,
    [planned.id],
    () => fixture.execute(planned),
  )
  expect(refused).toMatchObject({ outcome: 'REFUSED', code: 'USER_NOT_READY' })
  expect(await fixture.place(fixture.planned('OWN', 1_000))).toMatchObject({
    outcome: 'REFUSED',
    code: 'USER_NOT_READY',
  })
  // The same attempt is refused again; a payment that comes in is no payment of the customer's.
  expect(await fixture.execute(planned)).toEqual(refused)
  const incoming = fixture.planned('INCOMING', 1_000)
  await fixture.create(incoming)
  expect(await fixture.execute(incoming)).toMatchObject({ outcome: 'COMMITTED' })
})

test('a deposit for a customer who was rejected meanwhile is unapplied, not lost', async () => {
  const planned = fixture.planned('FUNDED_OWN', 1_000)
  await fixture.create(planned)
  const [reference] = await database.query<{ funding_reference: string }>({
    text: 'select funding_reference from payments where id = $1',
    values: [planned.id],
  })
  const deposit = ['SANDBOX', randomUUID(), reference?.funding_reference, '1000', 'USD']
  expect(await fixture.ask('receive_deposit', ...deposit)).toBe('UNAPPLIED')
  expect(await fixture.execute(planned, '1000')).toMatchObject({ code: 'USER_NOT_READY' })
  const why = await database.query({
    text: 'select outcome, reason from deposits where id = $1',
    values: [deposit[1]],
  })
  expect(why).toEqual([{ outcome: 'UNAPPLIED', reason: 'USER_NOT_READY' }])
})

async function aPlatformRow(): Promise<{ readonly id: string; readonly domain: string }> {
  const { clientId } = await createPlatform(url, { name: `domain ${randomUUID()}` })
  return database.one({
    text: `select p.id, p.uma_domain as domain from platforms p join tokens t on t.platform_id = p.id
      where t.client_id = $1`,
    values: [clientId],
  })
}

const insertCustomer = `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
  values ($1::uuid, $2, $1::text, 'INDIVIDUAL', $3, 'APPROVED')`
const moveDomain = 'update platforms set uma_domain = $2 where id = $1'

test('an address and a change of its domain wait for each other; the first holds', async () => {
  const [first, second] = [await aPlatformRow(), await aPlatformRow()]
  const customerOf = ({ id, domain }: typeof first) => [randomUUID(), id, `$ada@${domain}`]
  const moved = await whileChanging(insertCustomer, customerOf(first), () =>
    database
      .query({ text: moveDomain, values: [first.id, 'elsewhere.example'] })
      .catch((error: { code?: string }) => error.code),
  )
  expect(moved).toBe('PY002')
  const created = await whileChanging(moveDomain, [second.id, 'elsewhere.example'], () =>
    database
      .query({ text: insertCustomer, values: customerOf(second) })
      .catch((error: { code?: string }) => error.code),
  )
  expect(created).toBe('PY002')
})

test('both environments of a platform have the same domain; a similar name gets another one', async () => {
  const name = `Twin ${randomUUID().slice(0, 8)}`
  for (const environment of ['SANDBOX', 'PRODUCTION'] as const) {
    await createPlatform(url, { name, environment })
  }
  await Promise.all(
    ['_', '.'].map((mark) => createPlatform(url, { name: name.replace(' ', mark) })),
  )
  const rows = await database.query<{ environment: string; domain: string }>({
    text: `select environment, uma_domain as domain from platforms
      where lower(translate(name, '_.', '  ')) = lower($1) order by created_at`,
    values: [name],
  })
  const [sandbox, production, ...others] = rows.map(({ domain }) => domain)
  expect(sandbox).toBe(`${name.toLowerCase().replace(' ', '-')}.example`)
  expect(production).toBe(sandbox)
  expect(new Set([sandbox, ...others]).size).toBe(3)
})

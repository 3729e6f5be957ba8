/** Dead letters of the rail's feed: other notices are booked, and dead letters are retried. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Environment } from '../../contract/outsideParties.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createRail } from '../../providers/payoutRail/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { readRailNotices } from '../../worker/railNotices.ts'
import { alarmOf } from '../support/alarms.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

const at = '2026-01-01T00:00:00.000Z'
const deposit = (sequence: number, amountMinor: string) => ({
  sequence,
  reference: `P${sequence}`,
  at,
  deposit: { id: `money ${sequence}`, amountMinor, currency: 'EUR' },
})
type Notice = { readonly sequence: number; readonly [member: string]: unknown }
const feed: Notice[] = [
  {
    sequence: 1,
    reference: 'P1',
    at,
    deposit: { id: 'half', amountMinor: '1.5', currency: 'EUR' },
  },
  deposit(2, '42424'),
  { sequence: 3, what: 'nobody knows' },
  deposit(4, '700'),
]

let testDatabase: TestDatabase
let database: Database
let server: Server
let rail: ReturnType<typeof createRail>

beforeAll(async () => {
  testDatabase = await aDatabase()
  database = openDatabase(testDatabase.url)
  server = createServer((request, response) => {
    const after = Number(new URL(request.url ?? '/', 'http://rail').searchParams.get('after'))
    const notices = feed.filter(({ sequence }) => sequence > after)
    response.end(JSON.stringify({ notices }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  rail = createRail({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 5_000 })
})
afterAll(async () => {
  await rail?.close()
  server?.close()
  await database?.close()
  await testDatabase?.drop()
})

/** No payment waits for these deposits: Temporal is not called. */
const read = (environment: Environment = 'SANDBOX'): Promise<void> =>
  readRailNotices(
    database,
    { environment, provider: 'RAIL', rail },
    {} as never,
    parseConfig({}),
    pino({ level: 'silent' }),
  )

async function feedState(): Promise<{ unclaimed: string[]; left: number[]; cursor: number }> {
  const [row] = await database.query<{ unclaimed: string[]; left: number[]; cursor: number }>({
    text: `select array(select id from deposits where outcome = 'UNAPPLIED' order by id) as unclaimed,
      array(select event_id::integer from rail_notice_dead_letters order by 1) as left,
      (select position::integer from rail_cursors where environment = 'SANDBOX' and provider = 'RAIL') as cursor`,
  })
  if (row === undefined) throw new Error('no answer')
  return row
}

test('a notice that cannot be booked does not block the feed, and is booked once it can be', async () => {
  await database.query({ text: 'alter table deposits add constraint odd check (amount <> 42424)' })
  await read()
  expect(await feedState()).toEqual({ unclaimed: ['money 4'], left: [1, 2, 3], cursor: 4 })
  expect(await alarmOf(database, 'rail_notice_dead_letters')).toBe(3)
  expect(await alarmOf(database, 'payments_in_suspense')).toBe(1)

  await database.query({ text: 'alter table deposits drop constraint odd' })
  await read()
  expect(await feedState()).toEqual({ unclaimed: ['money 2', 'money 4'], left: [1, 3], cursor: 4 })
  await read()
  expect(await alarmOf(database, 'rail_notice_dead_letters')).toBe(2)
  expect(await alarmOf(database, 'payments_in_suspense')).toBe(2)
})

test('each environment has a feed, dead letters and deposits of its own, with the same numbers and ids', async () => {
  const stateOfEach = async (): Promise<unknown> =>
    database.query({
      text: `select c.environment, coalesce(nullif(c.position, '')::integer, 0) as cursor,
          array(select event_id::integer from rail_notice_dead_letters l
            where l.environment = c.environment order by 1) as left,
          array(select id from deposits d where d.environment = c.environment order by 1) as deposits
        from rail_cursors c where provider = 'RAIL' order by 1`,
    })
  const sandbox = {
    environment: 'SANDBOX',
    cursor: 4,
    left: [1, 3],
    deposits: ['money 2', 'money 4'],
  }
  expect(await stateOfEach()).toEqual([
    { environment: 'PRODUCTION', cursor: 0, left: [], deposits: [] },
    sandbox,
  ])
  await read('PRODUCTION')
  expect(await stateOfEach()).toEqual([{ ...sandbox, environment: 'PRODUCTION' }, sandbox])
  expect(await alarmOf(database, 'rail_notice_dead_letters')).toBe(4)
  const booked = await database.query({
    text: `select t.environment, t.id, d.environment as funding, c.environment as suspense
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id where t.amount = 700 order by 1`,
  })
  expect(booked).toEqual(
    [
      ['PRODUCTION', 'ProductionArrival:money 4/unclaimed'],
      ['SANDBOX', 'Arrival:money 4/unclaimed'],
    ].map(([environment, id]) => ({
      environment,
      id,
      funding: environment,
      suspense: environment,
    })),
  )
})

test('more dead letters than a round retries do not hide one that can be booked by now', async () => {
  for (let sequence = 11; sequence <= 130; sequence += 1) {
    feed.push({ sequence, what: 'nobody knows' })
  }
  feed.push(deposit(131, '31337'))
  await database.query({ text: 'alter table deposits add constraint odd check (amount <> 31337)' })
  await read()
  expect((await feedState()).left.at(-1)).toBe(131)
  await database.query({ text: 'alter table deposits drop constraint odd' })
  for (let rounds = 0; rounds < 4; rounds += 1) await read()
  expect((await feedState()).unclaimed).toContain('money 131')
  expect(await alarmOf(database, 'rail_notice_dead_letters')).toBe(124)
})

test('a micro-entry that the database has lost stops the store as ours, and is kept without its amount', async () => {
  const reference = `ExternalAccount:${randomUUID()}/micro-entry/1`
  const terms = { reference, amountMinor: '47', currency: 'USD' }
  const notice = { ...terms, eventId: 'lost', at, state: 'SETTLED' } as const
  const lost = {
    async notices(position: string) {
      return position === 'end' ? { notices: [], position } : { notices: [notice], position: 'end' }
    },
    find: async () => ({ ...terms, state: 'SETTLED' as const }),
  }
  await readRailNotices(
    database,
    { environment: 'SANDBOX', provider: 'BANK', rail: lost },
    {} as never,
    parseConfig({}),
    pino({ level: 'silent' }),
  )
  const kept = await database.query<{ is_confirmed: boolean; notice: string }>({
    text: `select is_confirmed, notice from unknown_rail_notices where reference = $1`,
    values: [reference],
  })
  const { amountMinor: _, ...rest } = notice
  expect(kept.map((one) => ({ ...one, notice: JSON.parse(one.notice) }))).toEqual([
    { is_confirmed: true, notice: rest },
  ])
})

/** Payments of both environments in one database, by the SQL functions that decide about them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Environment, environments } from '../../contract/outsideParties.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aLedgerFixture, type LedgerFixture, type PlannedPayment, shapes } from './ledgerFixture.ts'

let server: TestDatabase
let database: Database
let fixtures: Record<Environment, LedgerFixture>

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 8 })
  const [SANDBOX, PRODUCTION] = [
    await aLedgerFixture(database, server.url, 'SANDBOX'),
    await aLedgerFixture(database, server.url, 'PRODUCTION'),
  ]
  fixtures = { SANDBOX, PRODUCTION }
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

const AMOUNT = 1_000
const FOREIGN_KEY_VIOLATED = '23503'
const UNIQUE_VIOLATED = '23505'

async function statusOf({ id }: PlannedPayment): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>({
    text: 'select status from payments where id = $1',
    values: [id],
  })
  return row?.status
}

test('every kind of payment is booked on the accounts of its own environment', async () => {
  for (const environment of environments) {
    const fixture = fixtures[environment]
    await fixture.fund(0, 100_000)
    for (const shape of shapes) {
      for (const end of ['settle', 'fail']) {
        const planned = fixture.planned(shape, AMOUNT)
        await fixture.create(planned)
        await fixture.execute(planned, planned.isFunded ? String(AMOUNT) : undefined)
        if (shape.startsWith('PULLED')) await fixture.ask('book_collection', planned.id)
        if (end === 'settle') await fixture.ask('settle_payment', planned.id)
        else {
          const reasons = ['QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'FAILED']
          await fixture.ask('fail_payment', planned.id, ...reasons)
        }
      }
    }
  }
  const places = await database.query({
    text: `select t.environment, array_agg(distinct a.environment) as accounts,
        array_agg(distinct p.environment) as platforms, count(distinct t.reference) > 20 as many
      from ledger_transfers t join ledger_accounts a on a.id in (t.debit_account_id, t.credit_account_id)
      join transactions x on t.reference = 'Transaction:' || x.id join platforms p on p.id = x.platform_id
      group by 1 order by 1`,
  })
  expect(places).toEqual(
    ['PRODUCTION', 'SANDBOX'].map((environment) => ({
      environment,
      accounts: [environment],
      platforms: [environment],
      many: true,
    })),
  )
  const { findings, sums } = await checkLedger(database)
  expect(findings).toEqual([])
  expect(new Set(sums.map(({ environment }) => environment))).toEqual(new Set(environments))
})

test('the ledger check names the environment in which a sum is wrong', async () => {
  const account = `(select id from ledger_accounts where environment = 'PRODUCTION'
    and kind = 'LIQUIDITY' and currency = 'USD')`
  const roll = (by: number): Promise<unknown> =>
    database.query({
      text: `insert into ledger_rollups (account_id, up_to, posted) values (${account}, '-infinity', $1)
        on conflict (account_id) do update set posted = $1`,
      values: [by],
    })
  await roll(5)
  const { sums } = await checkLedger(database)
  const of = (environment: string): unknown =>
    sums.find((sum) => sum.environment === environment && sum.currency === 'USD')?.total
  expect([of('SANDBOX'), of('PRODUCTION')]).toEqual(['0', '5'])
  await roll(0)
  expect((await checkLedger(database)).findings).toEqual([])
})

test('a notice of one rail is about no instruction of the other', async () => {
  for (const [own, other] of [environments, [...environments].reverse()] as const) {
    const fixture = fixtures[own as Environment]
    const planned = fixture.planned('BANK', AMOUNT)
    await fixture.create(planned)
    await fixture.execute(planned)
    await fixture.ask('prepare_rail_call', planned.id, 'PAYOUT')
    const reference = `Transaction:${planned.transactionId}`
    expect(await fixture.ask('book_notice', other, reference, 'SETTLED')).toBeNull()
    const state = `select state from rail_orders where reference = $1`
    const read = () => database.query({ text: state, values: [reference] })
    expect(await read()).toEqual([{ state: 'SUBMITTED' }])
    expect(await fixture.ask('book_notice', own, reference, 'SETTLED')).toMatchObject({
      kind: 'PAYOUT',
      paymentId: planned.id,
    })
    expect(await read()).toEqual([{ state: 'SETTLED' }])
    await fixture.ask('settle_payment', planned.id)
  }
})

test('a deposit funds no payment of the other environment', async () => {
  const fixture = fixtures.PRODUCTION
  // No multiple of seven: it has not expired.
  const planned = fixture.planned('FUNDED_OWN', AMOUNT)
  await fixture.create(planned)
  const { fundingReference } = planned.order as { fundingReference: string }
  const id = `deposit ${randomUUID()}`
  const receive = (environment: Environment): Promise<unknown> =>
    fixture.ask('receive_deposit', environment, id, fundingReference, String(AMOUNT), 'USD')
  expect(await receive('SANDBOX')).toBe('UNAPPLIED')
  expect(await statusOf(planned)).toBe('PENDING')
  expect(await receive('PRODUCTION')).toBe('APPLIED')
  // The same again, at either rail, changes nothing.
  expect([await receive('SANDBOX'), await receive('PRODUCTION')]).toEqual(['UNAPPLIED', 'APPLIED'])
  await fixture.ask('settle_payment', planned.id)
})

test('a funding reference is taken once in an environment, and may exist in both', async () => {
  const reference = `P${randomUUID().slice(0, 12)}`
  const create = (environment: Environment): Promise<unknown> => {
    const planned = fixtures[environment].planned('FUNDED_OWN', AMOUNT)
    return fixtures[environment].create({
      ...planned,
      order: { ...planned.order, fundingReference: reference },
    })
  }
  for (const environment of environments) await create(environment)
  for (const environment of environments) {
    await expect(create(environment)).rejects.toMatchObject({ code: UNIQUE_VIOLATED })
  }
})

test('a payment or an account of another environment than its platform’s is refused', async () => {
  const { platformId } = fixtures.SANDBOX
  for (const rows of ['payments where funding_reference is null', 'internal_accounts where true']) {
    const [table, condition] = rows.split(' where ')
    const move = database.query({
      text: `update ${table} set environment = 'PRODUCTION' where platform_id = $1 and ${condition}`,
      values: [platformId],
    })
    await expect(move).rejects.toMatchObject({ code: FOREIGN_KEY_VIOLATED })
  }
})

test('the service’s own account is created once in each environment, also by concurrent requests', async () => {
  const ask = (environment: Environment): Promise<unknown> =>
    fixtures.SANDBOX.ask('service_account', environment, 'FEES', 'CHF')
  const asked = Array.from({ length: 20 }, (_, index) => ask(environments[index % 2] ?? 'SANDBOX'))
  expect(new Set(await Promise.all(asked)).size).toBe(2)
})

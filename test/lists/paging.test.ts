/** Pages show every row that was there at the start exactly once, whatever is written meanwhile. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NAMED_APART_MAX } from '../../api/customers/named.ts'
import { Refusal } from '../../contract/errors.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { type Page, pageOf, type Query } from '../../scripts/bench/listPages.ts'
import { chanceOf, isLong, seed } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

const RUNS = isLong ? 500 : 30

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await aDatabase()
  database = openDatabase(own.url, { poolMax: 4 })
})
afterAll(async () => {
  await database?.close()
  await own?.drop()
})

async function aPlatform(): Promise<string> {
  const id = randomUUID()
  await database.query({
    text: `insert into platforms (id, name, environment, uma_domain, supported_currencies)
      select $1::uuid, $2, 'SANDBOX', $1::uuid || '.example', '[]'`,
    values: [id, id],
  })
  return id
}

type Insert = { readonly count: number; readonly seconds: number; readonly status: string }

/** Inserts `count` rows of one instant, `seconds` before or after a fixed one. */
async function insert(platformId: string, { count, seconds, status }: Insert): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    text: `insert into transactions (id, platform_id, type, direction, status, source, destination,
        expires_at, created_at)
      select gen_random_uuid(), $1, 'OUTGOING', 'DEBIT', $4,
        '{"sourceType": "ACCOUNT", "accountId": "InternalAccount:1"}',
        '{"destinationType": "ACCOUNT", "accountId": "ExternalAccount:2"}',
        service_now() - interval '1 day', timestamptz '2026-01-01' + $3 * interval '1 second'
      from generate_series(1, $2::integer) returning id`,
    values: [platformId, count, seconds, status],
  })
  return rows.map(({ id }) => `Transaction:${id}`)
}

/** Walks all pages; `between` runs after each. */
async function walk(
  platformId: string,
  query: Query,
  limits: readonly number[],
  between: (page: number) => Promise<unknown> = async () => undefined,
  list = 'listTransactions',
): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  for (let turn = 0; ; turn += 1) {
    const limit = String(limits[turn % limits.length] ?? 1)
    const asked = { ...query, limit, ...(cursor && { cursor }) }
    const page: Page = await pageOf(database, { platformId }, list, asked)
    expect(page.data.length).toBeLessThanOrEqual(Number(limit))
    expect(page.hasMore).toBe(page.nextCursor !== undefined)
    seen.push(...page.data.map(({ id }) => id))
    if (page.nextCursor === undefined) return seen
    cursor = page.nextCursor
    await between(turn)
  }
}

const inserts = fc.record({
  count: fc.integer({ min: 1, max: 5 }),
  seconds: fc.integer({ min: -2, max: 12 }),
  status: fc.constantFrom('COMPLETED', 'PENDING', 'EXPIRED', 'FAILED'),
})

test('with rows written between the pages, before and behind the reader', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(inserts, { minLength: 1, maxLength: 8 }),
      fc.array(inserts, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('asc', 'desc'),
      fc.constantFrom<Query>(
        {},
        { type: 'OUTGOING' },
        { status: 'EXPIRED' },
        { accountIdentifier: 'InternalAccount:1' },
        { type: 'OUTGOING', status: 'PENDING' },
        { startDate: '2026-01-01T00:00:01Z', endDate: '2026-01-01T00:00:07Z' },
      ),
      async (start, later, limits, sortOrder, filter) => {
        const platformId = await aPlatform()
        for (const rows of start) await insert(platformId, rows)
        const query = { ...filter, sortOrder }
        const before = await walk(platformId, query, [100])
        const seen = await walk(platformId, query, limits, async (page) => {
          const rows = later[page]
          if (rows !== undefined) await insert(platformId, rows)
        })
        expect(new Set(seen).size).toBe(seen.length)
        const old = new Set(before)
        expect(seen.filter((id) => old.has(id))).toEqual(before)
        expect(before.every((id) => seen.includes(id))).toBe(true)
      },
    ),
    { numRuns: RUNS, seed: Number(seed) },
  )
})

test('with writers at work the whole time', async () => {
  const platformId = await aPlatform()
  const chance = chanceOf('writers at work')
  for (let seconds = 0; seconds < 12; seconds += 1) {
    await insert(platformId, { count: 5, seconds, status: 'COMPLETED' })
  }
  const before = await walk(platformId, {}, [100])
  let isOver = false
  const writers = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const seconds = chance.integer(14) - 1
      await insert(platformId, { count: 1 + chance.integer(3), seconds, status: 'COMPLETED' })
    }
  })
  // A reader of three at a time would never reach the end of what grows faster.
  const seen = await walk(platformId, { endDate: '2026-01-01T00:00:11Z' }, [30])
  isOver = true
  await Promise.all(writers)
  expect(new Set(seen).size).toBe(seen.length)
  expect(before.every((id) => seen.includes(id))).toBe(true)
})

test('of customers of a name, also while they become too many to be looked up', async () => {
  const platformId = await aPlatform()
  const add = async (from: number, to: number): Promise<string[]> => {
    const rows = await database.query<{ id: string }>({
      text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, region, profile,
          currencies, kyc_status, is_deleted, created_at)
        select gen_random_uuid(), $1::uuid, 'n' || i, 'INDIVIDUAL', '$n' || i || '@' || $1::text || '.example', 'US',
          jsonb_build_object('fullName', case i % 3 when 0 then 'Ana Ana' when 1 then 'Anabel Roe' else 'Jo Anand' end),
          array['USD'], 'APPROVED', i % 5 = 0, timestamptz '2026-01-01' + i % 7 * interval '1 second'
        from generate_series($2::integer, $3::integer) i returning 'Customer:' || id as id`,
      values: [platformId, from, to],
    })
    return rows.map(({ id }) => id)
  }
  const before = await add(1, NAMED_APART_MAX - 50)
  const query = { name: 'ANA', isIncludingDeleted: 'true' }
  expect((await walk(platformId, query, [100], undefined, 'listCustomers')).toSorted()).toEqual(
    before.toSorted(),
  )
  const seen = await walk(
    platformId,
    query,
    [100],
    (turn) => (turn === 2 ? add(NAMED_APART_MAX, NAMED_APART_MAX + 100) : Promise.resolve()),
    'listCustomers',
  )
  expect(new Set(seen).size).toBe(seen.length)
  expect(before.every((id) => seen.includes(id))).toBe(true)
})

test('of a name that thousands of deleted customers had, each of them with few rows', async () => {
  const platformId = await aPlatform()
  const rows = await database.query<{ id: string; status: string }>({
    text: `with made as (
        insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, region, currencies,
          kyc_status, is_deleted)
        select gen_random_uuid(), $1::uuid, 'again', 'INDIVIDUAL', '$u' || i || '@' || $1::text || '.example', 'US',
          array['USD'], 'APPROVED', true from generate_series(1, 6000) i returning id),
      numbered as (select id, row_number() over (order by id) as n from made),
      paid as (insert into transactions (id, platform_id, customer_id, type, direction, status, source, destination,
          created_at)
        select gen_random_uuid(), $1::uuid, c.id, 'OUTGOING', 'DEBIT',
          (array['COMPLETED', 'FAILED', 'EXPIRED'])[1 + n % 3],
          '{"sourceType": "ACCOUNT", "accountId": "InternalAccount:1"}',
          '{"destinationType": "ACCOUNT", "accountId": "ExternalAccount:2"}',
          timestamptz '2026-01-01' + n * 37 % 20 * interval '1 second'
        from numbered c cross join generate_series(1, 2) where n <= 60 returning id, status, created_at)
      select 'Transaction:' || id as id, status from paid order by created_at desc, id desc`,
    values: [platformId],
  })
  expect(rows.length).toBe(120)
  for (const [filter, kept] of [
    [{}, rows],
    [{ status: 'FAILED' }, rows.filter(({ status }) => status === 'FAILED')],
    [{ type: 'OUTGOING', sortOrder: 'asc' }, [...rows].reverse()],
    [{ accountIdentifier: 'InternalAccount:1' }, rows],
    [{ endDate: '2025-01-01T00:00:00Z' }, []],
  ] as const) {
    const seen = await walk(platformId, { platformCustomerId: 'again', ...filter }, [50])
    expect(seen).toEqual(kept.map(({ id }) => id))
  }
  const query = { platformCustomerId: 'again', status: 'FAILED', limit: '10' }
  const first = await pageOf(database, { platformId }, 'listTransactions', query)
  expect(first.totalCount).toBe(40)
})

describe('a cursor', () => {
  test('is of its list and filters alone', async () => {
    const platformId = await aPlatform()
    await insert(platformId, { count: 5, seconds: 0, status: 'FAILED' })
    const ask = (id: string, query: Query): Promise<Page> =>
      pageOf(database, { platformId }, id, query)
    const { nextCursor = '' } = await ask('listTransactions', { status: 'FAILED', limit: '2' })
    const again = { status: 'FAILED', cursor: nextCursor }
    expect((await ask('listTransactions', { ...again, limit: '50' })).data.length).toBe(3)
    for (const other of <Query[]>[
      { cursor: nextCursor },
      { cursor: nextCursor, status: 'COMPLETED' },
      { ...again, sortOrder: 'asc' },
      { ...again, type: 'OUTGOING' },
    ]) {
      const refused = await ask('listTransactions', other).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(Refusal)
      expect((refused as Refusal).details).toMatchObject({ errors: [{ field: 'cursor' }] })
    }
    await expect(ask('listInternalAccounts', { cursor: nextCursor })).rejects.toThrow(Refusal)
    await expect(ask('listCustomers', { cursor: nextCursor })).rejects.toThrow(Refusal)
    for (const id of [
      'listCustomerExternalAccounts',
      'listWebhookEvents',
      'listWebhookDeliveries',
      'listRequests',
    ]) {
      await expect(ask(id, { cursor: nextCursor })).rejects.toThrow(Refusal)
    }
  })
})

test('a filter may be the id of the platform itself, which is bound as a uuid elsewhere', async () => {
  const platformId = await aPlatform()
  for (const [id, filter] of [
    ['listTransactions', 'platformCustomerId'],
    ['listTransactions', 'reference'],
    ['listCustomers', 'platformCustomerId'],
    ['listWebhookEvents', 'subject'],
    ['listWebhookDeliveries', 'subject'],
    ['listRequests', 'requestId'],
  ] as const) {
    const page = await pageOf(database, { platformId }, id, { [filter]: platformId })
    expect(page).toMatchObject({ data: [], hasMore: false })
  }
})

describe('totalCount', () => {
  test('is exact up to a hundred, on the first page; beyond it is an estimate', async () => {
    const platformId = await aPlatform()
    const first = (query: Query = {}): Promise<Page> =>
      pageOf(database, { platformId }, 'listTransactions', { limit: '20', ...query })
    expect(await first()).toEqual({ data: [], hasMore: false, totalCount: 0 })
    await insert(platformId, { count: 20, seconds: 0, status: 'COMPLETED' })
    expect(await first()).toMatchObject({ hasMore: false, totalCount: 20 })
    await insert(platformId, { count: 80, seconds: 1, status: 'COMPLETED' })
    await insert(platformId, { count: 100, seconds: 2, status: 'PENDING' })
    const page = await first({ status: 'COMPLETED' })
    expect(page).toMatchObject({ hasMore: true, totalCount: 100 })
    expect(
      await first({ status: 'COMPLETED', cursor: String(page.nextCursor) }),
    ).not.toHaveProperty('totalCount')
    expect(await first({ status: 'EXPIRED' })).toMatchObject({ totalCount: 100 })
    expect(await first({ status: 'PENDING' })).toMatchObject({ totalCount: 0 })
    expect((await first()).totalCount).toBeGreaterThan(100)
    await insert(platformId, { count: 2_000, seconds: 3, status: 'COMPLETED' })
    await database.query({ text: 'analyze transactions' })
    const { totalCount = 0 } = await first()
    expect([totalCount > 1_100, totalCount < 4_400]).toEqual([true, true])
  })
})

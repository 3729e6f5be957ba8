/** What a card may spend on a day, by its own limits and those of its platform: exact, however many ask at once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aCardInTheDatabase, type CardInTheDatabase } from './cardInTheDatabase.ts'

/** 5,000.00 */
const FUNDED = 500_000

let server: TestDatabase
let database: Database
let card: CardInTheDatabase

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 50, poolWaitMs: 60_000 })
})
beforeEach(async () => {
  card = await aCardInTheDatabase(database, server.url, FUNDED)
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

async function decide(
  cents: number,
  token: string = randomUUID(),
  kind: 'DEBIT' | 'INQUIRY' = 'DEBIT',
): Promise<string> {
  const about = { environment: 'SANDBOX' as const, cardToken: card.cardToken, acceptorId: 'A1' }
  const asked = { ...about, merchant: { descriptor: 'SHOP' }, token, cents, kind }
  return (await database.call('decide_card', asked)).result
}

async function fiftyAtOnce(cents: number): Promise<Readonly<Record<string, number>>> {
  const results = await Promise.all(Array.from({ length: 50 }, () => decide(cents)))
  const counts: Record<string, number> = {}
  for (const result of results) counts[result] = (counts[result] ?? 0) + 1
  return counts
}

const cardLimits = (cents: number | null, count: number | null): Promise<unknown> =>
  database.query({
    text: 'update cards set max_day_cents = $2, max_day_count = $3 where id = $1',
    values: [card.cardId, cents, count],
  })

const platformLimits = (configs: object): Promise<unknown> =>
  database.query({
    text: 'update platforms set card_configs = $2::jsonb where id = $1',
    values: [card.platformId, JSON.stringify(configs)],
  })

/** The day goes by. */
const tomorrow = (): Promise<unknown> =>
  database.query({
    text: 'update card_days set day = day - 1 where card_id = $1',
    values: [card.cardId],
  })

const SEVEN = { APPROVED: 7, SPEND_LIMIT_EXCEEDED: 43 }

test('fifty at once against a limit of seven transactions, or of the money of seven', async () => {
  await cardLimits(null, 7)
  expect(await fiftyAtOnce(100)).toEqual(SEVEN)
  await tomorrow()
  await cardLimits(799, null)
  expect(await fiftyAtOnce(100)).toEqual(SEVEN)
})

test('fifty at once against the limits of the platform, which count for earlier cards', async () => {
  await platformLimits({ maxTransactionsPerDay: 7 })
  expect(await fiftyAtOnce(100)).toEqual(SEVEN)
  await tomorrow()
  await platformLimits({ maxSpendPerDay: 700 })
  expect(await fiftyAtOnce(100)).toEqual(SEVEN)
})

test('the lower of the limits of card and platform counts; equal to it is allowed', async () => {
  await cardLimits(1_000, 2)
  await platformLimits({ maxSpendPerDay: 600, maxTransactionsPerDay: 5 })
  expect(await decide(601)).toBe('SPEND_LIMIT_EXCEEDED')
  expect(await decide(600)).toBe('APPROVED')
  expect(await decide(1)).toBe('SPEND_LIMIT_EXCEEDED')
  await platformLimits({ maxTransactionsPerDay: 5, maxSpendPerTransaction: 300 })
  expect(await decide(301)).toBe('SPEND_LIMIT_EXCEEDED')
  expect(await decide(300)).toBe('APPROVED')
  expect(await decide(1)).toBe('SPEND_LIMIT_EXCEEDED')
  await cardLimits(null, null)
  expect(await decide(300)).toBe('APPROVED')
})

test('a limit that is set later counts what was approved before it on that day', async () => {
  expect(await decide(500)).toBe('APPROVED')
  await cardLimits(600, null)
  expect(await decide(101)).toBe('SPEND_LIMIT_EXCEEDED')
  await cardLimits(500, null)
  expect(await decide(0)).toBe('APPROVED')
  await cardLimits(null, 2)
  expect(await decide(0)).toBe('SPEND_LIMIT_EXCEEDED')
})

test('the next day of UTC begins from nothing', async () => {
  await cardLimits(500, 1)
  expect(await decide(500)).toBe('APPROVED')
  expect(await decide(1)).toBe('SPEND_LIMIT_EXCEEDED')
  await tomorrow()
  expect(await decide(500)).toBe('APPROVED')
  expect(await decide(1)).toBe('SPEND_LIMIT_EXCEEDED')
  const { isToday } = await database.one<{ isToday: boolean }>({
    text: `select day = (service_now() at time zone 'UTC')::date as "isToday" from card_days where card_id = $1`,
    values: [card.cardId],
  })
  expect(isToday).toBe(true)
})

test('a transaction that begins with nothing counts once, whatever is added to it', async () => {
  await cardLimits(1_000, 1)
  const token = randomUUID()
  expect(await decide(0, token)).toBe('APPROVED')
  expect(await decide(600, token)).toBe('APPROVED')
  expect(await decide(400, token)).toBe('APPROVED')
  expect(await decide(1, token)).toBe('SPEND_LIMIT_EXCEEDED')
  expect(await decide(0)).toBe('SPEND_LIMIT_EXCEEDED')
  await tomorrow()
  expect(await decide(2, token)).toBe('APPROVED')
  expect(await decide(0)).toBe('APPROVED')
})

test('a repeat and a decline count for nothing, an increment adds its amount to its transaction', async () => {
  await cardLimits(1_000, 2)
  const token = randomUUID()
  expect(await Promise.all([1, 2, 3].map(() => decide(400, token)))).toEqual(
    Array(3).fill('APPROVED'),
  )
  expect(await decide(300, token)).toBe('APPROVED')
  expect(await decide(FUNDED + 1)).toBe('SPEND_LIMIT_EXCEEDED')
  expect(await decide(301)).toBe('SPEND_LIMIT_EXCEEDED')
  expect(await decide(300)).toBe('APPROVED')
  expect(await decide(0)).toBe('SPEND_LIMIT_EXCEEDED')
  expect(await decide(0, randomUUID(), 'INQUIRY')).toBe('APPROVED')
})

test('what the money does not suffice for counts for nothing', async () => {
  await cardLimits(FUNDED * 2, 1)
  expect(await decide(FUNDED + 1)).toBe('INSUFFICIENT_FUNDS')
  expect(await decide(FUNDED)).toBe('APPROVED')
})

test('what expires gives nothing back on that day', async () => {
  await cardLimits(500, null)
  const token = randomUUID()
  expect(await decide(500, token)).toBe('APPROVED')
  const event = { token: randomUUID(), isApproved: true, at: new Date().toISOString() }
  await database.call('apply_card_report', {
    ...{ environment: 'SANDBOX', token, cardToken: card.cardToken, acceptorId: '' },
    merchant: { descriptor: 'SHOP' },
    events: [
      { ...event, type: 'AUTHORIZATION', cents: 500 },
      { ...event, token: randomUUID(), type: 'AUTHORIZATION_REVERSAL', cents: 500 },
    ],
  })
  const { held } = await database.one<{ held: bigint }>({
    text: 'select held from card_transactions where token = $1',
    values: [token],
  })
  expect(held).toBe(0n)
  expect(await decide(1)).toBe('SPEND_LIMIT_EXCEEDED')
})

/** What is listed and sent of card transactions and their returns, whatever the issuer reports and in whichever order. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CardReport } from '../../db/cardTransactionFunctions.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { type Chance, chanceOf, countOf } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aCardInTheDatabase, type CardInTheDatabase, pullAll } from './cardInTheDatabase.ts'

const UNITS_PER_CENT = 10_000n
const FUNDED = 500_000

let server: TestDatabase
let database: Database
let card: CardInTheDatabase

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 4 })
})
beforeEach(async () => {
  card = await aCardInTheDatabase(database, server.url, FUNDED)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
  await database.close()
  await server.drop()
})

const merchant = { descriptor: 'FUEL', city: 'Bern' }
type Event = CardReport['events'][number]
let clock = Date.now()

function event(type: string, cents: number, declinedReason?: Event['declinedReason']): Event {
  clock += 1_000
  const about = { token: randomUUID(), type, cents, at: new Date(clock).toISOString() }
  return { ...about, isApproved: declinedReason === undefined, declinedReason }
}

/** Applies a report. @returns the card transaction */
async function apply(token: string, events: readonly Event[]): Promise<string> {
  const about = { environment: 'SANDBOX' as const, cardToken: card.cardToken, acceptorId: 'A1' }
  const applied = await database.call('apply_card_report', { ...about, merchant, token, events })
  if (applied === null) throw new Error('the report is of no card')
  return applied.transactionId
}

/** The same, and takes what it asks to be taken. */
async function report(token: string, events: readonly Event[]): Promise<string> {
  const id = await apply(token, events)
  await pullAll(database, id)
  return id
}

async function decide(token: string, cents: number): Promise<unknown> {
  const about = { environment: 'SANDBOX' as const, cardToken: card.cardToken, acceptorId: 'A1' }
  return (await database.call('decide_card', { ...about, merchant, token, cents, kind: 'DEBIT' }))
    .result
}

/** A purchase of 50.00 that is settled. */
async function purchase(): Promise<{ id: string; token: string; events: Event[] }> {
  const token = randomUUID()
  await decide(token, 5_000)
  const events = [event('AUTHORIZATION', 5_000), event('CLEARING', 5_000)]
  return { id: await report(token, events), token, events }
}

type Listed = {
  readonly id: string
  readonly status: string
  readonly merchant: object
  readonly authorized: number
  readonly settled: number
  readonly refunded: number
  readonly refunds: number
  readonly original: string | null
  readonly reason: string | null
}

const shown = `jsonb_build_object('status', x.status, 'authorized', x.card -> 'authorized', 'settled', x.card -> 'settled',
  'refunded', x.card -> 'refunded', 'settlements', x.card -> 'settlements')`

async function listed(): Promise<Listed[]> {
  return database.query<Listed>({
    text: `select id, status, card -> 'merchant' as merchant, (card ->> 'authorized')::integer as authorized,
        (card ->> 'settled')::integer as settled, (card ->> 'refunded')::integer as refunded,
        (card ->> 'refunds')::integer as refunds, card ->> 'originalTransactionId' as original,
        card ->> 'declinedReason' as reason
      from transactions where card ->> 'cardId' = $1
      order by card ->> 'originalTransactionId' nulls first, (card ->> 'authorizedAt')::timestamptz`,
    values: [card.cardId],
  })
}

const briefly = async (): Promise<string[]> =>
  (await listed()).map(({ status, settled, refunded }) => `${status} ${settled} ${refunded}`)

/** In the order in which they were sent. */
async function sent(id: string): Promise<object[]> {
  const rows = await database.query<{ shown: object }>({
    text: `select ${shown} as shown from events e, jsonb_populate_record(null::transactions, e.snapshot) x
      where e.subject = 'Transaction:' || $1 order by e.sequence`,
    values: [id],
  })
  return rows.map((row) => row.shown)
}

async function spent(): Promise<number> {
  const { posted } = await database.one<{ posted: bigint }>({
    text: 'select posted from ledger_balances where account_id = $1',
    values: [card.accountId],
  })
  return FUNDED - Number(posted / UNITS_PER_CENT)
}

test('what the issuer corrects is not settled after all, and an event says so', async () => {
  const { id, token, events } = await purchase()
  await report(token, [...events, event('CORRECTION_CREDIT', 3_000)])
  await report(randomUUID(), [event('RETURN', 1_000)])
  expect(await briefly()).toEqual(['SETTLED 2000 1000', 'SETTLED 1000 0'])
  expect(await sent(id)).toMatchObject([
    { status: 'AUTHORIZED', settled: 0, refunded: 0 },
    { status: 'SETTLED', settled: 5_000, refunded: 0 },
    { status: 'SETTLED', settled: 2_000, refunded: 0 },
  ])
  expect(await spent()).toBe(1_000)
})

test('a return that is reversed twice takes nothing, neither of the purchase nor of another return', async () => {
  const { id } = await purchase()
  const events = [event('RETURN', 2_000), event('RETURN_REVERSAL', 2_000)]
  const token = randomUUID()
  await report(token, events)
  await report(token, [...events, event('RETURN_REVERSAL', 2_000)])
  expect(await briefly()).toEqual(['SETTLED 5000 0', 'VOIDED 0 0'])
  await report(randomUUID(), [event('RETURN', 1_500)])
  expect(await briefly()).toEqual(['SETTLED 5000 1500', 'VOIDED 0 0', 'SETTLED 1500 0'])
  expect((await listed())[0]?.refunds).toBe(1)
  expect(await spent()).toBe(3_500)
  // A person finds that the second reversal is the customer's.
  await database.call('decide_card_claim', id, 'charge', 'Ada', 'the shop has proven it')
  await pullAll(database, id)
  expect(await spent()).toBe(5_500)
  expect(await briefly()).toEqual(['SETTLED 7000 1500', 'VOIDED 0 0', 'SETTLED 1500 0'])
})

test('what was above the bound is settled once an increment explains it', async () => {
  const token = randomUUID()
  await decide(token, 5_000)
  const events = [event('AUTHORIZATION', 5_000), event('CLEARING', 10_000)]
  const id = await report(token, events)
  expect(await briefly()).toEqual(['SETTLED 7500 0'])
  expect(await decide(token, 5_001)).toBe('APPROVED')
  await pullAll(database, id)
  expect(await briefly()).toEqual(['SETTLED 10000 0'])
  await report(token, [...events, event('AUTHORIZATION', 5_001)])
  expect(await briefly()).toEqual(['PARTIALLY_SETTLED 10000 0'])
})

test('a credit that is taken back is VOIDED, whether or not its purchase is known', async () => {
  for (const type of ['RETURN', 'FINANCIAL_CREDIT_AUTHORIZATION']) {
    await report(randomUUID(), [event(type, 2_000), event('RETURN_REVERSAL', 2_000)])
  }
  await report(randomUUID(), [event('RETURN', 2_000), event('RETURN_REVERSAL', 500)])
  expect(await briefly()).toEqual(['VOIDED 0 0', 'VOIDED 0 0', 'SETTLED 1500 0'])
  expect((await listed()).map(({ authorized }) => authorized)).toEqual([0, 0, 2_000])
})

test('the timeline of a return does not wait any more once its reversal is taken', async () => {
  await purchase()
  const events = [event('RETURN', 2_000)]
  const token = randomUUID()
  await report(token, events)
  const id = await apply(token, [...events, event('RETURN_REVERSAL', 2_000)])
  const waits = async (): Promise<unknown[]> =>
    Promise.all(
      (await listed()).map(async (row) => {
        const [last] = await database.query<{ code: string; party: string | null }>({
          text: `select code, waiting_party as party from timeline where subject = 'Transaction:' || $1
            order by id desc limit 1`,
          values: [row.id],
        })
        return [last?.code, last?.party]
      }),
    )
  const waiting = ['CARD_RETURN_REVERSED', 'WALLET_PROVIDER']
  expect(await waits()).toEqual([waiting, waiting])
  const next = await database.call('card_pull_to_make', id)
  if (next === null) throw new Error('nothing is to be taken')
  const refused = { outcome: 'REFUSED', code: 'KEY_REVOKED' } as const
  await database.call('record_card_pull', { ...next, ...refused })
  const failed = ['CARD_PULL_FAILED', 'OPERATOR']
  expect(await waits()).toEqual([failed, failed])
  await database.call('retry_card_pulls_by', id, 'Ada', 'a new key')
  expect(await waits()).toEqual([
    ['DECIDED', 'WALLET_PROVIDER'],
    ['DECIDED', 'WALLET_PROVIDER'],
  ])
  await pullAll(database, id)
  expect(await waits()).toEqual([
    ['CARD_PULLED', null],
    ['CARD_PULLED', null],
  ])
})

test('a decline has the reason that was given for its amount', async () => {
  await database.query({
    text: 'update cards set max_spend_cents = 6000 where id = $1',
    values: [card.cardId],
  })
  const token = randomUUID()
  expect(await decide(token, 5_000)).toBe('APPROVED')
  expect(await decide(token, 4_000)).toBe('SPEND_LIMIT_EXCEEDED')
  // The issuer declines what we have approved.
  await report(token, [event('AUTHORIZATION', 5_000, 'BLOCKED')])
  expect((await listed()).map(({ reason }) => reason)).toEqual(['BLOCKED'])
  const other = randomUUID()
  expect(await decide(other, 7_000)).toBe('SPEND_LIMIT_EXCEEDED')
  await report(other, [event('AUTHORIZATION', 6_500, 'OTHER')])
  expect((await listed()).map(({ reason }) => reason)).toEqual(['BLOCKED', 'SPEND_LIMIT_EXCEEDED'])
})

test('what a network declines for the issuer has a timeline, whatever its event is called', async () => {
  for (const type of ['AUTHORIZATION_ADVICE', 'CLEARING']) {
    const id = await report(randomUUID(), [event(type, 100, 'OTHER')])
    const text = `select code from timeline where subject = 'Transaction:' || $1`
    expect(await database.query({ text, values: [id] })).toEqual([{ code: 'CARD_DECLINED' }])
  }
  expect(await briefly()).toEqual(['DECLINED 0 0', 'DECLINED 0 0'])
})

test('of an erased customer no merchant is kept, also not one that charges the closed card', async () => {
  await purchase()
  await report(randomUUID(), [event('RETURN', 2_000)])
  await database.query({
    text: `update cards set state = 'CLOSED', funding_sources = '{}' where id = $1`,
    values: [card.cardId],
  })
  await database.query({
    text: `update customers set is_deleted = true, deleted_at = service_now() - interval '9 days' where id = $1`,
    values: [card.customerId],
  })
  await database.query({ text: 'select erase_customers(8, 100)' })
  await report(randomUUID(), [event('AUTHORIZATION', 100, 'CARD_NOT_ACTIVE')])
  await report(randomUUID(), [event('RETURN', 1_000)])
  await report(randomUUID(), [event('RETURN', 4_000)])
  const rows = await listed()
  expect(rows).toHaveLength(5)
  for (const row of rows) expect(row.merchant).toEqual({ descriptor: 'erased' })
})

/** What a merchant may do with a purchase, by the issuer's token. */
function aLife(chance: Chance): Map<string, Event[]> {
  const cents = (): number => 100 * (1 + chance.integer(60))
  const own = [event('AUTHORIZATION', 5_000)]
  const reports = new Map([[randomUUID(), own]])
  for (let step = 0; step < 2 + chance.integer(8); step += 1) {
    const returns = [...reports.values()].slice(1)
    const kind = chance.integer(returns.length === 0 ? 9 : 12)
    if (kind < 5) {
      const types = ['CLEARING', 'CLEARING', 'AUTHORIZATION_REVERSAL', 'AUTHORIZATION_ADVICE']
      const type = chance.pick([...types, 'AUTHORIZATION_EXPIRY', 'CORRECTION_CREDIT'])
      own.push(event(type, type === 'AUTHORIZATION_ADVICE' && kind === 0 ? 0 : cents()))
    } else if (kind < 9) reports.set(randomUUID(), [event('RETURN', cents())])
    else if (kind === 9) chance.pick(returns).push(event('RETURN', cents()))
    else {
      const all = chance.pick(returns)
      all.push(event('RETURN_REVERSAL', kind === 10 ? (all[0]?.cents ?? 0) : cents()))
    }
  }
  return reports
}

/** Each report with the first of its events, then with more, in any order, and some twice. */
async function deliver(reports: Map<string, Event[]>, chance?: Chance): Promise<void> {
  const [first] = reports.keys()
  const all = [...reports].flatMap(([token, events]) =>
    events.map((_, index) => ({ token, events: events.slice(0, index + 1) })),
  )
  const order = chance === undefined ? all : [...all, ...all].sort(() => chance.fraction() - 0.5)
  await decide(first ?? '', 5_000)
  const id = await apply(first ?? '', reports.get(first ?? '')?.slice(0, 1) ?? [])
  for (const token of [...reports.keys()].slice(1)) {
    await database.query({
      text: `insert into card_return_intents (id, transaction_id, cents, token) values (gen_random_uuid(), $1, 1, $2)`,
      values: [id, token],
    })
  }
  for (const { token, events } of order) {
    await apply(token, events)
    if (chance === undefined || chance.integer(2) === 0) await pullAll(database, id)
  }
  await pullAll(database, id)
}

test('rows are the same for every order of the issuer’s reports, and each change is one event', async () => {
  const chance = chanceOf('orders of card reports')
  for (let index = 0; index < countOf(12, 300); index += 1) {
    card = await aCardInTheDatabase(database, server.url, FUNDED)
    const life = aLife(chance)
    await deliver(life)
    const expected = { rows: await briefly(), spent: await spent() }
    card = await aCardInTheDatabase(database, server.url, FUNDED)
    const names = new Map([...life].map(([token]) => [token, randomUUID()]))
    const again = [...life].map(([token, events]): [string, Event[]] => [
      names.get(token) ?? '',
      events.map((one) => ({ ...one, token: randomUUID() })),
    ])
    await deliver(new Map(again), chance)
    const sequence = JSON.stringify(
      [...life.values()].map((all) => all.map(({ type, cents }) => [type, cents])),
    )
    expect({ rows: await briefly(), spent: await spent() }, sequence).toEqual(expected)

    const [bought, ...returns] = await listed()
    if (bought === undefined) throw new Error('nothing is listed')
    const sum = returns.reduce((cents, { settled }) => cents + settled, 0)
    expect(sum, sequence).toBe(bought.refunded)
    for (const { id, status, settled, refunded } of [bought, ...returns]) {
      expect(
        [settled, refunded].every((cents) => cents >= 0),
        sequence,
      ).toBe(true)
      const events = await sent(id)
      expect(events.at(-1), sequence).toMatchObject({ status, settled })
      if (id === bought.id) continue
      for (const [place, one] of events.entries())
        expect(one, sequence).not.toEqual(events[place - 1])
    }
  }
})

/** Disputes of cardholders: what is credited, taken back and lost, whatever the issuer reports and in whichever order. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CardDisposition } from '../../contract/cardDisputes.ts'
import type { CardDisputeReport, CardReport } from '../../db/cardTransactionFunctions.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { type Chance, chanceOf, countOf } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aCardInTheDatabase, type CardInTheDatabase, fund, pullAll } from './cardInTheDatabase.ts'

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

type Event = CardReport['events'][number]
type DisputeEvent = CardDisputeReport['events'][number]
const merchant = { descriptor: 'FUEL', city: 'Bern' }
let clock = Date.now()
/** Each purchase is of another one: a return belongs to the only purchase that it can be of. */
let shop = 'A1'

function event(type: string, cents: number): Event {
  clock += 1_000
  return { token: randomUUID(), type, cents, at: new Date(clock).toISOString(), isApproved: true }
}

function step(type: string, cents = 0, disposition?: CardDisposition): DisputeEvent {
  clock += 1_000
  return { token: randomUUID(), type, cents, at: new Date(clock).toISOString(), disposition }
}

const about = () => ({ environment: 'SANDBOX' as const, cardToken: card.cardToken })

async function report(token: string, events: readonly Event[]): Promise<string> {
  const all = { ...about(), acceptorId: shop, merchant, token, events }
  const applied = await database.call('apply_card_report', all)
  if (applied === null) throw new Error('the report is of no card')
  return applied.transactionId
}

/** A purchase that is settled, and its money taken. */
async function purchase(cents: number): Promise<{ id: string; token: string; events: Event[] }> {
  const token = randomUUID()
  const asked = { ...about(), acceptorId: shop, merchant, token, cents, kind: 'DEBIT' as const }
  await database.call('decide_card', asked)
  const events = [event('AUTHORIZATION', cents), event('CLEARING', cents)]
  const id = await report(token, events)
  await pullAll(database, id)
  return { id, token, events }
}

type Dispute = { readonly transactionToken: string; readonly token: string }

/** Applies a report of a dispute, and takes what it asks to be taken. @returns what has become of it */
async function disputed(dispute: Dispute, events: readonly DisputeEvent[]): Promise<unknown> {
  const applied = await database.call('apply_card_dispute', { ...about(), ...dispute, events })
  const [t] = await database.query<{ id: string }>({
    text: 'select id from card_transactions where token = $1',
    values: [dispute.transactionToken],
  })
  if (t !== undefined) await pullAll(database, t.id)
  return applied?.outcome
}

async function spent(): Promise<number> {
  const { posted } = await database.one<{ posted: bigint }>({
    text: 'select posted from ledger_balances where account_id = $1',
    values: [card.accountId],
  })
  return FUNDED - Number(posted / UNITS_PER_CENT)
}

type Books = { charged: number; provisional: number; disputed: number; givenBack: number }

async function booksOf(id: string): Promise<Books> {
  return database.one<Books>({
    text: `select charged::integer, provisional::integer, disputed::integer, given_back::integer as "givenBack"
      from card_transactions where id = $1`,
    values: [id],
  })
}

async function statusOf(
  id: string,
): Promise<{ status: string; settled: number; disputes: unknown }> {
  return database.one({
    text: `select status, (card ->> 'settled')::integer as settled, card -> 'disputes' as disputes
      from transactions where id = $1`,
    values: [id],
  })
}

describe('a purchase of 50.00 that is disputed', () => {
  let bought: Awaited<ReturnType<typeof purchase>>
  let dispute: Dispute
  let opened: DisputeEvent
  let credited: DisputeEvent

  beforeEach(async () => {
    bought = await purchase(5_000)
    dispute = { transactionToken: bought.token, token: randomUUID() }
    opened = step('OPENED', 4_000)
    credited = step('CREDITED', 4_000)
    expect(await disputed(dispute, [opened])).toBe('APPLIED')
    expect(await spent()).toBe(5_000)
    expect(await disputed(dispute, [opened, credited])).toBe('APPLIED')
    expect(await disputed(dispute, [opened, credited])).toBe('APPLIED')
    expect(await spent()).toBe(1_000)
    expect(await booksOf(bought.id)).toMatchObject({ charged: 1_000, provisional: 4_000 })
  })

  test('and won: the credit is the customer’s, and no longer ours to lose', async () => {
    await disputed(dispute, [opened, credited, step('RECOVERED', 4_000), step('CLOSED', 0, 'WON')])
    expect(await spent()).toBe(1_000)
    expect(await booksOf(bought.id)).toEqual({
      ...{ charged: 1_000, provisional: 0, disputed: 0, givenBack: 4_000 },
    })
    expect(await statusOf(bought.id)).toMatchObject({
      ...{ status: 'SETTLED', settled: 5_000 },
      disputes: [{ status: 'CLOSED', disposition: 'WON', cents: 4_000, recovered: 4_000 }],
    })
  })

  test.each(['LOST', 'DENIED', 'WITHDRAWN'] as const)(
    'and %s: what was credited is taken back, and no more',
    async (how) => {
      const taken = step('CREDIT_REVERSED', 1_500)
      await disputed(dispute, [opened, credited, taken])
      expect(await spent()).toBe(2_500)
      const closed = step('CLOSED', 0, how)
      await disputed(dispute, [opened, credited, taken, closed])
      expect(await spent()).toBe(5_000)
      // The issuer takes the rest back too, after it has closed.
      await disputed(dispute, [opened, credited, taken, closed, step('CREDIT_REVERSED', 2_500)])
      expect(await spent()).toBe(5_000)
      expect(await booksOf(bought.id)).toMatchObject({ charged: 5_000, provisional: 0 })
    },
  )

  test('and won in part: the customer keeps what the network gave', async () => {
    const closing = [step('RECOVERED', 1_200), step('CLOSED', 0, 'PARTIALLY_WON')]
    await disputed(dispute, [opened, credited, ...closing])
    expect(await spent()).toBe(3_800)
    expect(await booksOf(bought.id)).toMatchObject({ charged: 3_800, provisional: 0, disputed: 0 })
  })

  test('and opened again after it was won: the customer keeps what it had until it is decided anew', async () => {
    const won = [opened, credited, step('RECOVERED', 4_000), step('CLOSED', 0, 'WON')]
    const again = [...won, step('CREDIT_REVERSED', 4_000), step('REOPENED')]
    await disputed(dispute, won)
    await disputed(dispute, again)
    expect(await spent()).toBe(1_000)
    expect(await booksOf(bought.id)).toMatchObject({ charged: 1_000, provisional: 0 })
    // The network takes its money back, and then decides.
    const taken = [...again, step('RECOVERY_LOST', 4_000)]
    await disputed(dispute, taken)
    expect(await spent()).toBe(1_000)
    expect(await booksOf(bought.id)).toMatchObject({ charged: 1_000, provisional: 4_000 })
    await disputed(dispute, [...taken, step('CLOSED', 0, 'LOST')])
    expect(await spent()).toBe(5_000)
    expect(await booksOf(bought.id)).toMatchObject({ charged: 5_000, provisional: 0, disputed: 0 })
  })

  test('and opened again, when the issuer takes its credit back: that is taken back at once', async () => {
    const won = [opened, credited, step('RECOVERED', 4_000), step('CLOSED', 0, 'WON')]
    await disputed(dispute, [...won, step('REOPENED'), step('CREDIT_REVERSED', 1_500)])
    expect(await spent()).toBe(2_500)
  })

  test('and returned by the merchant meanwhile: the customer is not paid twice', async () => {
    await report(randomUUID(), [event('RETURN', 5_000)])
    await pullAll(database, bought.id)
    expect(await spent()).toBe(0)
    expect(await booksOf(bought.id)).toMatchObject({ charged: 0, provisional: 0, givenBack: 0 })
    // The network gives it too: it stays disputed until a person decides.
    await disputed(dispute, [opened, credited, step('RECOVERED', 4_000), step('CLOSED', 0, 'WON')])
    expect(await spent()).toBe(0)
    expect(await booksOf(bought.id)).toMatchObject({ charged: 0, disputed: -4_000 })
    expect(await statusOf(bought.id)).toMatchObject({ status: 'SETTLED', settled: 5_000 })
    await database.call('decide_card_claim', bought.id, 'charge', 'Ada', 'it is the customer’s')
    expect(await spent()).toBe(-4_000)
  })

  test('and lost, when the money is gone: the service has advanced it, and the wallet is not below zero', async () => {
    const left = FUNDED - 1_000
    await database.query({
      text: `select ledger_transfer($1::text, 'POSTED', $2, service_account('SANDBOX', 'FUNDING', 'USDB'), 'USDB', $3, null, $1::text)`,
      values: [`spend/${randomUUID()}`, card.accountId, (BigInt(left) * UNITS_PER_CENT).toString()],
    })
    await disputed(dispute, [opened, credited, step('CLOSED', 0, 'LOST')])
    expect(await statusOf(bought.id)).toMatchObject({ status: 'EXCEPTION' })
    expect(await spent()).toBe(FUNDED)
    await fund(database, card.accountId, 4_000)
    await database.call('hold_for_card_exception', bought.id)
    await database.call('retry_card_pulls', bought.id)
    await pullAll(database, bought.id)
    expect(await statusOf(bought.id)).toMatchObject({ status: 'SETTLED' })
    expect(await spent()).toBe(FUNDED)
  })

  test('says so on its timeline, and sends its state', async () => {
    await disputed(dispute, [opened, credited, step('CLOSED', 0, 'LOST')])
    const rows = await database.query<{ code: string }>({
      text: `select code from timeline where subject = 'Transaction:' || $1 and code like 'CARD_DISPUTE%' order by id`,
      values: [bought.id],
    })
    expect(rows.map(({ code }) => code)).toEqual([
      ...['CARD_DISPUTE_OPENED', 'CARD_DISPUTE_CREDITED', 'CARD_DISPUTE_CLOSED'],
    ])
    const events = await database.query<{ kind: string; disputes: { status: string }[] | null }>({
      text: `select type as kind, snapshot -> 'card' -> 'disputes' as disputes from events
        where subject = 'Transaction:' || $1 order by sequence`,
      values: [bought.id],
    })
    expect(events.at(-1)).toMatchObject({
      ...{ kind: 'CARD_TRANSACTION.SETTLED', disputes: [{ status: 'CLOSED' }] },
    })
  })
})

test('a report of a purchase that is not known waits; that of another issuer’s card is left out', async () => {
  const dispute = { transactionToken: randomUUID(), token: randomUUID() }
  expect(await disputed(dispute, [step('OPENED', 1)])).toBe('UNKNOWN')
  const other = { ...about(), ...dispute, cardToken: randomUUID(), events: [step('OPENED', 1)] }
  expect(await database.call('apply_card_dispute', other)).toBeNull()
})

const between = (chance: Chance, from: number, to: number): number =>
  from + chance.integer(to - from + 1)

function shuffled<T>(chance: Chance, list: readonly T[]): T[] {
  return list
    .map((one) => [chance.fraction(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
}

/** What is left of a purchase whose reports come in any order, with repeats, against a plain sum. */
async function live(chance: Chance): Promise<void> {
  const size = between(chance, 100, 20_000)
  shop = randomUUID()
  await fund(database, card.accountId, size)
  const token = randomUUID()
  const asked = { ...about(), acceptorId: shop, merchant, token, kind: 'DEBIT' as const }
  await database.call('decide_card', { ...asked, cents: size })
  const events = [event('AUTHORIZATION', size)]
  const cleared = between(chance, 1, size)
  events.push(event('CLEARING', cleared))
  const dispute = { transactionToken: token, token: randomUUID() }
  const cents = between(chance, 1, cleared)
  const steps = [step('OPENED', cents)]
  let [credited, recovered, isOpen] = [0, 0, true]
  for (let i = between(chance, 0, 4); i > 0; i -= 1) {
    const amount = between(chance, 1, cents)
    if (between(chance, 0, 1) === 0 && credited + amount <= cents) {
      steps.push(step('CREDITED', amount))
      credited += amount
    } else if (amount <= credited) {
      steps.push(step('CREDIT_REVERSED', amount))
      credited -= amount
    }
  }
  let returned = 0
  const back: Event[] = []
  if (between(chance, 0, 2) === 0) {
    returned = between(chance, 1, cleared)
    back.push(event('RETURN', returned))
  }
  if (between(chance, 0, 3) > 0) {
    isOpen = false
    const how = chance.pick(['WON', 'PARTIALLY_WON', 'LOST'] as const)
    recovered = how === 'WON' ? cents : how === 'LOST' ? 0 : between(chance, 1, cents)
    if (recovered > 0) steps.push(step('RECOVERED', recovered))
    steps.push(step('CLOSED', 0, how))
  }
  if (!isOpen && between(chance, 0, 2) === 0) {
    isOpen = true
    steps.push(step('REOPENED'))
  }
  const backToken = randomUUID()
  const reports = [
    ...events.map((_, i) => () => report(token, events.slice(0, i + 1))),
    ...back.map(() => () => report(backToken, back)),
    ...steps.map((_, i) => () => disputed(dispute, steps.slice(0, i + 1))),
  ]
  const before = await spent()
  const played = shuffled(chance, [...reports, ...shuffled(chance, reports).slice(0, 3)])
  for (const one of played) {
    // A return that overtakes its purchase is a credit of its own: it comes after it here.
    if (one === reports[events.length] && back.length > 0) await report(token, events)
    await one()
  }
  // What came before its purchase was known is sent again.
  await report(token, events)
  const id = await report(token, events)
  await disputed(dispute, steps)
  await pullAll(database, id)
  const owed = cleared - returned
  const givenBack = Math.min(isOpen ? Math.max(credited, recovered) : recovered, owed)
  const books = await booksOf(id)
  expect(books).toEqual({
    charged: owed - givenBack,
    givenBack,
    provisional: isOpen ? givenBack - recovered : 0,
    disputed: isOpen ? 0 : givenBack - recovered,
  })
  expect((await spent()) - before).toBe(owed - givenBack)
}

test('lives of disputes, reported in any order and repeatedly, come to a plain sum', async () => {
  const chance = chanceOf('card disputes')
  for (let i = countOf(40, 500); i > 0; i -= 1) await live(chance)
})

/** What the issuer may claim of a card's account, and what becomes of a claim above that. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CardReport } from '../../db/cardTransactionFunctions.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { listInbox } from '../../db/inbox.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aCardInTheDatabase, type CardInTheDatabase, pullAll } from './cardInTheDatabase.ts'

const UNITS_PER_CENT = 10_000n
/** 5,000.00 */
const FUNDED = 500_000

let server: TestDatabase
let database: Database
let card: CardInTheDatabase

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 8 })
})
beforeEach(async () => {
  card = await aCardInTheDatabase(database, server.url, FUNDED)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
  await database.close()
  await server.drop()
})

const merchant = { descriptor: 'FUEL' }

async function decide(token: string, cents: number, eventToken?: string): Promise<unknown> {
  const about = { environment: 'SANDBOX' as const, cardToken: card.cardToken, acceptorId: 'A1' }
  const asked = { ...about, merchant, token, cents, eventToken, kind: 'DEBIT' as const }
  return (await database.call('decide_card', asked)).result
}

let clock = Date.now()

type Events = readonly (readonly [type: string, cents: number])[]

function reportOf(token: string, events: Events): CardReport {
  return {
    ...{ environment: 'SANDBOX', token, cardToken: card.cardToken, acceptorId: '', merchant },
    events: events.map(([type, cents]) => {
      clock += 1_000
      return {
        ...{ token: randomUUID(), type, isApproved: true, cents },
        at: new Date(clock).toISOString(),
      }
    }),
  }
}

/** Applies a report and takes what it asks to be taken. @returns the card transaction */
async function report(token: string, ...events: Events): Promise<string> {
  const applied = await database.call('apply_card_report', reportOf(token, events))
  if (applied === null) throw new Error('the report is of no card')
  await pullAll(database, applied.transactionId)
  return applied.transactionId
}

/** In cents: what has left the account, and what is held of it. */
async function taken(): Promise<{ readonly spent: number; readonly held: number }> {
  const { posted, out } = await database.one<{ posted: bigint; out: bigint }>({
    text: 'select posted, pending_out as out from ledger_balances where account_id = $1',
    values: [card.accountId],
  })
  return { spent: FUNDED - Number(posted / UNITS_PER_CENT), held: Number(out / UNITS_PER_CENT) }
}

/** In cents: what the issuer has of us by our books, of one card transaction. */
async function owedToIssuer(transactionId: string): Promise<number> {
  const { sum } = await database.one<{ sum: bigint | null }>({
    text: `select sum(case when c.kind = 'CARD_SETTLEMENT' then t.amount else -t.amount end)::bigint as sum
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id
      where t.reference = 'Transaction:' || $1 and t.kind = 'POSTED'
        and 'CARD_SETTLEMENT' in (c.kind, d.kind)`,
    values: [transactionId],
  })
  return Number((sum ?? 0n) / UNITS_PER_CENT)
}

const waitsFor = async (transactionId: string): Promise<(string | bigint | null)[][]> =>
  (await listInbox(database, { subject: `Transaction:${transactionId}`, limit: 5 })).map(
    ({ kind, amount }) => [kind, amount === null ? null : BigInt(amount) / UNITS_PER_CENT],
  )

const limitTo = (cents: number): Promise<unknown> =>
  database.query({
    text: 'update cards set max_spend_cents = $2 where id = $1',
    values: [card.cardId, cents],
  })

const freeze = (): Promise<unknown> =>
  database.query({ text: `update cards set state = 'FROZEN' where id = $1`, values: [card.cardId] })

describe('a token that comes again', () => {
  test('has the same answer for the same amount, and holds nothing more', async () => {
    const token = randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => decide(token, 3_000)))
    expect(new Set(answers)).toEqual(new Set(['APPROVED']))
    await freeze()
    expect(await decide(token, 3_000)).toBe('APPROVED')
    expect(await taken()).toEqual({ spent: 0, held: 3_000 })
  })

  test('with a larger amount is judged: 5,000.00 on a limit of 50.00, or on a frozen card', async () => {
    await limitTo(5_000)
    const token = randomUUID()
    expect(await decide(token, 3_000)).toBe('APPROVED')
    expect(await decide(token, 500_000)).toBe('SPEND_LIMIT_EXCEEDED')
    await freeze()
    expect(await decide(token, 500)).toBe('CARD_NOT_ACTIVE')
    expect(await decide(token, 500_000)).toBe('SPEND_LIMIT_EXCEEDED')
    expect(await taken()).toEqual({ spent: 0, held: 3_000 })
  })

  test('adds what it asks for: the limit is of all of it', async () => {
    await limitTo(5_000)
    const token = randomUUID()
    expect(await decide(token, 3_000)).toBe('APPROVED')
    expect(await decide(token, 2_001)).toBe('SPEND_LIMIT_EXCEEDED')
    expect(await decide(token, 2_000)).toBe('APPROVED')
    expect(await decide(token, 1)).toBe('SPEND_LIMIT_EXCEEDED')
    expect(await taken()).toEqual({ spent: 0, held: 5_000 })
    await report(token, ['AUTHORIZATION', 3_000], ['AUTHORIZATION', 2_000])
    expect(await taken()).toEqual({ spent: 0, held: 5_000 })
    await report(token, ['CLEARING', 5_000])
    expect(await taken()).toEqual({ spent: 5_000, held: 0 })
  })

  test('of an equal amount is an increment where the issuer names the request', async () => {
    await limitTo(5_000)
    const token = randomUUID()
    expect(await decide(token, 2_000, 'first')).toBe('APPROVED')
    expect(await decide(token, 2_000, 'first')).toBe('APPROVED')
    expect(await taken()).toEqual({ spent: 0, held: 2_000 })
    expect(await decide(token, 2_000, 'second')).toBe('APPROVED')
    expect(await taken()).toEqual({ spent: 0, held: 4_000 })
    expect(await decide(token, 2_000, 'third')).toBe('SPEND_LIMIT_EXCEEDED')
  })

  test('is declined where the account has less than it adds', async () => {
    const token = randomUUID()
    expect(await decide(token, 400_000)).toBe('APPROVED')
    expect(await decide(token, 100_001)).toBe('INSUFFICIENT_FUNDS')
    expect(await taken()).toEqual({ spent: 0, held: 400_000 })
  })

  test('fifty increments at once, against money for four more', async () => {
    const token = randomUUID()
    expect(await decide(token, 300_000)).toBe('APPROVED')
    const asked = Array.from({ length: 50 }, (_, index) => decide(token, 50_000 - index))
    const approved = (await Promise.all(asked)).filter((result) => result === 'APPROVED')
    expect(approved).toHaveLength(4)
    expect((await taken()).held).toBeLessThanOrEqual(500_000)
  })

  test('of another card is none of it', async () => {
    const token = randomUUID()
    expect(await decide(token, 1_000)).toBe('APPROVED')
    card = await aCardInTheDatabase(database, server.url, FUNDED)
    expect(await decide(token, 2_000)).toBe('BLOCKED')
  })
})

describe('a claim above its bound is booked at once, and is not the customer’s', () => {
  test('a clearing far above its authorization', async () => {
    const token = randomUUID()
    await decide(token, 5_000)
    const id = await report(token, ['AUTHORIZATION', 5_000], ['CLEARING', 500_000])
    expect(await taken()).toEqual({ spent: 7_500, held: 0 })
    expect(await owedToIssuer(id)).toBe(500_000)
    expect(await waitsFor(id)).toEqual([['CARD_CLAIM', 492_500n]])
    const { card: shown } = await database.one<{ card: { settled: number } }>({
      text: 'select card from transactions where id = $1',
      values: [id],
    })
    expect(shown.settled).toBe(7_500)
  })

  test('in any order and in parts', async () => {
    const token = randomUUID()
    await decide(token, 5_000)
    const id = await report(token, ['CLEARING', 4_000], ['CLEARING', 3_000], ['CLEARING', 2_000])
    expect(await taken()).toEqual({ spent: 7_500, held: 0 })
    expect(await owedToIssuer(id)).toBe(9_000)
    expect(await waitsFor(id)).toEqual([['CARD_CLAIM', 1_500n]])
    // The issuer corrects it: nothing is disputed any more.
    await report(token, ['CORRECTION_CREDIT', 1_500])
    expect(await waitsFor(id)).toEqual([])
    expect([await owedToIssuer(id), (await taken()).spent]).toEqual([7_500, 7_500])
  })

  test('a posting that we were not asked about, and a correction that takes', async () => {
    for (const type of ['CLEARING', 'FINANCIAL_AUTHORIZATION', 'CORRECTION_DEBIT']) {
      const before = await taken()
      const id = await report(randomUUID(), [type, 450_000])
      expect((await taken()).spent - before.spent, type).toBe(20_000)
      expect(await owedToIssuer(id)).toBe(450_000)
      expect(await waitsFor(id)).toEqual([['CARD_CLAIM', 430_000n]])
    }
  })

  test('an advice does not hold more than may be claimed', async () => {
    const token = randomUUID()
    await decide(token, 5_000)
    await report(token, ['AUTHORIZATION', 5_000], ['AUTHORIZATION_ADVICE', 400_000])
    expect(await taken()).toEqual({ spent: 0, held: 7_500 })
    await report(randomUUID(), ['AUTHORIZATION', 400_000])
    expect((await taken()).held).toBe(27_500)
  })

  test('a return of nothing is not paid out above its bound', async () => {
    const id = await report(randomUUID(), ['RETURN', 450_000])
    expect((await taken()).spent).toBe(-100_000)
    expect(await owedToIssuer(id)).toBe(-450_000)
    expect(await waitsFor(id)).toEqual([['CARD_CLAIM', -350_000n]])
  })

  test('a reversal of no return takes nothing', async () => {
    const id = await report(randomUUID(), ['RETURN', 2_000], ['RETURN_REVERSAL', 50_000])
    expect((await taken()).spent).toBe(0)
    expect(await owedToIssuer(id)).toBe(48_000)
    expect(await waitsFor(id)).toEqual([['CARD_CLAIM', 48_000n]])
    await database.call('decide_card_claim', id, 'charge', 'Ada', 'the shop has proven it')
    await pullAll(database, id)
    expect((await taken()).spent).toBe(48_000)
    expect(await waitsFor(id)).toEqual([])
  })

  test('a purchase never pays its customer', async () => {
    const token = randomUUID()
    await decide(token, 5_000)
    const id = await report(token, ['AUTHORIZATION', 5_000], ['CLEARING', 5_000])
    await report(token, ['RETURN', 5_000])
    await report(token, ['RETURN', 5_000])
    expect((await taken()).spent).toBe(0)
    expect(await owedToIssuer(id)).toBe(-5_000)
    expect(await waitsFor(id)).toEqual([['CARD_CLAIM', -5_000n]])
  })

  test('what was released is not approved any more', async () => {
    const token = randomUUID()
    await decide(token, 50_000)
    await report(token, ['AUTHORIZATION', 50_000], ['AUTHORIZATION_REVERSAL', 50_000])
    await report(token, ['CLEARING', 50_000])
    expect((await taken()).spent).toBe(1_000)
  })
})

describe('a person decides about it', () => {
  async function aClaim(): Promise<string> {
    const token = randomUUID()
    await decide(token, 5_000)
    return report(token, ['AUTHORIZATION', 5_000], ['CLEARING', 50_000])
  }

  test('it is the customer’s: it is taken', async () => {
    const id = await aClaim()
    const charged = await database.call('decide_card_claim', id, 'charge', 'Ada', 'a receipt')
    expect(charged).toBe(true)
    await pullAll(database, id)
    expect((await taken()).spent).toBe(50_000)
    expect(await waitsFor(id)).toEqual([])
    expect(await owedToIssuer(id)).toBe(50_000)
    expect(await database.call('decide_card_claim', id, 'charge', 'Ada', 'twice')).toBe(false)
  })

  test('it is contested: it stays the issuer’s claim, and is listed no more', async () => {
    const id = await aClaim()
    expect(await database.call('decide_card_claim', id, 'contest', 'Ada', 'no such sale')).toBe(
      true,
    )
    expect((await taken()).spent).toBe(7_500)
    expect(await waitsFor(id)).toEqual([])
    expect(await owedToIssuer(id)).toBe(50_000)
    // Another claim of it is another decision.
    await report((await tokenOf(id)) ?? '', ['CLEARING', 100])
    expect(await waitsFor(id)).toEqual([['CARD_CLAIM', 42_600n]])
  })

  test('decisions one after the other, there and back, are each booked', async () => {
    const token = randomUUID()
    await decide(token, 5_000)
    const id = await report(token, ['AUTHORIZATION', 5_000], ['CLEARING', 8_500])
    await database.call('decide_card_claim', id, 'charge', 'Ada', 'a receipt')
    await pullAll(database, id)
    expect((await taken()).spent).toBe(8_500)
    await report(token, ['RETURN', 8_500], ['RETURN', 2_000])
    expect(await waitsFor(id)).toEqual([['CARD_CLAIM', -2_000n]])
    await database.call('decide_card_claim', id, 'charge', 'Ada', 'a goodwill of the shop')
    expect((await taken()).spent).toBe(-2_000)
    expect(await owedToIssuer(id)).toBe(-2_000)
    expect(await waitsFor(id)).toEqual([])
  })

  test('what came back for nothing is paid out', async () => {
    const id = await report(randomUUID(), ['RETURN', 450_000])
    await database.call('decide_card_claim', id, 'charge', 'Ada', 'a long dispute that was won')
    expect((await taken()).spent).toBe(-450_000)
    expect(await waitsFor(id)).toEqual([])
  })
})

async function tokenOf(transactionId: string): Promise<string | undefined> {
  const text = 'select token from card_transactions where id = $1'
  const [row] = await database.query<{ token: string }>({ text, values: [transactionId] })
  return row?.token
}

test('the bounds are the platform’s', async () => {
  await database.query({
    text: `update platforms set card_overclearing_percent = 0, card_overclearing_cents = 0,
      card_unasked_cents = 0, card_credit_cents = 0 where id = $1`,
    values: [card.platformId],
  })
  const token = randomUUID()
  await decide(token, 5_000)
  await report(token, ['AUTHORIZATION', 5_000], ['CLEARING', 5_001])
  await report(randomUUID(), ['CLEARING', 1])
  await report(randomUUID(), ['RETURN', 1])
  expect((await taken()).spent).toBe(5_000)
})

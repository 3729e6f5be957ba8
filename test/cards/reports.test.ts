/** What the card issuer's events have not reported is read from its list, however long nothing was read. */
import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCardListsAgain } from '../../cli/admin/restore/cardLists.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import {
  CardIssuerError,
  cardReportOf,
  type DisputeReport,
  type Page,
  type TransactionReport,
} from '../../providers/cardIssuer/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { type CardReports, readCardReports } from '../../worker/cardReports.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aCardInTheDatabase, type CardInTheDatabase, fund } from './cardInTheDatabase.ts'

const HOUR_MS = 3_600_000
const UNITS_PER_CENT = 10_000n

let server: TestDatabase
let database: Database
let card: CardInTheDatabase

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 4 })
  card = await aCardInTheDatabase(database, server.url, 1_000_000)
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

type Type = TransactionReport['events'][number]['type']

function eventOf(type: Type, amountCents: number, at: Date): TransactionReport['events'][number] {
  const polarity = type.startsWith('CREDIT') || type === 'RETURN' ? 'CREDIT' : 'DEBIT'
  const createdAt = at.toISOString()
  return { ...{ token: randomUUID(), type, isApproved: true }, polarity, amountCents, createdAt }
}

function aTransaction(
  createdAt: Date,
  type: Type = 'AUTHORIZATION',
  cents = 100,
): TransactionReport & { readonly events: TransactionReport['events'][number][] } {
  return {
    ...{ token: randomUUID(), cardToken: card.cardToken, acceptorId: randomUUID() },
    createdAt: createdAt.toISOString(),
    merchant: { descriptor: 'COFFEE' },
    unknownTypes: [],
    events: [eventOf(type, cents, createdAt)],
  }
}

/** An issuer that lists two entries a page, newest first. */
function anIssuer(
  all: readonly TransactionReport[],
  unreadable: readonly string[] = [],
  disputes: readonly (DisputeReport & { readonly at: Date })[] = [],
) {
  const issuer = {
    /** Windows that end later are not answered. */
    downFrom: Number.POSITIVE_INFINITY,
    unreadable,
    async transactionOf(token: string) {
      if (unreadable.includes(token)) {
        throw new CardIssuerError('UNAVAILABLE', 'another shape', { httpStatus: 200 })
      }
      return all.find((one) => one.token === token)
    },
    async transactionsBetween(begin: Date, end: Date, after?: string) {
      if (end.getTime() > issuer.downFrom) throw new CardIssuerError('UNAVAILABLE', 'down')
      return pageOf(all, ({ createdAt }) => new Date(createdAt), begin, end, after)
    },
    async disputesBetween(begin: Date, end: Date, after?: string) {
      return pageOf(disputes, ({ at }) => at, begin, end, after)
    },
  }
  function pageOf<Report extends { readonly token: string }>(
    list: readonly Report[],
    timeOf: (report: Report) => Date,
    begin: Date,
    end: Date,
    after?: string,
  ): Page<Report> {
    const within = list
      .filter((one) => timeOf(one) >= begin && timeOf(one) <= end)
      .sort((a, b) => timeOf(b).getTime() - timeOf(a).getTime())
    const from = after === undefined ? 0 : within.findIndex(({ token }) => token === after) + 1
    const page = within.slice(from, from + 2)
    return {
      reports: page.filter(({ token }) => !unreadable.includes(token)),
      unreadable: page.map(({ token }) => token).filter((token) => unreadable.includes(token)),
      next: within.length > from + 2 ? page.at(-1)?.token : undefined,
    }
  }
  return issuer
}

/** As if nothing had been read for `hours`. */
const nothingReadSince = (kind: 'NEW' | 'AGAIN' | 'DISPUTES', hours: number): Promise<unknown> =>
  database.query({
    text: `insert into card_list_cursors (environment, kind, began_at, read_until)
      select 'SANDBOX', $1::text, at, at from (select service_now() - make_interval(hours => $2) as at) x
      on conflict (environment, kind) do update set began_at = excluded.began_at, read_until = excluded.read_until`,
    values: [kind, hours],
  })

const reportsOf = (issuer: CardReports['issuer']): CardReports => ({
  ...{ database, issuer, environment: 'SANDBOX', log: pino({ level: 'silent' }) },
  config: parseConfig({ DATABASE_URL: server.url }),
  // Pulls are started, and made elsewhere.
  client: { workflow: { start: async () => undefined } } as unknown as Client,
})

const known = async (reports: readonly TransactionReport[]): Promise<number> => {
  const { count } = await database.one<{ count: bigint }>({
    text: 'select count(*) from card_transactions where token = any($1) and is_reported and held = 100',
    values: [reports.map(({ token }) => token)],
  })
  return Number(count)
}

const posted = async (): Promise<bigint> => {
  const text = 'select posted from ledger_balances where account_id = $1'
  return (await database.one<{ posted: bigint }>({ text, values: [card.accountId] })).posted
}

test('twenty hours without an event are read in parts; what was read stays read when the issuer fails', async () => {
  const now = Date.now()
  await nothingReadSince('NEW', 20)
  const all = Array.from({ length: 60 }, (_, index) =>
    aTransaction(new Date(now - (index * HOUR_MS) / 3)),
  )
  const issuer = anIssuer(all)
  issuer.downFrom = now - 9.5 * HOUR_MS
  await expect(readCardReports(reportsOf(issuer))).rejects.toThrow('down')
  const read = await known(all)
  expect(read).toBeGreaterThan(20)
  expect(read).toBeLessThan(40)
  const { at } = await database.one<{ at: Date }>({
    text: `select read_until as at from card_list_cursors where environment = 'SANDBOX' and kind = 'NEW'`,
  })
  expect(now - at.getTime()).toBeLessThan(11 * HOUR_MS)
  issuer.downFrom = Number.POSITIVE_INFINITY
  await readCardReports(reportsOf(issuer))
  expect(await known(all)).toBe(all.length)
})

test('what is read at once is applied from the oldest on: a return finds its purchase', async () => {
  await nothingReadSince('NEW', 1)
  const bought = aTransaction(new Date(Date.now() - 2_000), 'FINANCIAL_AUTHORIZATION', 500)
  const back = { ...aTransaction(new Date(Date.now() - 1_000), 'RETURN', 500) }
  await readCardReports(reportsOf(anIssuer([bought, { ...back, acceptorId: bought.acceptorId }])))
  const rows = await database.query<{ token: string }>({
    text: 'select token from card_transactions where token = any($1)',
    values: [[bought.token, back.token]],
  })
  expect(rows).toEqual([{ token: bought.token }])
})

test('an older transaction that has changed without an event is found within a day', async () => {
  const credit = aTransaction(new Date(Date.now() - 72 * HOUR_MS), 'CREDIT_AUTHORIZATION', 900)
  const before = await posted()
  await nothingReadSince('NEW', 80)
  await readCardReports(reportsOf(anIssuer([credit])))
  credit.events.push(eventOf('RETURN', 900, new Date()))
  await readCardReports(reportsOf(anIssuer([credit])))
  expect(await posted()).toBe(before)
  await nothingReadSince('AGAIN', 25)
  await readCardReports(reportsOf(anIssuer([credit])))
  expect(await posted()).toBe(before + 900n * UNITS_PER_CENT)
})

test('one that cannot be read or applied stops no other', async () => {
  const at = (ms: number): Date => new Date(Date.now() - ms)
  const [first, unreadable, last] = [4_000, 3_000, 2_000].map((ms) => aTransaction(at(ms)))
  const broken = aTransaction(at(1_000))
  const wrong = {
    ...broken,
    events: [{ ...eventOf('AUTHORIZATION', 1, at(1)), createdAt: 'no time' }],
  }
  await nothingReadSince('NEW', 1)
  const all = [first, unreadable, wrong, last] as TransactionReport[]
  await readCardReports(reportsOf(anIssuer(all, [unreadable?.token ?? ''])))
  expect(await known(all)).toBe(2)
})

test('an approval that the issuer knows nothing of is released; one that it knows stays held', async () => {
  const [listed, unlisted, unreadable] = [0, 0, 0].map(() => aTransaction(new Date()))
  const tokens = [unreadable, listed, unlisted].map((one) => one?.token ?? '')
  for (const token of tokens) {
    const asked = { environment: 'SANDBOX' as const, token, cardToken: card.cardToken, cents: 100 }
    const merchant = { descriptor: 'COFFEE' }
    const decided = {
      ...asked,
      kind: 'DEBIT' as const,
      merchant,
      acceptorId: 'A1',
      forced: undefined,
    }
    expect((await database.call('decide_card', decided)).result).toBe('APPROVED')
  }
  const held = async (): Promise<bigint[]> => {
    const text = `select held from card_transactions where token = any($1) order by array_position($1, token)`
    return (await database.query<{ held: bigint }>({ text, values: [tokens] })).map(
      (row) => row.held,
    )
  }
  const issuer = anIssuer([listed as TransactionReport], tokens.slice(0, 1))
  await readCardReports(reportsOf(issuer))
  expect(await held()).toEqual([100n, 100n, 100n])
  await database.query({
    text: `update card_transactions set updated_at = service_now() - interval '3 minutes' where token = any($1)`,
    values: [tokens],
  })
  await readCardReports(reportsOf(issuer))
  expect(await held()).toEqual([100n, 100n, 0n])
})

test('money that comes in is held for a pull that could not be made', async () => {
  const poor = await aCardInTheDatabase(database, server.url, 100)
  const { transactionId = '' } =
    (await database.call('apply_card_report', {
      ...cardReportOf('SANDBOX', aTransaction(new Date(), 'FINANCIAL_AUTHORIZATION', 500)),
      cardToken: poor.cardToken,
    })) ?? {}
  const { pullId = '', number = 0 } =
    (await database.call('card_pull_to_make', transactionId)) ?? {}
  const refused = { outcome: 'REFUSED', code: 'INSUFFICIENT_FUNDS' } as const
  await database.call('record_card_pull', { pullId, number, ...refused })
  await fund(database, poor.accountId, 900)
  await readCardReports(reportsOf(anIssuer([])))
  const text = 'select held from card_transactions where id = $1'
  const row = await database.one<{ held: bigint }>({ text, values: [transactionId] })
  expect(row.held).toBe(500n)
})

test('after a restore all is read again that may have changed about purchases from before its point', async () => {
  await nothingReadSince('NEW', 0)
  await nothingReadSince('AGAIN', 0)
  const old = aTransaction(new Date(Date.now() - 20 * 24 * HOUR_MS))
  await readCardReports(reportsOf(anIssuer([old])))
  expect(await known([old])).toBe(0)
  await readCardListsAgain(database)
  await readCardReports(reportsOf(anIssuer([old])))
  expect(await known([old])).toBe(1)
})

describe('a dispute whose events never came', () => {
  const settled = (ageHours: number): ReturnType<typeof aTransaction> =>
    aTransaction(new Date(Date.now() - ageHours * HOUR_MS), 'FINANCIAL_AUTHORIZATION', 700)
  const disputeOf = (purchase: TransactionReport, at: Date, cents = 700) => ({
    ...{ token: randomUUID(), at, reason: 'FRAUD', unknownTypes: [] },
    ...{ transactionToken: purchase.token, cardToken: purchase.cardToken },
    events: (['OPENED', 'CREDITED'] as const).map((type) => ({
      ...{ token: randomUUID(), type, amountCents: cents, disposition: undefined },
      createdAt: at.toISOString(),
    })),
  })
  const shown = async ({ token }: TransactionReport): Promise<unknown> =>
    database.maybeOne({
      text: `select t.card -> 'disputes' -> 0 ->> 'status' as status, c.provisional::int
        from card_transactions c join transactions t on t.id = c.id where c.token = $1`,
      values: [token],
    })

  test('is applied from the list, once, and none behind one that cannot be applied is lost', async () => {
    const [one, other] = [settled(3), settled(2)]
    await nothingReadSince('NEW', 4)
    await readCardReports(reportsOf(anIssuer([one, other])))
    await nothingReadSince('DISPUTES', 30)
    const wrong = disputeOf(one, new Date(Date.now() - 2 * HOUR_MS))
    const disputes = [
      { ...wrong, events: wrong.events.map((event) => ({ ...event, createdAt: 'no time' })) },
      disputeOf(other, new Date(Date.now() - HOUR_MS)),
      disputeOf(one, new Date(Date.now() - 1_000)),
    ]
    const issuer = anIssuer([one, other], [], disputes)
    for (const _ of [1, 2]) {
      await readCardReports(reportsOf(issuer))
      const open = { status: 'OPEN', provisional: 700 }
      expect([await shown(one), await shown(other)]).toEqual([open, open])
    }
  })

  test('of a purchase that no list has any more: the purchase is asked for', async () => {
    const old = settled(50 * 24)
    await nothingReadSince('NEW', 0)
    await nothingReadSince('AGAIN', 0)
    await nothingReadSince('DISPUTES', 1)
    await readCardReports(reportsOf(anIssuer([old], [], [disputeOf(old, new Date())])))
    expect(await shown(old)).toEqual({ status: 'OPEN', provisional: 700 })
  })

  test('is read again after a restore', async () => {
    const bought = settled(72)
    const dispute = disputeOf(bought, new Date(Date.now() - 48 * HOUR_MS))
    const issuer = anIssuer([bought], [], [dispute])
    await nothingReadSince('NEW', 80)
    await nothingReadSince('DISPUTES', 0)
    await readCardReports(reportsOf(issuer))
    expect(await shown(bought)).toMatchObject({ status: null })
    await readCardListsAgain(database)
    await readCardReports(reportsOf(issuer))
    expect(await shown(bought)).toEqual({ status: 'OPEN', provisional: 700 })
  })
})

/** Events that come at an unusual moment: before their decision, of another card, after the account's end. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CardReport } from '../../db/cardTransactionFunctions.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { alarmOf } from '../support/alarms.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aCardInTheDatabase, type CardInTheDatabase, pullAll } from './cardInTheDatabase.ts'

const UNITS_PER_CENT = 10_000n

let server: TestDatabase
let database: Database
let card: CardInTheDatabase

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 4 })
})
beforeEach(async () => {
  card = await aCardInTheDatabase(database, server.url, 10_000)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
  await database.close()
  await server.drop()
})

let clock = Date.now()

function reportOf(
  token: string,
  events: readonly (readonly [type: string, cents: number])[],
  cardToken = card.cardToken,
): CardReport {
  return {
    ...{ environment: 'SANDBOX', token, cardToken, acceptorId: 'A1' },
    merchant: { descriptor: 'FUEL' },
    events: events.map(([type, cents]) => {
      clock += 1_000
      const at = new Date(clock).toISOString()
      return { token: randomUUID(), type, isApproved: true, cents, at }
    }),
  }
}

const apply = (report: CardReport) => database.call('apply_card_report', report)

const decide = async (token: string, cents: number): Promise<unknown> => {
  const asked = { environment: 'SANDBOX' as const, token, cardToken: card.cardToken, cents }
  const merchant = { descriptor: 'FUEL' }
  const kind = 'DEBIT' as const
  return (
    await database.call('decide_card', {
      ...asked,
      kind,
      merchant,
      acceptorId: 'A1',
      forced: undefined,
    })
  ).result
}

type Row = { readonly id: string; readonly held: bigint }
const rowOf = (token: string): Promise<Row> =>
  database.one<Row>({
    text: 'select id, held from card_transactions where token = $1',
    values: [token],
  })

/** In cents. */
const posted = async (): Promise<bigint> => {
  const text = 'select posted from ledger_balances where account_id = $1'
  const { posted: units } = await database.one<{ posted: bigint }>({
    text,
    values: [card.accountId],
  })
  return units / UNITS_PER_CENT
}

const pullAllOf = async (token: string): Promise<void> => pullAll(database, (await rowOf(token)).id)

const closeCard = (): Promise<unknown> =>
  database.query({
    text: `update cards set state = 'CLOSED', funding_sources = '{}' where id = $1`,
    values: [card.cardId],
  })

const spendAll = (): Promise<unknown> =>
  database.query({
    text: `select ledger_transfer('spent/' || account_id, 'POSTED', account_id, service_account('SANDBOX', 'FUNDING', 'USDB'),
      'USDB', posted, null, 'spent/' || account_id) from ledger_balances where account_id = $1`,
    values: [card.accountId],
  })

const whyNotDeletable = async (): Promise<unknown> => {
  await closeCard()
  const text = 'select deletion_refusal(c) as why from customers c where id = $1'
  return (await database.one<{ why: unknown }>({ text, values: [card.customerId] })).why
}

test('what was decided above the purchase stays held until something follows its authorization', async () => {
  const token = randomUUID()
  expect(await decide(token, 7_500)).toBe('APPROVED')
  await apply(reportOf(token, [['AUTHORIZATION', 100]]))
  expect((await rowOf(token)).held).toBe(7_500n)
  await apply(reportOf(token, [['CLEARING', 7_400]]))
  expect((await rowOf(token)).held).toBe(7_400n)
  await pullAllOf(token)
  expect([(await rowOf(token)).held, await posted()]).toEqual([0n, 2_600n])
})

test('a reversal releases all that was decided', async () => {
  const token = randomUUID()
  await decide(token, 7_500)
  await apply(reportOf(token, [['AUTHORIZATION', 100]]))
  await apply(reportOf(token, [['AUTHORIZATION_REVERSAL', 100]]))
  expect((await rowOf(token)).held).toBe(0n)
})

test('a decision after its report answers, and holds nothing more', async () => {
  const token = randomUUID()
  await apply(reportOf(token, [['AUTHORIZATION', 300]]))
  expect(await decide(token, 300)).toBe('APPROVED')
  expect(await decide(token, 300)).toBe('APPROVED')
  expect((await rowOf(token)).held).toBe(300n)
})

test('a known transaction keeps its card when the issuer names another', async () => {
  const token = randomUUID()
  await decide(token, 700)
  await apply(reportOf(token, [['AUTHORIZATION', 700]]))
  await apply(reportOf(token, [['CLEARING', 700]], 'replaced-card'))
  await pullAllOf(token)
  expect(await posted()).toBe(9_300n)
  expect(await apply(reportOf(randomUUID(), [['AUTHORIZATION', 1]], 'replaced-card'))).toBeNull()
})

test('a return to a closed account waits for an operator, and its timeline says so', async () => {
  const token = randomUUID()
  await apply(reportOf(token, [['FINANCIAL_AUTHORIZATION', 1_000]]))
  await pullAllOf(token)
  await database.query({
    text: `update internal_accounts set status = 'CLOSED' where id = $1`,
    values: [card.accountId],
  })
  await apply(reportOf(token, [['RETURN', 1_000]]))
  expect(await posted()).toBe(9_000n)
  const { id } = await rowOf(token)
  const moved = await database.query<{ kind: string }>({
    text: `select a.kind from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
      where t.reference = 'Transaction:' || $1 and t.id like '%/credit/%'`,
    values: [id],
  })
  expect(moved).toEqual([{ kind: 'SUSPENSE' }])
  const waits = await database.query({
    text: `select 1 from timeline where subject = 'Transaction:' || $1 and code = 'CARD_CREDIT_UNAPPLIED'`,
    values: [id],
  })
  expect(waits).toHaveLength(1)
})

test.each<[string, () => Promise<unknown>]>([
  [
    'owes a pull that was advanced',
    async () => {
      const token = randomUUID()
      await apply(reportOf(token, [['FINANCIAL_AUTHORIZATION', 20_000]]))
      await pullAllOf(token)
    },
  ],
  [
    'has an authorization without money',
    async () => {
      await apply(reportOf(randomUUID(), [['AUTHORIZATION', 200]]))
    },
  ],
  [
    'is to be credited',
    async () => {
      await apply(reportOf(randomUUID(), [['CREDIT_AUTHORIZATION', 900]]))
    },
  ],
])('a customer who %s is not deletable', async (_, happen) => {
  await spendAll()
  await happen()
  expect(await whyNotDeletable()).toBe('A card payment of the customer is in progress.')
})

test('a key outlives its closed card while an authorization is open that has no money', async () => {
  const token = randomUUID()
  await spendAll()
  await apply(reportOf(token, [['AUTHORIZATION', 100]]))
  expect((await rowOf(token)).held).toBe(0n)
  await closeCard()
  await database.query({ text: 'select end_delegated_keys($1)', values: [card.cardId] })
  const text = 'select status from delegated_keys where card_id = $1'
  const status = async (): Promise<unknown> =>
    (await database.one<{ status: string }>({ text, values: [card.cardId] })).status
  expect(await status()).toBe('ACTIVE')
  await apply(reportOf(token, [['AUTHORIZATION_EXPIRY', 100]]))
  expect(await status()).toBe('REVOKED')
})

test('the refusal of a former attempt changes no later one; what was signed counts', async () => {
  const token = randomUUID()
  await apply(reportOf(token, [['FINANCIAL_AUTHORIZATION', 500]]))
  const { id } = await rowOf(token)
  const first = await database.call('card_pull_to_make', id)
  const refused = { outcome: 'REFUSED', code: 'NO_KEY' } as const
  const { pullId = '', number = 0 } = first ?? {}
  await database.call('record_card_pull', { pullId, number, ...refused })
  await database.call('retry_card_pulls', id)
  await database.call('record_card_pull', { pullId, number, ...refused })
  const again = await database.call('card_pull_to_make', id)
  expect(again).toMatchObject({ pullId, isCovered: true })
  await database.call('record_card_pull', { pullId, number, outcome: 'SIGNED' })
  expect(await posted()).toBe(9_500n)
  expect(await database.call('card_pull_to_make', id)).toBeNull()
})

test('an advice about a credit holds nothing', async () => {
  const token = randomUUID()
  await apply(reportOf(token, [['CREDIT_AUTHORIZATION', 500]]))
  await apply(reportOf(token, [['AUTHORIZATION_ADVICE', 90]]))
  expect((await rowOf(token)).held).toBe(0n)
})

test('the age of a pull that is not made is measured', async () => {
  const age = (): Promise<number> => alarmOf(database, 'oldest_pending_card_pull_seconds')
  expect(await age()).toBe(0)
  const token = randomUUID()
  await apply(reportOf(token, [['FINANCIAL_AUTHORIZATION', 100]]))
  expect(await age()).toBeGreaterThan(0)
  await pullAllOf(token)
  expect(await age()).toBe(0)
})

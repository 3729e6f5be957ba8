/** A cardholder who is deleted, and erased later: its keys end, and nothing is left to sign with or to name it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { dumpOf } from '../support/secretSearch.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aCardInTheDatabase, type CardInTheDatabase, fund, pullAll } from './cardInTheDatabase.ts'

const FUNDED_CENTS = 100

let server: TestDatabase
let database: Database

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 2 })
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

const remove = ({ platformId, customerId }: CardInTheDatabase) =>
  database.call('delete_customer', { platformId, customerId, by: 'test' })

/** A merchant posts an amount without asking; what the wallet lacks can't be taken. */
async function postAll(card: CardInTheDatabase): Promise<string> {
  const event = (cents: number) => ({
    ...{ token: randomUUID(), type: 'CLEARING', isApproved: true, cents },
    at: new Date().toISOString(),
  })
  const applied = await database.call('apply_card_report', {
    ...{ environment: 'SANDBOX', token: randomUUID(), cardToken: card.cardToken, acceptorId: 'x' },
    ...{ merchant: { descriptor: 'SHOP' }, events: [event(FUNDED_CENTS), event(900)] },
  })
  const transactionId = applied?.transactionId ?? ''
  await pullAll(database, transactionId)
  return transactionId
}

const keysOf = ({ customerId }: CardInTheDatabase) =>
  database.query<{ status: string; private_key: string | null; nickname: string }>({
    text: 'select status, private_key, nickname from delegated_keys where customer_id = $1',
    values: [customerId],
  })

test('keys end with their owner, whose name goes with its cards and events', async () => {
  const card = await aCardInTheDatabase(database, server.url, FUNDED_CENTS)
  const [half, mark] = [`half-${randomUUID()}`, `mark-${randomUUID()}`]
  const set = (text: string, ...values: unknown[]) => database.query({ text, values })
  await set(
    'update delegated_keys set private_key = $2, nickname = $3 where card_id = $1',
    ...[card.cardId, half, mark],
  )
  await set('update cards set platform_card_id = $2 where id = $1', card.cardId, mark)
  const transactionId = await postAll(card)
  const { cardId, platformId } = card
  const { token } = await database.one<{ token: string }>({
    text: 'select token from card_transactions where id = $1',
    values: [transactionId],
  })
  const step = (type: string) => ({
    ...{ token: randomUUID(), type, cents: 1, at: new Date().toISOString() },
  })
  await database.call('apply_card_dispute', {
    ...{ environment: 'SANDBOX', token: randomUUID(), transactionToken: token, reason: mark },
    ...{ cardToken: card.cardToken, events: [step('OPENED'), step('CLOSED')] },
  })
  expect(await remove(card)).toMatchObject({ outcome: 'REFUSED', code: 'CONFLICT' })
  await database.call('update_card', { cardId, platformId, state: 'CLOSED' })
  const change = await database.call('card_change_to_send', cardId)
  await database.call('record_card_sent', cardId, change?.version ?? 0, 'CLOSED')
  await database.call('retry_card_pulls_by', transactionId, 'Grace Hopper', `asked by ${mark}`)
  // The card owes an amount still: closing it has not ended its key, and its owner is not deleted.
  const again = await database.call('card_pull_to_make', transactionId)
  const { pullId = '', number = 0 } = again ?? {}
  const unpaid = { outcome: 'REFUSED', code: 'INSUFFICIENT_FUNDS' } as const
  await database.call('record_card_pull', { pullId, number, ...unpaid })
  expect(await keysOf(card)).toEqual([{ status: 'ACTIVE', private_key: half, nickname: mark }])
  expect(await dumpOf(server.url)).toContain(half)
  expect(await remove(card)).toMatchObject({ outcome: 'REFUSED', code: 'CONFLICT' })
  await fund(database, card.accountId, 900)
  await database.call('retry_card_pulls', transactionId)
  await pullAll(database, transactionId)
  expect(await remove(card)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await keysOf(card)).toEqual([{ status: 'REVOKED', private_key: null, nickname: mark }])
  expect(await dumpOf(server.url)).not.toContain(half)

  await set(
    `update customers set deleted_at = service_now() - interval '32 days' where id = $1`,
    card.customerId,
  )
  await set("update webhook_deliveries set status = 'DELIVERED' where status = 'PENDING'")
  expect(await dumpOf(server.url)).toContain(mark)
  const [erased] = await database.query<{ count: number }>({
    text: 'select erase_customers(31, 10) as count',
  })
  expect(erased?.count).toBe(1)
  expect(await dumpOf(server.url)).not.toContain(mark)
  expect(await keysOf(card)).toEqual([{ status: 'REVOKED', private_key: null, nickname: 'erased' }])
  // What the issuer reports afterwards brings nothing back.
  const late = await database.call('apply_card_dispute', {
    ...{ environment: 'SANDBOX', token: randomUUID(), transactionToken: token, reason: mark },
    ...{ cardToken: card.cardToken, events: [step('OPENED')] },
  })
  expect(late).toMatchObject({ outcome: 'APPLIED', status: 'OPEN' })
  expect(await dumpOf(server.url)).not.toContain(mark)
})

/** Card transactions as platforms play and see them: the simulators, through the issuer's wire. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aLoggedInWallet,
  aPlatform,
  apiOf,
  balanceOf,
  type LoggedInWallet,
  ledgerHolds,
  listed,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { play, purchaseOf, transactionOf, USD, untilTransaction } from '../support/cardPlays.ts'
import { aDelegatedKey, keysOf } from '../support/delegatedKeys.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

const UNITS = 10_000n

let stack: SharedStack
let api: ApiClient
let owner: LoggedInWallet
let card: Resource

beforeAll(async () => {
  stack = await aSharedStack()
  owner = await aLoggedInWallet(stack)
  api = owner.api
  card = (await aDelegatedKey(owner)).card
})
afterAll(async () => {
  expect((await ledgerHolds(stack)).findings).toEqual([])
  await stack?.stop()
})

const cents = async (): Promise<bigint> => (await balanceOf(owner)) / UNITS
const until = (token: unknown, status: string) =>
  untilTransaction(api, owner.customer, token, status)
/** Plays a simulator; the issuer's token. */
async function played(what: string, body: object): Promise<unknown> {
  const answer = await play(api, card, what, body)
  expect([answer.status, answer.body]).toEqual([
    202,
    { issuerTransactionToken: expect.any(String) },
  ])
  return answer.body.issuerTransactionToken
}
const eventsOf = async ({ id }: Resource): Promise<unknown[]> =>
  listed(await api.call('GET', `/webhooks/events?limit=100`))
    .filter(({ subject }) => subject === id)
    .map(({ type }) => type)
    .reverse()

test('a coffee with a tip, and all of it back, twice', async () => {
  const before = await cents()
  const token = await played('authorization', purchaseOf(1_250))
  const held = await until(token, 'AUTHORIZED')
  expect(held).toMatchObject({
    ...{ type: 'CARD', direction: 'DEBIT', cardId: card.id, customerId: owner.customer.id },
    ...{
      accountId: owner.wallet.id,
      authorizedAmount: { amount: 1_250, currency: { code: 'USD' } },
    },
    ...{
      settledAmount: { amount: 0 },
      merchant: { descriptor: 'BLUE BOTTLE COFFEE', country: 'US' },
    },
  })
  expect(before - (await cents())).toBe(1_250n)
  const cardTransactionId = held.id
  await played('clearing', { cardTransactionId, amount: 1_500 })
  expect(await until(token, 'SETTLED')).toMatchObject({
    ...{ settledAmount: { amount: 1_500 }, settlementSummary: { count: 1, totalAmount: 1_500 } },
    pullSummary: { count: 2, totalAmount: 15_000_000, pendingCount: 0 },
  })
  expect(before - (await cents())).toBe(1_500n)
  await played('return', { cardTransactionId, amount: 500 })
  await waitUntil('a third is back', async () => {
    const now = await transactionOf(api, owner.customer, token)
    return (now?.refundedAmount as { amount: number } | undefined)?.amount === 500
  })
  const second = await played('return', { cardTransactionId, amount: 1_000 })
  const returned = await until(second, 'SETTLED')
  expect(returned).toMatchObject({
    ...{ direction: 'CREDIT', originalTransactionId: held.id, settledAmount: { amount: 1_000 } },
    description: 'BLUE BOTTLE COFFEE',
  })
  expect(await until(token, 'SETTLED')).toMatchObject({
    ...{ refundedAmount: { amount: 1_500 }, refundSummary: { count: 2 } },
  })
  expect(await cents()).toBe(before)
  // By its own id, and not again; the first return is then the last one of the purchase.
  const reversal = { cardTransactionId: returned.id }
  await played('return_reversal', reversal)
  expect(await until(second, 'VOIDED')).toMatchObject({ authorizedAmount: { amount: 0 } })
  expect(before - (await cents())).toBe(1_000n)
  expect((await play(api, card, 'return_reversal', reversal)).status).toBe(400)
  expect((await play(api, card, 'return', { ...reversal, amount: 1 })).status).toBe(400)

  for (const id of [held.id, held.id.replace('Transaction:', 'CardTransaction:')]) {
    expect((await api.call('GET', `/transactions/${id}`)).body.id).toBe(held.id)
  }
  const ofCard = listed(await api.call('GET', `/transactions?cardId=${card.id}`))
  expect(ofCard.map(({ id }) => id)).toEqual([returned.id, expect.any(String), held.id])
  const filtered = async (query: string): Promise<number> =>
    listed(await api.call('GET', `/transactions?cardId=${card.id}&${query}`)).length
  expect(await filtered(`customerId=${owner.customer.id}&status=SETTLED`)).toBe(2)
  expect(await filtered('status=AUTHORIZED')).toBe(0)
  expect(await filtered('type=OUTGOING')).toBe(0)
  const stranger = apiOf(stack, await aPlatform(stack))
  expect(listed(await stranger.call('GET', `/transactions?cardId=${card.id}`))).toEqual([])
  const timeline = listed(await api.call('GET', `/transactions/${held.id}/timeline`))
  expect(timeline.map(({ what }) => what)).toContain('taken from the account')
  const entries = listed(await api.call('GET', `/transactions/${held.id}/ledger-entries`))
  expect(entries.map(({ step }) => step)).toContain('pull/2')
  const ofReturn = await api.call('GET', `/transactions/${returned.id}/ledger-entries`)
  expect(listed(ofReturn)).toEqual(entries)
  expect(await eventsOf(held)).toEqual(['CARD_TRANSACTION.AUTHORIZED', 'CARD_TRANSACTION.SETTLED'])
  expect(await eventsOf(returned)).toEqual(['CARD_TRANSACTION.SETTLED', 'CARD_TRANSACTION.VOIDED'])
})

test('part of an authorization, a new total, and the expiry of the rest', async () => {
  const before = await cents()
  const token = await played('authorization', purchaseOf(1_000))
  const { id: cardTransactionId } = await until(token, 'AUTHORIZED')
  await played('clearing', { cardTransactionId, amount: 600 })
  const part = await until(token, 'PARTIALLY_SETTLED')
  expect(await eventsOf(part)).toEqual([
    'CARD_TRANSACTION.AUTHORIZED',
    'CARD_TRANSACTION.PARTIALLY_SETTLED',
  ])
  expect(before - (await cents())).toBe(1_000n)
  await played('authorization_advice', { cardTransactionId, amount: 2_000 })
  await waitUntil('the new total is held', async () => before - (await cents()) === 2_000n)
  await played('clearing', { cardTransactionId, amount: 0 })
  await until(token, 'SETTLED')
  expect(before - (await cents())).toBe(600n)
  for (const amount of [0, 1]) {
    expect((await play(api, card, 'clearing', { cardTransactionId, amount })).status).toBe(400)
  }
  const advice = { cardTransactionId, amount: 5 }
  expect((await play(api, card, 'authorization_advice', advice)).status).toBe(400)
  expect((await play(api, card, 'return', { cardTransactionId, amount: 601 })).status).toBe(400)
})

test('authorized and cleared in one; credits; an inquiry leaves nothing', async () => {
  const before = await cents()
  await until(await played('financial_authorization', purchaseOf(700)), 'SETTLED')
  expect(before - (await cents())).toBe(700n)
  await until(await played('financial_credit_authorization', purchaseOf(700)), 'SETTLED')
  expect(await cents()).toBe(before)
  for (const what of ['credit_authorization', 'credit_authorization_advice']) {
    const token = await played(what, purchaseOf(300))
    const { id, direction } = await until(token, 'AUTHORIZED')
    expect(direction).toBe('CREDIT')
    await played('clearing', { cardTransactionId: id, amount: 300 })
    await until(token, 'SETTLED')
  }
  expect((await cents()) - before).toBe(600n)
  const token = await played('balance_inquiry', { merchant: { descriptor: 'ATM' } })
  expect(await transactionOf(api, owner.customer, token)).toBeUndefined()
})

describe('what the name of a merchant asks for', () => {
  test.each([
    ['002', 'INSUFFICIENT_FUNDS'],
    ['003', 'CARD_NOT_ACTIVE'],
  ])('%s: declined because of %s', async (suffix, cardDeclinedReason) => {
    const before = await cents()
    const token = await played('authorization', purchaseOf(100, `SHOP ${suffix}`))
    const declined = await until(token, 'DECLINED')
    expect(declined).toMatchObject({ cardDeclinedReason, authorizedAmount: { amount: 100 } })
    expect(declined).not.toHaveProperty('settledAmount')
    expect(await cents()).toBe(before)
    const found = listed(await api.call('GET', `/transactions?cardId=${card.id}&status=DECLINED`))
    expect(found.map(({ id }) => id)).toContain(declined.id)
    expect(await eventsOf(declined)).toEqual(['CARD_TRANSACTION.DECLINED'])
    const timeline = listed(await api.call('GET', `/transactions/${declined.id}/timeline`))
    expect(timeline.map(({ what }) => what)).toEqual([`declined (${cardDeclinedReason})`])
    const clearing = { cardTransactionId: declined.id, amount: 100 }
    expect((await play(api, card, 'clearing', clearing)).status).toBe(400)
  })

  test('006: the money cannot be taken, and stays held', async () => {
    const before = await cents()
    const token = await played('authorization', purchaseOf(400, 'SHOP 006'))
    const { id } = await until(token, 'AUTHORIZED')
    await played('clearing', { cardTransactionId: id, amount: 400 })
    const held = await until(token, 'EXCEPTION')
    expect(held).toMatchObject({
      ...{ settledAmount: { amount: 400 }, pullSummary: { count: 0, pendingCount: 0 } },
    })
    expect((await eventsOf(held)).at(-1)).toBe('CARD_TRANSACTION.EXCEPTION')
    expect(before - (await cents())).toBe(400n)
  })
})

test('a pull without a key is an exception; a new key takes it', async () => {
  const token = await played('authorization', purchaseOf(900))
  const { id } = await until(token, 'AUTHORIZED')
  const [key] = (await keysOf(owner)).filter(({ status }) => status === 'ACTIVE')
  expect((await api.call('DELETE', `/auth/delegated-keys/${key?.id}`)).status).toBe(204)
  await played('clearing', { cardTransactionId: id, amount: 900 })
  await until(token, 'EXCEPTION')
  await aDelegatedKey(owner, card)
  await until(token, 'SETTLED')
})

test('filters find card transactions', async () => {
  const list = async (query: string): Promise<Resource[]> =>
    listed(
      await api.call('GET', `/transactions?customerId=${owner.customer.id}&limit=100&${query}`),
    )
  const all = await list('type=CARD')
  expect(all.length).toBeGreaterThan(0)
  const settled = all.filter(({ status }) => status === 'SETTLED')
  expect(await list('status=SETTLED')).toEqual(settled)
  const debits = all.filter(({ direction }) => direction === 'DEBIT')
  expect(await list(`type=CARD&senderAccountIdentifier=${owner.wallet.id}`)).toEqual(debits)
  expect((await list('type=OUTGOING')).filter(({ type }) => type === 'CARD')).toEqual([])
})

test('bad input: all of it in one answer', async () => {
  const body = {
    amount: 12_345,
    currency: { code: 'USDB' },
    merchant: { descriptor: 'x'.repeat(26), mcc: '12', country: 'USA' },
  }
  const { status, body: answer } = await play(api, card, 'authorization', body)
  expect(status).toBe(400)
  const fields = (answer.details as { errors?: { field: string }[] }).errors ?? []
  expect(fields.map(({ field }) => field).sort()).toEqual([
    ...['amount', 'merchant.country', 'merchant.descriptor', 'merchant.mcc'],
  ])
  for (const currency of [{ code: 'EUR' }, {}]) {
    expect((await play(api, card, 'authorization', { ...purchaseOf(1), currency })).status).toBe(
      400,
    )
  }
  const large = { ...purchaseOf(2_000_000_001), currency: USD }
  expect((await play(api, card, 'authorization', large)).status).toBe(400)
  const none = { cardTransactionId: `Transaction:${crypto.randomUUID()}`, amount: 1 }
  expect((await play(api, card, 'clearing', none)).status).toBe(404)
})

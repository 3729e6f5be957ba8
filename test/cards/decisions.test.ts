/** Live authorizations: what is decided, held once, and refused unless the issuer has signed it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withClient } from '../../scripts/devstack/postgres.ts'
import {
  aLoggedInWallet,
  balanceOf,
  type LoggedInWallet,
  type Resource,
} from '../support/builders.ts'
import { anAuthorization, DECISIONS, decisionOf, sendSigned } from '../support/cardIssuer.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

/** 100.00 USD; one cent is 10,000 of its smallest unit. */
const FUNDED = 100_000_000n
const UNITS = 10_000n

let stack: SharedStack
let owner: LoggedInWallet
let card: Resource

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())
beforeEach(async () => {
  owner = await aLoggedInWallet(stack, { minor: FUNDED })
  card = (await aDelegatedKey(owner)).card
})

const resultOf = async (asked: object, apiIndex = 0): Promise<unknown> =>
  (await decisionOf(stack, asked, apiIndex)).result
const spent = async (): Promise<bigint> => (FUNDED - (await balanceOf(owner))) / UNITS
const change = (fields: object) => owner.api.call('PATCH', `/cards/${card.id}`, fields)

test('an authorization holds its amount once, however often it comes; an increment adds its own', async () => {
  const asked = anAuthorization(card, 1_250)
  const answers = await Promise.all([0, 1, 0, 1, 0].map((index) => resultOf(asked, index)))
  expect(answers).toEqual(Array(5).fill('APPROVED'))
  expect(await spent()).toBe(1_250n)
  const increment = { ...asked, amounts: { cardholder: { amount: 1, currency: 'USD' } } }
  expect(await resultOf(increment)).toBe('APPROVED')
  expect(await resultOf(increment, 1)).toBe('APPROVED')
  expect(await spent()).toBe(1_251n)
})

test('a decline is repeated too, when the money has come since', async () => {
  const asked = anAuthorization(card, 10_001)
  expect(await resultOf(asked)).toBe('INSUFFICIENT_FUNDS')
  await owner.api.call('POST', `/sandbox/internal-accounts/${owner.wallet.id}/fund`, {
    amount: 100_000_000,
  })
  expect(await resultOf(asked)).toBe('INSUFFICIENT_FUNDS')
  expect(await resultOf({ ...asked, token: randomUUID() })).toBe('APPROVED')
})

test('what is to be held may be more than the purchase', async () => {
  const cardholder = { amount: 100, currency: 'USD' }
  const more = { amounts: { cardholder, hold: { amount: 7_500 } } }
  expect(await resultOf(anAuthorization(card, 100, more))).toBe('APPROVED')
  expect(await spent()).toBe(7_500n)
  const less = { amounts: { cardholder, hold: { amount: 0 } } }
  expect(await resultOf(anAuthorization(card, 100, less))).toBe('APPROVED')
  expect(await spent()).toBe(7_600n)
})

test('fifty at once over two processes, against money for seven', async () => {
  const asked = Array.from({ length: 50 }, () => anAuthorization(card, 1_400))
  const results = await Promise.all(asked.map((one, index) => resultOf(one, index % 2)))
  expect(results.filter((result) => result === 'APPROVED')).toHaveLength(7)
  expect(results.filter((result) => result === 'INSUFFICIENT_FUNDS')).toHaveLength(43)
  expect(await spent()).toBe(9_800n)
})

test('5,000.00 under the token of an approved 30.00, on a limit of 50.00 and on a frozen card', async () => {
  await change({ maxSpendPerTransaction: 5_000 })
  const asked = anAuthorization(card, 3_000)
  const amounts = { cardholder: { amount: 500_000, currency: 'USD' } }
  expect(await resultOf(asked)).toBe('APPROVED')
  expect(await resultOf({ ...asked, amounts })).toBe('VELOCITY_EXCEEDED')
  await change({ state: 'FROZEN' })
  amounts.cardholder.amount = 1_000
  expect(await resultOf({ ...asked, amounts })).toBe('CARD_PAUSED')
  expect(await spent()).toBe(3_000n)
})

describe('declined without a hold', () => {
  test('a card that is not known, or that is frozen or closed', async () => {
    expect(await resultOf(anAuthorization({ ...card, issuerRef: randomUUID() }, 100))).toBe(
      'SUSPECTED_FRAUD',
    )
    for (const state of ['FROZEN', 'CLOSED']) {
      expect((await change({ state })).status).toBe(200)
      expect(await resultOf(anAuthorization(card, 100)), state).toBe('CARD_PAUSED')
    }
    expect(await spent()).toBe(0n)
  })

  test('while an operator has frozen the customer or the account', async () => {
    const call = (name: string, subject: string): Promise<unknown> =>
      withClient(stack.databaseUrl, (client) =>
        client.query(`select ${name}($1, 'Ada', 'a court order')`, [subject]),
      )
    const results = {
      [owner.customer.id]: 'CARD_PAUSED',
      [owner.wallet.id]: 'INSUFFICIENT_FUNDS',
    }
    for (const [subject, result] of Object.entries(results)) {
      await call('freeze_subject', subject)
      expect(await resultOf(anAuthorization(card, 100)), subject).toBe(result)
      await call('release_subject', subject)
      expect(await spent()).toBe(0n)
    }
    expect(await resultOf(anAuthorization(card, 100))).toBe('APPROVED')
  })

  test('above the limit; at the limit it is approved', async () => {
    await change({ maxSpendPerTransaction: 500 })
    expect(await resultOf(anAuthorization(card, 501))).toBe('VELOCITY_EXCEEDED')
    expect(await spent()).toBe(0n)
    expect(await resultOf(anAuthorization(card, 500))).toBe('APPROVED')
  })

  test.each([
    ['002', 'INSUFFICIENT_FUNDS'],
    ['003', 'CARD_PAUSED'],
    ['001', 'APPROVED'],
  ])('a merchant whose name ends in %s: %s', async (suffix, result) => {
    const merchant = { descriptor: `SHOP ${suffix}` }
    expect(await resultOf(anAuthorization(card, 100, { merchant }))).toBe(result)
    expect(await spent()).toBe(result === 'APPROVED' ? 100n : 0n)
  })
})

test('a decision that would come late is a decline, and holds nothing', async () => {
  await withClient(stack.databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('select 1 from ledger_balances where account_id = $1 for update', [
      owner.wallet.id.split(':')[1],
    ])
    expect(await resultOf(anAuthorization(card, 100))).toBe('VELOCITY_EXCEEDED')
    await client.query('rollback')
  })
  expect(await spent()).toBe(0n)
})

test('an inquiry is answered with what may be spent, a credit without a hold', async () => {
  await resultOf(anAuthorization(card, 1_000))
  const inquiry = await decisionOf(stack, anAuthorization(card, 0, { status: 'BALANCE_INQUIRY' }))
  expect(inquiry).toMatchObject({
    result: 'APPROVED',
    balance: { amount: 9_000, available: 9_000 },
  })
  const amounts = { cardholder: { amount: -700, currency: 'USD' } }
  for (const status of ['CREDIT_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION']) {
    expect(await resultOf(anAuthorization(card, 0, { status, amounts }))).toBe('APPROVED')
  }
  expect(await spent()).toBe(1_000n)
})

test('what the issuer of this environment has not signed just now holds nothing', async () => {
  const body = JSON.stringify(anAuthorization(card, 1_000))
  const minutes = (count: number): Date => new Date(Date.now() + count * 60_000)
  const refused = async (sending: object, text = body): Promise<number> =>
    (await sendSigned(stack, text, { path: DECISIONS, ...sending })).status
  expect(await refused({ secret: `whsec_${randomUUID()}` })).toBe(401)
  expect(await refused({ secret: stack.env.SANDBOX_CARD_EVENT_SECRETS ?? '' })).toBe(401)
  expect(await refused({ at: minutes(-6) })).toBe(401)
  expect(await refused({ at: minutes(6) })).toBe(401)
  expect(await refused({ path: '/card-decisions/production' })).toBe(501)
  const address = `${stack.decisionOrigins[0]}${DECISIONS}`
  expect((await fetch(address, { method: 'POST', body })).status).toBe(401)
  expect(await refused({}, `${body.slice(0, -1)},"x":"${'y'.repeat(64_000)}"}`)).toBe(400)
  const nonsense = [
    ...['', 'x', '[]', '{}'],
    JSON.stringify({ ...anAuthorization(card, 1), status: 'CLEARING' }),
    JSON.stringify(anAuthorization(card, 0.5)),
    JSON.stringify(anAuthorization(card, 1e15)),
    JSON.stringify({ ...anAuthorization(card, 1), token: "'" }),
    JSON.stringify(anAuthorization(card, 1, { merchant: { descriptor: 'x\u0000' } })),
  ]
  for (const text of nonsense) expect(await refused({}, text), text).toBe(400)
  expect(await spent()).toBe(0n)
})

test('the issuer asks: the answer decides its simulated authorization', async () => {
  const { SANDBOX_CARD_ISSUER_URL: url, SANDBOX_CARD_API_KEY: authorization = '' } = stack.env
  const at = { headers: { authorization } }
  const { pan } = (await (await fetch(`${url}/v1/cards/${card.issuerRef}`, at)).json()) as {
    pan: string
  }
  const authorize = async (amount: number): Promise<number> => {
    const body = JSON.stringify({ amount, descriptor: 'BLUE BOTTLE COFFEE', pan })
    return (await fetch(`${url}/v1/simulate/authorize`, { ...at, method: 'POST', body })).status
  }
  expect(await authorize(10_001)).toBe(422)
  expect(await authorize(1_250)).toBe(201)
  expect(await spent()).toBe(1_250n)
})

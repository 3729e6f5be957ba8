/** What operators set for payments, from their decision to each way out and to the audit. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { idOf } from '../../contract/ids.ts'
import { createPlatform, type PlatformCredentials } from '../../db/platforms.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  type Acting,
  actionOf,
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  decide,
  executeQuote,
  setPolicy,
  transferOut,
} from '../support/agentActions.ts'
import {
  anExternalAccount,
  ledgerHolds,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { asOperator, decideByTwo, twoOperators, withoutAsking } from '../support/paymentsCommand.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { accountOf, aFundedCustomer, askQuote, from, to, untilEnded } from './customers.ts'

const AMOUNT = 1_000
const VOLUME = [429, 'DAILY_VOLUME_LIMIT_EXCEEDED']
const NUMBER = [403, 'VELOCITY_LIMIT_EXCEEDED']

let stack: SharedStack
let platform: PlatformCredentials
let acting: Acting
let api: ApiClient

beforeAll(async () => {
  stack = await aSharedStack()
  await twoOperators(stack)
})
beforeEach(async () => {
  const name = `limited ${randomUUID()}`
  platform = await createPlatform(stack.databaseUrl, { name, counterpartyRequirements: true })
  acting = await anActingAgent(stack, undefined, undefined, platform)
  api = acting.api
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

const codeOf = ({ status, body }: Answer): unknown[] => [status, body.code]

async function platformId(): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    stack,
    'select platform_id as id from tokens where client_id = $1',
    [platform.clientId],
  )
  return idOf('PlatformConfig', row?.id ?? '')
}

/** One person sets it. */
async function set(name: string, maximum: string, ...more: string[]): Promise<void> {
  const given = ['--maximum', maximum, '--platform', await platformId(), ...more]
  const done = await asOperator(stack, 'limit', 'set', name, ...given, ...withoutAsking)
  expect(done).toContain(`The limit ${name.split('/')[1]} is ${maximum}`)
}
const setVolume = (maximum: string): Promise<void> =>
  set('Limit:SANDBOX/DAILY_VOLUME', maximum, '--currency', 'USD')
const setNumber = (maximum: string): Promise<void> => set('Limit:SANDBOX/DAILY_PAYMENTS', maximum)

async function aQuote(): Promise<Resource> {
  const asked = await askQuote(api, from(acting.source), to(acting.bank), AMOUNT)
  return shown('quote', asked, 201)
}
const execute = ({ id }: Resource): Promise<Answer> => api.call('POST', `/quotes/${id}/execute`)

test.each([
  ['a daily volume for seven', () => setVolume('79.99'), VOLUME],
  ['seven payments a day', () => setNumber('7'), NUMBER],
] as const)('fifty payments at once against %s: seven', async (_name, limit, code) => {
  const quotes = await Promise.all(Array.from({ length: 50 }, aQuote))
  await limit()
  const answers = await Promise.all(quotes.map(execute))
  const paid = answers.filter(({ status }) => status === 200)
  expect(paid).toHaveLength(7)
  const refused = answers.filter(({ status }) => status !== 200).map(codeOf)
  expect(refused).toEqual(Array.from({ length: 43 }, () => code))
  for (const { body } of paid) await untilEnded(api, body.transactionId)
  // Another platform has none.
  const other = await aFundedCustomer(stack, 'USD', 10_000n)
  const bank = await anExternalAccount(other.api, other.customer)
  const asked = await askQuote(other.api, from(accountOf(other, 'USD')), to(bank), AMOUNT)
  const made = shown('quote', asked, 201)
  expect((await other.api.call('POST', `/quotes/${made.id}/execute`)).status).toBe(200)
})

test.each([
  ['volume', () => setVolume('0.00'), VOLUME],
  ['number', () => setNumber('0'), NUMBER],
] as const)('every way out is judged: %s', async (_name, limit, code) => {
  const other = await aFundedCustomer(stack, 'USD', 10_000n, { platform })
  const [quote, agents, waiting] = [
    await aQuote(),
    await anAgentQuote(acting),
    await anAgentQuote(acting),
  ]
  await setPolicy(acting, askingPolicy)
  const pending = actionOf(await executeQuote(acting, waiting), 'PENDING_APPROVAL')
  await setPolicy(acting, { defaultExecutionMode: 'AUTO' })
  await limit()

  const body = { source: { accountId: acting.source.id }, amount: AMOUNT }
  const pull = { source: { accountId: acting.bank.id }, amount: AMOUNT }
  const more = { immediatelyExecute: true }
  const ways: Record<string, Answer> = {
    execute: await execute(quote),
    quote: await askQuote(api, from(acting.source), to(acting.bank), AMOUNT),
    'at once': await askQuote(api, from(acting.source), to(acting.bank), AMOUNT, more),
    'to another customer': await askQuote(
      api,
      from(acting.source),
      to(accountOf(other, 'USD')),
      AMOUNT,
      more,
    ),
    'transfer out': await api.call('POST', '/transfer-out', {
      ...body,
      destination: { accountId: acting.bank.id },
    }),
    'transfer in': await api.call('POST', '/transfer-in', {
      ...pull,
      destination: { accountId: accountOf(other, 'USD').id },
    }),
    'a deposit': await askQuote(
      api,
      { sourceType: 'REALTIME_FUNDING', customerId: acting.customer.id, currency: 'USD' },
      to(acting.bank),
      AMOUNT,
    ),
    'an agent’s execute': await executeQuote(acting, agents),
    'an agent’s transfer': await transferOut(acting),
  }
  const found = Object.fromEntries(
    Object.entries(ways).map(([way, answer]) => [way, codeOf(answer)]),
  )
  expect(found).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, code])))
  const approved = await decide(acting, pending, 'approve')
  expect([approved.body.status, approved.body.rejectionReason]).toEqual(['FAILED', code[1]])
  // What stays the customer's own is no payment.
  const own = await api.call('POST', '/transfer-in', {
    ...pull,
    destination: { accountId: acting.source.id },
  })
  expect(own.status).toBe(201)
})

test('less is set by one person; more, none and another currency by two; all of it stays', async () => {
  const mine = ['--platform', await platformId()]
  const DAILY = 'Limit:SANDBOX/DAILY_VOLUME'
  await setVolume('10.00')
  await setVolume('5.00')
  await decideByTwo(stack, 'limit', 'set', DAILY, '--maximum', '5.01', '--currency', 'USD', ...mine)
  await decideByTwo(stack, 'limit', 'set', DAILY, '--maximum', '1.00', '--currency', 'EUR', ...mine)
  await decideByTwo(stack, 'limit', 'lift', DAILY, ...mine)
  expect((await execute(await aQuote())).status).toBe(200)
  await setVolume('0.50')
  const coming = new Date(Date.now() + 86_400_000).toISOString()
  await set(DAILY, '0.10', '--currency', 'USD', '--from', coming)
  await decideByTwo(stack, 'limit', 'follow', DAILY, ...mine)

  const printed = JSON.parse(await asOperator(stack, 'limit', 'list', '--json')) as {
    data: { id: string; platformId: string; maximum: string; state: string }[]
  }
  const id = await platformId()
  const records = printed.data.filter((each) => each.platformId === id)
  expect(records.map(({ maximum, state }) => `${maximum} ${state}`)).toEqual([
    'as for everybody IN_FORCE',
    '0.10 USD TO_COME',
    '0.50 USD PAST',
    'unlimited PAST',
    '1.00 EUR PAST',
    '5.01 USD PAST',
    '5.00 USD PAST',
    '10.00 USD PAST',
  ])
  const audited = await rowsOf<{ decision: string }>(
    stack,
    `select details ->> 'decision' as decision from operator_audit where subject = $1 and platform_id = $2
      and details ->> 'status' = 'CARRIED_OUT' order by id`,
    [DAILY, id.replace('PlatformConfig:', '')],
  )
  expect(audited.map(({ decision }) => decision)).toEqual([
    ...['set', 'set', 'set', 'set', 'lift', 'set', 'set', 'follow'],
  ])
})

test('wrong ones are named', async () => {
  const set_ = (name: string, ...given: string[]): Promise<string> =>
    asOperator(stack, 'limit', 'set', name, ...given, ...withoutAsking)
  const wrong = [
    ['DAILY_VOLUME', '--maximum', '10.00'],
    ['DAILY_VOLUME', '--maximum', '10.001', '--currency', 'USD'],
    ['DAILY_VOLUME', '--maximum', '10', '--currency', 'XXX'],
    ['DAILY_PAYMENTS', '--maximum', '1.5'],
    ['DAILY_PAYMENTS', '--maximum', '1', '--currency', 'USD'],
    ['Limit:SANDBOX/USD-FIAT', '--maximum', '10', '--currency', 'EUR'],
    ['Limit:SANDBOX/DAILY_PAYMENTS', '--maximum', '1', '--from', '2020-01-01T00:00:00Z'],
    ['Limit:PRODUCTION/DAILY_PAYMENTS', '--maximum', '1', '--platform', await platformId()],
  ]
  for (const [name = '', ...given] of wrong) {
    await expect(set_(name, ...given), `${name} ${given.join(' ')}`).rejects.toThrow('exit code')
  }
})

test('the largest payment and the fee of a corridor are a platform’s own', async () => {
  const untilQuoted = (is: (answer: Answer) => boolean): Promise<Answer> =>
    waitUntil('processes see it', async () => {
      const answer = await askQuote(api, from(acting.source), to(acting.bank), 100_000)
      return is(answer) ? answer : undefined
    })
  const own = `Fee:SANDBOX/USD-USD`
  const before = shown('quote', await untilQuoted(({ status }) => status === 201), 201)
  expect(before.feesIncluded).toBe(10)
  const mine = ['--platform', await platformId()]
  await decideByTwo(stack, 'fee', 'set', own, '--fixed', '0.35', '--basis-points', '12', ...mine)
  const priced = await untilQuoted(({ body }) => body.feesIncluded !== 10)
  // 0.12 % of 999.65, and 0.35.
  expect(priced.body.feesIncluded).toBe(120 + 35)
  // What was quoted keeps its price.
  expect((await execute(before)).body.feesIncluded).toBe(10)
  await decideByTwo(stack, 'fee', 'follow', own, ...mine)
  await untilQuoted(({ body }) => body.feesIncluded === 10)
  expect(await asOperator(stack, 'fee', 'list')).toMatch(/Fee:SANDBOX\/USD-USD.*as for everybody/)

  await set('Limit:SANDBOX/USD-USD', '999.99')
  const refused = await untilQuoted(({ status }) => status === 400)
  expect(codeOf(refused)).toEqual([400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED'])
})

const REQUIRED = [400, 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED']

test('to a wallet whose owner is not proven a day’s payments are summed, whoever registers it', async () => {
  const accountInfo = {
    accountType: 'BASE_WALLET',
    address: `0x${randomBytes(20).toString('hex')}`,
  }
  const registered = async (customerId: string): Promise<Resource> => {
    const body = { customerId, currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo }
    return shown('wallet', await api.call('POST', '/customers/external-accounts', body), 201)
  }
  const wallet = await registered(acting.customer.id)
  expect(wallet.status).toBe('PENDING_OWNERSHIP_VERIFICATION')
  const pay = (minor: number): Promise<Answer> =>
    askQuote(api, from(acting.source), to(wallet), minor)
  expect(codeOf(await pay(100_001))).toEqual(REQUIRED)
  const [first, second, third] = [await pay(60_000), await pay(40_000), await pay(100)]
  const quotes = [first, second, third].map((answer) => shown('quote', answer as Answer, 201))
  const answers = await Promise.all(quotes.map(execute))
  const refused = answers.filter(({ status }) => status !== 200).map(codeOf)
  expect(refused).toEqual([REQUIRED])
  expect(codeOf(await pay(60_000))).toEqual(REQUIRED)
  // The same wallet of another customer, too.
  const other = await aFundedCustomer(stack, 'USD', 200_000n, { platform })
  const again = await registered(other.customer.id)
  const asked = await askQuote(api, from(accountOf(other, 'USD')), to(again), 60_000)
  expect(codeOf(asked)).toEqual(REQUIRED)

  // The rule's own currency.
  const mine = ['--platform', await platformId()]
  const rule = ['limit', 'set', 'Limit:SANDBOX/UNPROVEN_WALLET', '--maximum', '2000.00']
  await decideByTwo(stack, ...rule, '--currency', 'EUR', ...mine)
  const later = shown('quote', await pay(60_000), 201)
  // A proof that has failed: nothing is paid, what was quoted neither.
  await rowsOf(stack, `select move_external_account($1, 'UNVERIFIED')`, [
    wallet.id.replace('ExternalAccount:', ''),
  ])
  expect(codeOf(await execute(later))).toEqual(REQUIRED)
  expect(codeOf(await pay(500))).toEqual(REQUIRED)
})

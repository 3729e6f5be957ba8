/** What agents do, judged and counted by the SQL functions, one by one. */
import { expect, test } from 'vitest'
import { currencies } from '../../contract/money.ts'
import type { Database } from '../../db/database.ts'
import { type AgentFixture, type AgentPayment, openPolicy } from './agentFixture.ts'
import { CONNECTIONS, onAgentStage, pending, submitted } from './agentStage.ts'
import type { LedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture
let agent: AgentFixture
onAgentStage((stage) => {
  ;({ database, fixture, agent } = stage)
})

const limited = (limits: object): object => ({
  ...openPolicy,
  spendingLimits: { ...openPolicy.spendingLimits, ...limits },
})

test('the decimals of currencies are written in SQL as in the contract', async () => {
  const codes = [...currencies.keys()]
  const rows = await database.query<{ code: string; decimals: number }>({
    text: 'select code, currency_decimals(code) as decimals from unnest($1::text[]) code',
    values: [codes],
  })
  expect(rows).toEqual(codes.map((code) => ({ code, decimals: currencies.get(code)?.decimals })))
})

test.each(['QUOTE', 'TRANSFER_OUT'])(
  '%s: what is allowed is executed and counted at once',
  async (kind) => {
    const payment = await agent.aPayment('BANK', 1_000, kind)
    const first = await agent.execute(payment)
    expect(first).toMatchObject({
      outcome: 'COMMITTED',
      action: { status: 'APPROVED', policy_version: 1 },
    })
    // The same request again gets the same answer, and starts nothing.
    const { action } = first
    const again = await agent.execute(payment)
    expect(again).toMatchObject({ isReplay: true, action })
    expect(again).not.toHaveProperty('start')
    expect(await agent.usage()).toMatchObject({ day: 1_000, month: 1_000, count: 1 })
    expect(await agent.statusOf(payment)).toBe('PROCESSING/PROCESSING')
  },
)

test('a payment that needs no outside party is settled in the same decision', async () => {
  const payment = await agent.aPayment('OWN', 1_000)
  expect(await agent.execute(payment)).toMatchObject({ steps: [] })
  expect(await agent.usage()).toMatchObject({ day: 1_000, count: 1 })
})

test.each([
  ['perTransactionLimit', { perTransactionLimit: 999 }, 'PER_TRANSACTION_LIMIT'],
  ['dailyLimit', { dailyLimit: 1_999 }, 'DAILY_LIMIT'],
  ['dailyTransactionLimit', { dailyTransactionLimit: 1 }, 'DAILY_TRANSACTION_LIMIT'],
  ['monthlyLimit', { monthlyLimit: 1_999 }, 'MONTHLY_LIMIT'],
])('what exceeds the %s is refused and counts nothing', async (_, limits, rule) => {
  const payments = [
    await agent.aPayment('BANK', 1_000),
    await agent.aPayment('BANK', 1_000, 'TRANSFER_OUT'),
  ]
  await agent.execute(await agent.aPayment('BANK', 1_000))
  await agent.setPolicy(limited(limits))
  const before = await agent.usage()
  for (const payment of payments) {
    const refused = await agent.execute(payment)
    expect(refused).toMatchObject({ outcome: 'REFUSED', code: 'FORBIDDEN' })
    const denied = refused.judgement?.rules.filter(({ decision }) => decision === 'DENY')
    expect(denied?.map((one) => one.rule)).toEqual([rule])
  }
  expect(await agent.usage()).toEqual(before)
})

test('an account rule overrides the default, and of two rules the stricter holds', async () => {
  const payment = await agent.aPayment('BANK', 1_000, 'TRANSFER_OUT')
  const rule = (accountId: string, more: object): object => ({ accountId, ...more })
  const withRules = (...accountRules: object[]): object => ({
    ...limited({ perTransactionLimit: 500 }),
    accountRestrictions: { accountRules },
  })
  const source = 'InternalAccount:source'
  const destination = 'ExternalAccount:BANK'
  await agent.setPolicy(
    withRules(
      rule(source, { perTransactionLimit: 2_000 }),
      rule(destination, { perTransactionLimit: 999 }),
    ),
  )
  expect(await agent.execute(payment)).toMatchObject({ code: 'FORBIDDEN' })
  await agent.setPolicy(
    withRules(
      rule(source, { perTransactionLimit: 2_000 }),
      rule(destination, { executionMode: 'APPROVAL_REQUIRED' }),
      rule('ExternalAccount:other', { perTransactionLimit: 1 }),
    ),
  )
  const other = await agent.aPayment('BANK', 1_000, 'TRANSFER_OUT')
  expect(await agent.execute(other)).toMatchObject({ code: 'APPROVAL_REQUIRED' })
})

test('what a limit leaves is shown, and nothing where there is no limit', async () => {
  await agent.execute(await agent.aPayment('BANK', 1_000))
  const judged = async (): Promise<unknown> => {
    const action = { type: 'TRANSFER_OUT', amount: 1, currency: 'USD' }
    const judgement = await fixture.ask('judge_now', agent.id, action)
    return (judgement as { readonly remaining: unknown }).remaining
  }
  expect(await judged()).toEqual({ currency: 'USD', perTransaction: 10_000 })
  await agent.setPolicy(limited({ dailyLimit: 900, monthlyLimit: 1_500, dailyTransactionLimit: 5 }))
  expect(await judged()).toEqual({
    ...{ currency: 'USD', perTransaction: 10_000, daily: 0, monthly: 500, dailyTransactions: 4 },
  })
})

test('source and destination must both be listed', async () => {
  const allow = (...allowedAccountIds: string[]): object => ({
    ...openPolicy,
    accountRestrictions: { allowedAccountIds },
  })
  const payment = await agent.aPayment('BANK', 1_000)
  await agent.setPolicy(allow('InternalAccount:source'))
  expect(await agent.submit(payment)).toMatchObject({ code: 'FORBIDDEN' })
  await agent.setPolicy(allow('InternalAccount:source', 'ExternalAccount:BANK'))
  const other = await agent.aPayment('BANK', 1_000)
  expect(await agent.execute(other)).toMatchObject({ outcome: 'COMMITTED' })
})

test('another currency is converted at the present rate, rounded up, and the rate is kept', async () => {
  await agent.setPolicy(limited({ currency: 'EUR', perTransactionLimit: 10_000 }))
  const payment = await agent.aPayment('BANK', 1_001)
  const { action } = await agent.execute(payment)
  // 0.859 euros for a dollar
  expect(action).toMatchObject({
    limit_amount: 860,
    limit_currency: 'EUR',
    rate_numerator: '859',
    rate_denominator: '1000',
  })
})

test('a change of the limits’ currency restates what is counted', async () => {
  await agent.execute(await agent.aPayment('BANK', 1_000))
  await agent.setPolicy(pending)
  const waiting = await submitted(agent)
  await database.query({ text: `select restate_agent_usage($1, 'EUR')`, values: [agent.id] })
  expect(await agent.usage()).toMatchObject({ day: 1_718, count: 2 })
  await agent.decide(waiting, 'REJECT')
  expect(await agent.usage()).toMatchObject({ day: 859, count: 1 })
})

test('200 submissions, over every connection at once, against limits that allow seven', async () => {
  await agent.setPolicy(limited({ dailyLimit: 7_999 }))
  const payments: AgentPayment[] = []
  for (let count = 0; count < 200; count += 1) payments.push(await agent.aPayment('BANK', 1_000))
  const outcomes: unknown[] = []
  const lane = async (): Promise<void> => {
    for (let payment = payments.pop(); payment !== undefined; payment = payments.pop()) {
      outcomes.push((await agent.execute(payment)).outcome)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  expect(outcomes).toHaveLength(200)
  expect(outcomes.filter((outcome) => outcome === 'COMMITTED')).toHaveLength(7)
  expect(await agent.usage()).toMatchObject({ day: 7_000, count: 7 })
})

/** What agents do, judged, counted and decided by the SQL functions, one by one. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { currencies } from '../../contract/money.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { type AgentFixture, type AgentPayment, anAgent, openPolicy } from './agentFixture.ts'
import { aLedgerFixture, type LedgerFixture } from './ledgerFixture.ts'

let server: TestDatabase
let database: Database
let fixture: LedgerFixture
let agent: AgentFixture

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 8 })
  fixture = await aLedgerFixture(database, server.url)
  await fixture.fund(0, 10_000_000)
})
beforeEach(async () => {
  agent = await anAgent(database, fixture, openPolicy)
})
afterEach(async () => {
  const { counted, usage } = await agent.books()
  expect(usage).toEqual(counted)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
  await database.close()
  await server.drop()
})

const pending = { ...openPolicy, defaultExecutionMode: 'APPROVAL_REQUIRED' } as const
const limited = (limits: object): object => ({
  ...openPolicy,
  spendingLimits: { ...openPolicy.spendingLimits, ...limits },
})
async function submitted(kind = 'QUOTE', amount = 1_000): Promise<AgentPayment> {
  const payment = await agent.aPayment('BANK', amount, kind)
  expect(await agent.submit(payment)).toMatchObject({
    outcome: 'COMMITTED',
    status: 'PENDING_APPROVAL',
  })
  return payment
}
const fail = (payment: AgentPayment): Promise<unknown> =>
  fixture.ask(
    'fail_payment',
    payment.id,
    'QUOTE_EXECUTION_FAILED',
    'TRANSACTION_FAILED',
    'COMPLETED',
  )
const nothing = { day: 0, month: 0, count: 0 }

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
    expect(await agent.execute(payment)).toEqual(first)
    expect(await agent.usage()).toMatchObject({ day: 1_000, month: 1_000, count: 1 })
    expect(await agent.statusOf(payment)).toBe('PROCESSING/PROCESSING')
  },
)

test('a payment that needs no outside party is settled in the same decision', async () => {
  const payment = await agent.aPayment('OWN', 1_000)
  expect(await agent.execute(payment)).toMatchObject({ finalStatus: 'COMPLETED' })
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
  const waiting = await submitted()
  await database.query({ text: `select restate_agent_usage($1, 'EUR')`, values: [agent.id] })
  expect(await agent.usage()).toMatchObject({ day: 1_718, count: 2 })
  await agent.decide(waiting, 'REJECT')
  expect(await agent.usage()).toMatchObject({ day: 859, count: 1 })
})

test.each(['QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'])(
  '%s: a submitted action reserves, and moves no money',
  async (kind) => {
    await agent.setPolicy(pending)
    const payment = await submitted(kind)
    expect(await agent.usage()).toMatchObject({ day: 1_000, count: 1 })
    expect(await agent.statusOf(payment)).toBe('PENDING/PENDING')
    const held = await database.query({
      text: 'select 1 from ledger_transfers where reference = $1',
      values: [`Transaction:${payment.transactionId}`],
    })
    expect(held).toEqual([])
    const again = await agent.submit(payment)
    expect(again).toMatchObject({ outcome: 'COMMITTED', action: { status: 'PENDING_APPROVAL' } })
    expect(await agent.usage()).toMatchObject({ day: 1_000, count: 1 })
  },
)

test('no execute call moves a payment that waits for approval', async () => {
  await agent.setPolicy(pending)
  const payment = await submitted()
  expect(await fixture.execute(payment)).toMatchObject({ outcome: 'REFUSED', code: 'CONFLICT' })
  await agent.setPolicy(openPolicy)
  expect(await agent.execute(payment)).toMatchObject({ code: 'APPROVAL_REQUIRED' })
  expect(await agent.decide(payment, 'APPROVE')).toMatchObject({ isNow: true, status: 'APPROVED' })
})

test.each(['QUOTE', 'TRANSFER_OUT'])(
  '%s: approved, it is executed, and spent instead of reserved',
  async (kind) => {
    await agent.setPolicy(pending)
    const payment = await submitted(kind)
    const decided = await agent.decide(payment, 'APPROVE')
    expect(decided).toMatchObject({
      isNow: true,
      status: 'APPROVED',
      action: { decided_by: 'test' },
    })
    // The same decision, when its activity runs again.
    expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
      isNow: true,
      status: 'APPROVED',
    })
    expect(await agent.decide(payment, 'REJECT')).toMatchObject({
      isNow: false,
      status: 'APPROVED',
    })
    expect(await agent.usage()).toMatchObject({ day: 1_000, month: 1_000, count: 1 })
    expect(await agent.statusOf(payment)).toBe('PROCESSING/PROCESSING')
  },
)

test.each(['QUOTE', 'TRANSFER_OUT'])(
  '%s: rejected, it ends with its transaction and releases all',
  async (kind) => {
    await agent.setPolicy(pending)
    const payment = await submitted(kind)
    expect(await agent.decide(payment, 'REJECT')).toMatchObject({
      isNow: true,
      status: 'REJECTED',
      action: { reason: 'a reason' },
    })
    expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
      isNow: false,
      status: 'REJECTED',
    })
    expect(await agent.usage()).toMatchObject(nothing)
    expect(await agent.statusOf(payment)).toBe('FAILED/FAILED/COMPLIANCE_REJECTED')
  },
)

test.each([
  [
    'a limit',
    () =>
      agent.setPolicy({ ...pending, spendingLimits: { currency: 'USD', perTransactionLimit: 1 } }),
    'PER_TRANSACTION_LIMIT',
  ],
  ['a permission', () => agent.setPolicy({ ...pending, permissions: [] }), 'PERMISSION'],
  [
    'a pause',
    () =>
      database.query({
        text: 'update agents set is_paused = true where id = $1',
        values: [agent.id],
      }),
    'AGENT_PAUSED',
  ],
])('an approval that %s forbids by now fails, and releases all', async (_, change, reason) => {
  await agent.setPolicy(pending)
  const [quote, transfer] = [await submitted(), await submitted('TRANSFER_OUT')]
  await change()
  for (const payment of [quote, transfer]) {
    expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
      isNow: true,
      status: 'FAILED',
      action: { reason },
    })
  }
  expect(await agent.usage()).toMatchObject(nothing)
  expect(await agent.statusOf(quote)).toBe('PENDING/PENDING')
  expect(await agent.statusOf(transfer)).toMatch('FAILED/FAILED')
})

test('an approval without the money fails', async () => {
  await agent.setPolicy({
    ...pending,
    spendingLimits: { currency: 'USD', perTransactionLimit: 9_000_000_000 },
  })
  const payment = await submitted('TRANSFER_OUT', 1_000_000_000)
  expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
    status: 'FAILED',
    action: { reason: 'INSUFFICIENT_FUNDS' },
  })
  expect(await agent.usage()).toMatchObject(nothing)
})

test('a quote that failed can be submitted again, under another key', async () => {
  await agent.setPolicy(pending)
  const payment = await submitted()
  await agent.setPolicy({ ...pending, permissions: [] })
  await agent.decide(payment, 'APPROVE')
  await agent.setPolicy(pending)
  const again = { ...payment, actionId: crypto.randomUUID() }
  expect(await agent.submit(again, 'another', 2)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await agent.decide(again, 'APPROVE')).toMatchObject({ status: 'APPROVED' })
})

test('an action ends with its quote', async () => {
  await agent.setPolicy(pending)
  const [first, second] = [await submitted(), await submitted()]
  await database.query({
    text: `update payments set expires_at = service_now() where id = any($1)`,
    values: [[first.id, second.id]],
  })
  await fixture.ask('expire_payment', first.id)
  for (const payment of [first, second]) {
    expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
      ...{ isNow: false, status: 'FAILED', action: { reason: 'QUOTE_EXPIRED' } },
    })
    expect(await agent.statusOf(payment)).toBe('EXPIRED/EXPIRED')
  }
  expect(await agent.usage()).toMatchObject(nothing)
})

test('a refunded payment releases its amount once, and its count stays', async () => {
  const payment = await agent.aPayment('BANK', 1_000)
  await agent.execute(payment)
  await fail(payment)
  await fail(payment)
  expect(await agent.usage()).toMatchObject({ day: 0, month: 0, count: 1 })
  const returned = await agent.aPayment('BANK', 1_000)
  await agent.execute(returned)
  await fixture.ask('settle_payment', returned.id)
  expect(await agent.usage()).toMatchObject({ day: 1_000, count: 2 })
  await fixture.ask('return_payment', returned.id, 'PAYOUT_RETURNED')
  expect(await agent.usage()).toMatchObject({ day: 0, count: 2 })
})

test('an approval moves what was reserved on another day', async () => {
  await agent.setPolicy(pending)
  const payment = await submitted()
  await database.query({
    text: `with moved as (update agent_actions set counted_day = '2001-01-31' where agent_id = $1 returning 1)
      update agent_usage set period = case when period like 'D:%' then 'D:2001-01-31' else 'M:2001-01' end where agent_id = $1`,
    values: [agent.id],
  })
  expect(await agent.usage()).toMatchObject(nothing)
  await agent.decide(payment, 'APPROVE')
  expect(await agent.usage()).toMatchObject({ day: 1_000, month: 1_000, count: 1 })
  const rows = await database.query({
    text: `select sum(reserved)::integer as reserved, sum(count)::integer as count from agent_usage
      where agent_id = $1 and period like '%2001-01%'`,
    values: [agent.id],
  })
  expect(rows).toEqual([{ reserved: 0, count: 0 }])
  await database.query({
    text: `delete from agent_usage where agent_id = $1 and period like '%2001%'`,
    values: [agent.id],
  })
})

test('a hundred actions wait at most', async () => {
  await agent.setPolicy(pending)
  for (let index = 0; index < 100; index += 1) await submitted('TRANSFER_OUT')
  const refused = await agent.submit(await agent.aPayment('BANK', 1_000))
  expect(refused).toMatchObject({ outcome: 'REFUSED', code: 'RATE_LIMITED' })
  expect(await fixture.ask('delete_agent', fixture.platformId, agent.id, 'test')).toBe(true)
  expect(await agent.usage()).toMatchObject(nothing)
})

test('a deleted account ends the transfers that wait for it', async () => {
  await agent.setPolicy(pending)
  const other = await aLedgerFixture(database, server.url)
  const own = await anAgent(database, other, pending)
  const payment = await own.aPayment('BANK', 1_000, 'TRANSFER_OUT')
  await own.submit(payment)
  const { destinationAccountId } = payment.order as { readonly destinationAccountId: string }
  await database.query({
    text: 'select delete_external_account($1, $2, false)',
    values: [other.platformId, destinationAccountId],
  })
  expect(await own.decide(payment, 'APPROVE')).toMatchObject({
    isNow: false,
    action: { reason: 'ACCOUNT_INVALID' },
  })
  expect(await own.usage()).toMatchObject(nothing)
})

test('the same intent has one key, until its action has failed', async () => {
  const claim = async (): Promise<string> => {
    const { key } = await database.one<{ key: string }>({
      text: `select claim_agent_intent($1, '\\xab', gen_random_uuid()) as key`,
      values: [agent.id],
    })
    return key
  }
  const key = await claim()
  expect(await claim()).toBe(key)
  await agent.setPolicy(pending)
  const payment = await agent.aPayment('BANK', 1_000, 'TRANSFER_OUT')
  await agent.submit(payment, key)
  expect(await claim()).toBe(key)
  await agent.setPolicy({ ...pending, permissions: [] })
  await agent.decide(payment, 'APPROVE')
  const next = await claim()
  expect(next).not.toBe(key)
  expect(await claim()).toBe(next)
})

test('200 submissions at once against limits that allow seven', async () => {
  await agent.setPolicy(limited({ dailyLimit: 7_999 }))
  const payments = await Promise.all(
    Array.from({ length: 200 }, () => agent.aPayment('BANK', 1_000)),
  )
  const answers = await Promise.all(payments.map((payment) => agent.execute(payment)))
  expect(answers.filter(({ outcome }) => outcome === 'COMMITTED')).toHaveLength(7)
  expect(await agent.usage()).toMatchObject({ day: 7_000, count: 7 })
})

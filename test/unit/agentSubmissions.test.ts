/** What agents have submitted, up to the end of its payment, by the SQL functions. */
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { withDuplicatesKey } from '../../api/agentActions/duplicates.ts'
import type { Agent } from '../../api/operation.ts'
import { Refusal } from '../../contract/errors.ts'
import { type AgentActionRow, presentAgentAction } from '../../contract/present/agentActions.ts'
import { type PaymentRow, presentQuote } from '../../contract/present/index.ts'
import type { Database } from '../../db/database.ts'
import type { TestDatabase } from '../support/stack.ts'
import { type AgentFixture, type AgentPayment, anAgent, openPolicy } from './agentFixture.ts'
import { nothing, onAgentStage, pending, submitted } from './agentStage.ts'
import { aLedgerFixture, type LedgerFixture } from './ledgerFixture.ts'

let server: TestDatabase
let database: Database
let fixture: LedgerFixture
let agent: AgentFixture
onAgentStage((stage) => {
  ;({ server, database, fixture, agent } = stage)
})

const fail = (payment: AgentPayment): Promise<unknown> =>
  fixture.ask(
    'fail_payment',
    payment.id,
    'QUOTE_EXECUTION_FAILED',
    'TRANSACTION_FAILED',
    'COMPLETED',
  )

test('no execute call moves a payment that waits for approval', async () => {
  await agent.setPolicy(pending)
  const payment = await submitted(agent)
  expect(await fixture.execute(payment)).toMatchObject({ outcome: 'REFUSED', code: 'CONFLICT' })
  await agent.setPolicy(openPolicy)
  expect(await agent.execute(payment)).toMatchObject({ code: 'APPROVAL_REQUIRED' })
  expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
    isMine: true,
    action: { status: 'APPROVED' },
  })
})

test('a quote that failed can be submitted again, under another key', async () => {
  await agent.setPolicy(pending)
  const payment = await submitted(agent)
  await agent.setPolicy({ ...pending, permissions: [] })
  await agent.decide(payment, 'APPROVE')
  await agent.setPolicy(pending)
  const again = { ...payment, actionId: crypto.randomUUID() }
  expect(await agent.submit(again, 'another')).toMatchObject({ outcome: 'COMMITTED' })
  expect(await agent.decide(again, 'APPROVE')).toMatchObject({
    action: { status: 'APPROVED' },
  })
})

test('an action ends with its quote', async () => {
  await agent.setPolicy(pending)
  const [first, second] = [await submitted(agent), await submitted(agent)]
  await database.query({
    text: `update payments set expires_at = service_now() where id = any($1)`,
    values: [[first.id, second.id]],
  })
  await fixture.ask('expire_payment', first.id)
  for (const payment of [first, second]) {
    expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
      ...{ isMine: false, action: { status: 'FAILED', reason: 'QUOTE_EXPIRED' } },
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

test('a hundred actions wait at most', async () => {
  await agent.setPolicy(pending)
  for (let index = 0; index < 100; index += 1) await submitted(agent, 'TRANSFER_OUT')
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
    text: 'select remove_external_account($1, $2, false)',
    values: [other.platformId, destinationAccountId],
  })
  expect(await own.decide(payment, 'APPROVE')).toMatchObject({
    isMine: false,
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

test('an action shows of its quote what the quote itself shows', async () => {
  await agent.setPolicy(pending)
  const payment = await submitted(agent)
  await database.query({
    text: `update payments set payload_to_sign = 'to be stamped', payment_rail = 'ACH' where id = $1`,
    values: [payment.id],
  })
  const { quote, action } = await database.one<{ quote: PaymentRow; action: AgentActionRow }>({
    text: `select to_jsonb(p) as quote, agent_action_row(a) as action
      from agent_actions a join payments p on p.id = a.payment_id where a.id = $1`,
    values: [payment.actionId],
  })
  expect(presentAgentAction(action).quote).toEqual(presentQuote(quote))
})

test('a duplicate that was answered 503 is sent again with its key, once', async () => {
  const log = pino({ level: 'silent' })
  const intent = { operation: 'agentCreateTransferOut', body: { amount: 700 } }
  const unknown = new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
  const keys: string[] = []
  const send = (work: (key: string) => Promise<string>): Promise<string> =>
    withDuplicatesKey({ database, log }, { id: agent.id } as Agent, intent, (key) => {
      keys.push(key)
      return work(key)
    })
  await expect(send(() => Promise.reject(unknown))).rejects.toBe(unknown)
  await send(async () => 'done')
  await send(async () => 'another')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

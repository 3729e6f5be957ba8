/** Decisions about what agents have submitted, by the SQL functions. */
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { AgentFixture } from './agentFixture.ts'
import { nothing, onAgentStage, pending, submitted } from './agentStage.ts'

let database: Database
let agent: AgentFixture
onAgentStage((stage) => {
  ;({ database, agent } = stage)
})

test.each(['QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'])(
  '%s: a submitted action reserves, and moves no money',
  async (kind) => {
    await agent.setPolicy(pending)
    const payment = await submitted(agent, kind)
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

test.each(['QUOTE', 'TRANSFER_OUT'])(
  '%s: approved, it is executed, and spent instead of reserved',
  async (kind) => {
    await agent.setPolicy(pending)
    const payment = await submitted(agent, kind)
    const decided = await agent.decide(payment, 'APPROVE')
    expect(decided).toMatchObject({
      isMine: true,
      action: { status: 'APPROVED', decided_by: 'test' },
    })
    // The same decision, when it is looked for or sent twice.
    expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
      isMine: true,
      action: { status: 'APPROVED' },
    })
    expect(await agent.decide(payment, 'REJECT')).toMatchObject({
      isMine: false,
      action: { status: 'APPROVED' },
    })
    expect(await agent.usage()).toMatchObject({ day: 1_000, month: 1_000, count: 1 })
    expect(await agent.statusOf(payment)).toBe('PROCESSING/PROCESSING')
    // The approval changes nothing about who must act now.
    const last = await database.query<{ code: string; waiting_party: string }>({
      text: 'select code, waiting_party from timeline where subject = $1 order by id desc limit 2',
      values: [`Transaction:${payment.transactionId}`],
    })
    expect(last).toEqual([
      { code: 'APPROVED', waiting_party: expect.any(String) },
      { code: 'EXECUTED', waiting_party: last[1]?.waiting_party },
    ])
    expect(last[0]?.waiting_party).toBe(last[1]?.waiting_party)
  },
)

test.each(['QUOTE', 'TRANSFER_OUT'])(
  '%s: rejected, it ends with its transaction and releases all',
  async (kind) => {
    await agent.setPolicy(pending)
    const payment = await submitted(agent, kind)
    expect(await agent.decide(payment, 'REJECT')).toMatchObject({
      isMine: true,
      action: { status: 'REJECTED', reason: 'a reason' },
    })
    expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
      isMine: false,
      action: { status: 'REJECTED' },
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
  const [quote, transfer] = [await submitted(agent), await submitted(agent, 'TRANSFER_OUT')]
  await change()
  const { policy_version } = await database.one<{ policy_version: number }>({
    text: 'select policy_version from agents where id = $1',
    values: [agent.id],
  })
  for (const payment of [quote, transfer]) {
    expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
      isMine: true,
      // The version that the reason is of.
      action: { status: 'FAILED', reason, policy_version },
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
  const payment = await submitted(agent, 'TRANSFER_OUT', 1_000_000_000)
  expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
    action: { status: 'FAILED', reason: 'INSUFFICIENT_FUNDS' },
  })
  expect(await agent.usage()).toMatchObject(nothing)
})

test('an approval moves what was reserved on another day', async () => {
  await agent.setPolicy(pending)
  const payment = await submitted(agent)
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

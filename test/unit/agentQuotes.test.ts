/** Quotes of agents that start their payment: executed with their creation, or by the deposit that pays them. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { type AgentFixture, type AgentPayment, openPolicy } from './agentFixture.ts'
import { CONNECTIONS, nothing, onAgentStage, pending } from './agentStage.ts'
import type { LedgerFixture, Shape } from './ledgerFixture.ts'
import { aPayer, logIn } from './payerFixture.ts'

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

type Instructions = {
  readonly status: string
  readonly payment_instructions: unknown
  readonly reference: string | null
}

const instructions = [{ accountOrWalletInfo: { accountType: 'USD_ACCOUNT' } }]

/** A quote that a deposit pays, which is made when it is submitted. */
function awaited(shape: Shape = 'FUNDED_BANK', amount = 1_000): AgentPayment {
  const planned = agent.planning(shape, amount)
  return { ...planned, order: { ...planned.order, paymentInstructions: instructions } }
}

/** One that has been submitted. */
async function waiting(status: string, shape?: Shape, amount?: number): Promise<AgentPayment> {
  const payment = awaited(shape, amount)
  expect(await agent.submit(payment)).toMatchObject({ outcome: 'COMMITTED', status })
  return payment
}

/** Money arrives for it: what has become of that. */
function arrives(payment: AgentPayment, amount = payment.sending): Promise<unknown> {
  const { fundingReference } = payment.order as { readonly fundingReference: string }
  const { sendingCurrency } = payment.order as { readonly sendingCurrency: string }
  const [id, minor] = [randomUUID(), String(amount)]
  return fixture.ask('receive_deposit', 'SANDBOX', id, fundingReference, minor, sendingCurrency)
}

async function reasonsOf(payment: AgentPayment): Promise<string[]> {
  const { fundingReference } = payment.order as { readonly fundingReference: string }
  const rows = await database.query<{ reason: string }>({
    text: `select reason from deposits where funding_reference = $1 and outcome = 'UNAPPLIED' order by created_at`,
    values: [fundingReference],
  })
  return rows.map(({ reason }) => reason)
}

function shownOf({ id }: AgentPayment): Promise<Instructions> {
  return database.one<Instructions>({
    text: `select p.status, p.payment_instructions, t.reference from payments p
      join transactions t on t.id = p.transaction_id and t.payment_instructions is not distinct from p.payment_instructions
      where p.id = $1`,
    values: [id],
  })
}

async function countStateOf({ actionId }: AgentPayment): Promise<string> {
  const row = await database.one<{ state: string }>({
    text: `select status || ' ' || count_state as state from agent_actions where id = $1`,
    values: [actionId],
  })
  return row.state
}

test('a quote that is executed with its creation is judged, executed and counted at once', async () => {
  const payment = agent.planning('BANK', 1_000)
  const first = await agent.execute(payment)
  expect(first).toMatchObject({
    outcome: 'COMMITTED',
    action: { status: 'APPROVED', type: 'EXECUTE_QUOTE' },
  })
  expect(await agent.execute(payment)).toMatchObject({ isReplay: true, action: first.action })
  expect(await agent.usage()).toMatchObject({ day: 1_000, month: 1_000, count: 1 })
  expect(await agent.statusOf(payment)).toBe('PROCESSING/PROCESSING')
})

test('what a person must see is submitted with its quote, and ends with it', async () => {
  const payment = agent.planning('BANK', 1_000)
  expect(await agent.submit(payment)).toMatchObject({ code: 'AUTO' })
  await agent.setPolicy(pending)
  expect(await agent.execute(payment)).toMatchObject({ code: 'APPROVAL_REQUIRED' })
  expect(await agent.statusOf(payment)).toBe('NONE')
  expect(await agent.submit(payment)).toMatchObject({ status: 'PENDING_APPROVAL' })
  expect(await agent.decide(payment, 'APPROVE')).toMatchObject({ action: { status: 'APPROVED' } })
  expect(await agent.statusOf(payment)).toBe('PROCESSING/PROCESSING')
  const late = agent.planning('BANK', 1_000)
  await agent.submit(late)
  await database.query({
    text: 'update payments set expires_at = service_now() where id = $1',
    values: [late.id],
  })
  expect(await agent.decide(late, 'APPROVE')).toMatchObject({
    action: { status: 'FAILED', reason: 'QUOTE_EXPIRED' },
  })
  expect(await agent.usage()).toMatchObject({ day: 1_000, count: 1 })
})

test('what a deposit is to pay is reserved, and spent when it arrives', async () => {
  const payment = await waiting('APPROVED')
  expect(await agent.usage()).toMatchObject({ day: 1_000, dayReserved: 1_000, count: 1 })
  expect(await agent.submit(payment)).toMatchObject({ isReplay: true, status: 'APPROVED' })
  expect(await shownOf(payment)).toMatchObject({
    ...{ status: 'PENDING', payment_instructions: instructions },
    reference: expect.any(String),
  })
  expect(await arrives(payment)).toBe('APPLIED')
  expect(await agent.statusOf(payment)).toBe('PROCESSING/PROCESSING')
  expect(await countStateOf(payment)).toBe('APPROVED SPENT')
  expect(await agent.usage()).toMatchObject({ day: 1_000, dayReserved: 0, count: 1 })
})

test('what is settled with its deposit is counted too', async () => {
  const payment = await waiting('APPROVED', 'FUNDED_OWN')
  expect(await arrives(payment)).toBe('APPLIED')
  expect(await agent.statusOf(payment)).toBe('COMPLETED/COMPLETED')
  expect(await countStateOf(payment)).toBe('APPROVED SPENT')
})

test('where the money is to be sent is shown once a person has approved it', async () => {
  await agent.setPolicy(pending)
  const payment = await waiting('PENDING_APPROVAL')
  expect(await shownOf(payment)).toEqual({
    ...{ status: 'PENDING', payment_instructions: null, reference: null },
  })
  // Whoever knows the reference all the same pays nobody.
  expect(await arrives(payment)).toBe('UNAPPLIED')
  expect(await reasonsOf(payment)).toEqual(['CONFLICT'])
  const approved = await agent.decide(payment, 'APPROVE')
  expect(approved).toMatchObject({ action: { status: 'APPROVED', decision: 'APPROVE' } })
  expect(approved).not.toHaveProperty('start')
  expect(await shownOf(payment)).toMatchObject({
    ...{ status: 'PENDING', payment_instructions: instructions },
    reference: (payment.order as { readonly fundingReference: string }).fundingReference,
  })
  expect(await countStateOf(payment)).toBe('APPROVED RESERVED')
  // The policy asks for a person still, and one has decided.
  expect(await arrives(payment)).toBe('APPLIED')
  expect(await countStateOf(payment)).toBe('APPROVED SPENT')
  expect(await agent.usage()).toMatchObject({ day: 1_000, dayReserved: 0, count: 1 })
})

test('a rejected one, one whose approval does not hold, and one that is over take no deposit', async () => {
  await agent.setPolicy(pending)
  const rejected = await waiting('PENDING_APPROVAL')
  await agent.decide(rejected, 'REJECT')
  expect(await agent.statusOf(rejected)).toBe('FAILED/FAILED/COMPLIANCE_REJECTED')
  const denied = await waiting('PENDING_APPROVAL')
  await agent.setPolicy({ ...pending, permissions: [] })
  expect(await agent.decide(denied, 'APPROVE')).toMatchObject({
    action: { status: 'FAILED', reason: 'PERMISSION' },
  })
  expect(await agent.statusOf(denied)).toBe('FAILED/FAILED/QUOTE_EXECUTION_FAILED')
  await agent.setPolicy(openPolicy)
  const late = await waiting('APPROVED')
  await database.query({
    text: 'update payments set expires_at = service_now() where id = $1',
    values: [late.id],
  })
  expect(await fixture.ask('expire_payment', late.id)).toBe(true)
  for (const payment of [rejected, denied, late]) {
    expect(await arrives(payment)).toBe('UNAPPLIED')
    expect(await reasonsOf(payment)).toEqual(['TOO_LATE'])
  }
  expect(await countStateOf(late)).toBe('APPROVED RELEASED')
  expect(await agent.usage()).toMatchObject(nothing)
})

test('the policy in force when the deposit arrives judges it, without its own reservation', async () => {
  const payment = await waiting('APPROVED')
  const refusals: [object, string][] = [
    [limited({ dailyLimit: 999 }), 'DAILY_LIMIT'],
    [{ ...openPolicy, permissions: [] }, 'PERMISSION'],
    [pending, 'APPROVAL_REQUIRED'],
    [{ ...openPolicy, accountRestrictions: { allowedAccountIds: [] } }, 'ALLOWED_ACCOUNTS'],
  ]
  for (const [policy] of refusals) {
    await agent.setPolicy(policy)
    expect(await arrives(payment)).toBe('UNAPPLIED')
  }
  expect(await reasonsOf(payment)).toEqual(refusals.map(([, reason]) => reason))
  expect(await countStateOf(payment)).toBe('APPROVED RESERVED')
  await agent.setPolicy(limited({ dailyLimit: 1_000 }))
  expect(await arrives(payment)).toBe('APPLIED')
})

test('a list of allowed accounts is about the one that is paid: a deposit comes from none', async () => {
  const allowed = (id: string): object => ({
    ...openPolicy,
    accountRestrictions: { allowedAccountIds: [id] },
  })
  await agent.setPolicy(allowed('ExternalAccount:another'))
  expect(await agent.submit(awaited())).toMatchObject({ code: 'FORBIDDEN' })
  await agent.setPolicy(allowed('ExternalAccount:FUNDED_BANK'))
  await waiting('APPROVED')
})

test.each(['is_paused = true', 'deleted_at = service_now()'])(
  'of an agent with %s no deposit executes anything',
  async (change) => {
    const payment = await waiting('APPROVED')
    await database.query({ text: `update agents set ${change} where id = $1`, values: [agent.id] })
    expect(await arrives(payment)).toBe('UNAPPLIED')
    expect(await agent.statusOf(payment)).toBe('PENDING/PENDING')
    expect(await agent.submit(awaited())).toMatchObject({ outcome: 'REFUSED' })
  },
)

test('a deposit of another amount is refunded, and releases what was reserved', async () => {
  const payment = await waiting('APPROVED')
  expect(await arrives(payment, 900)).toBe('APPLIED')
  expect(await countStateOf(payment)).toBe('APPROVED RELEASED')
  expect(await agent.usage()).toMatchObject({ day: 0, dayReserved: 0 })
})

test.each([
  ['executed with their creation', 'BANK', (payment: AgentPayment) => agent.execute(payment)],
  ['to be paid by deposits', 'FUNDED_BANK', (payment: AgentPayment) => agent.submit(payment)],
] as const)('fifty at once, %s: exactly what the limit allows', async (_, shape, ask) => {
  await agent.setPolicy(limited({ dailyLimit: 10_000 }))
  const payments = Array.from({ length: 50 }, () => agent.planning(shape, 1_000))
  const answers = await Promise.all(payments.map(ask))
  const count = (outcome: string): number => answers.filter((a) => a.outcome === outcome).length
  expect([count('COMMITTED'), count('REFUSED')]).toEqual([10, 40])
  expect(await agent.usage()).toMatchObject({ day: 10_000, month: 10_000, count: 10 })
})

test('deposits at once for quotes of yesterday: exactly what the limit of today allows', async () => {
  const payments: AgentPayment[] = []
  for (let index = 0; index < CONNECTIONS; index += 1) payments.push(await waiting('APPROVED'))
  await database.query({
    text: 'update agent_actions set counted_day = counted_day - 1 where agent_id = $1',
    values: [agent.id],
  })
  await database.query({
    text: `delete from agent_usage where agent_id = $1`,
    values: [agent.id],
  })
  await database.query({
    text: `insert into agent_usage (agent_id, period, currency, reserved, spent, count)
      select agent_id, p.period, 'USD', sum(limit_amount), 0, count(*) from agent_actions,
        lateral (values ('D:' || counted_day), ('M:' || to_char(counted_day, 'YYYY-MM'))) p(period)
      where agent_id = $1 group by 1, 2`,
    values: [agent.id],
  })
  await agent.setPolicy(limited({ dailyLimit: 3_000 }))
  const outcomes = await Promise.all(payments.map((payment) => arrives(payment)))
  expect(outcomes.filter((outcome) => outcome === 'APPLIED')).toHaveLength(3)
  expect(await agent.usage()).toMatchObject({ day: 3_000, count: 3 })
})

test('the payer is asked to authorize it once a person has approved it', async () => {
  const payer = await aPayer(database, fixture)
  await agent.setPolicy(pending)
  const payment = await waiting('PENDING_APPROVAL')
  expect(await payer.challengesOf(payment.id)).toEqual([])
  await payer.logOut()
  expect(await agent.decide(payment, 'APPROVE')).toMatchObject({
    action: { status: 'FAILED', reason: 'SCA_SESSION_REQUIRED' },
  })
  await logIn(database, fixture.platformId, payer.customerId)
  const second = await waiting('PENDING_APPROVAL')
  expect(await agent.decide(second, 'APPROVE')).toMatchObject({ action: { status: 'APPROVED' } })
  expect(await shownOf(second)).toMatchObject({
    ...{ status: 'PENDING_AUTHORIZATION', payment_instructions: null },
  })
  expect(await arrives(second)).toBe('UNAPPLIED')
  expect(await payer.prove(second)).toBe('OK')
  expect(await shownOf(second)).toMatchObject({
    ...{ status: 'PENDING', payment_instructions: instructions },
  })
  expect(await arrives(second)).toBe('APPLIED')
  await agent.setPolicy(openPolicy)
  const unproven = await waiting('APPROVED')
  await database.query({
    text: 'update sca_challenges set expires_at = service_now() where subject_id = $1',
    values: [unproven.id],
  })
  await fixture.ask('follow_authorization', unproven.id)
  expect(await countStateOf(unproven)).toBe('APPROVED RELEASED')
  await database.query({
    text: `update customers set region = 'US' where id = $1`,
    values: [payer.customerId],
  })
})

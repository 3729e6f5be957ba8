/**
 * Sequences of what may happen to an agent's actions, against a model that knows the rules in its own
 * words: each judgement, each outcome, and what is counted on each day and in each month.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { countOf, fastCheckSeed } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { type AgentFixture, anAgent, type Judged } from './agentFixture.ts'
import { amounts, Model, policies, release, type Step, steps } from './agentModel.ts'
import { aLedgerFixture, type LedgerFixture } from './ledgerFixture.ts'

const DAY_MS = 86_400_000

let server: TestDatabase
let database: Database
let fixture: LedgerFixture
/** How far the database's clock is ahead. */
let shiftMs = 0

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 4 })
  fixture = await aLedgerFixture(database, server.url)
  await fixture.fund(0, 2_000_000_000)
  await database.query({ text: 'create table clock_shift (ms bigint)' })
  await database.query({ text: 'insert into clock_shift values (0)' })
  await database.query({
    text: `create or replace function service_now() returns timestamptz language sql volatile as $$
      select clock_timestamp() + make_interval(secs => (select ms from clock_shift) / 1000.0) $$`,
  })
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
  await database.close()
  await server.drop()
})

async function goTo(days: number): Promise<void> {
  shiftMs += days * DAY_MS
  await database.query({ text: 'update clock_shift set ms = $1', values: [shiftMs] })
}
const today = (): string => new Date(Date.now() + shiftMs).toISOString().slice(0, 10)

const outcomes: Readonly<Record<string, string>> = {
  DENY: 'FORBIDDEN',
  APPROVAL_REQUIRED: 'APPROVAL_REQUIRED',
  ALLOW: 'COMMITTED',
}

/** Dry-run, execution and, where a person must see it, submission: all three as the model judges. */
async function submit(
  agent: AgentFixture,
  model: Model,
  step: Step & { do: 'SUBMIT' },
): Promise<void> {
  const { amount, kind } = step
  const expected = model.judge(amount, kind)
  const payment = await agent.aPayment('BANK', amount, kind)
  expect((await agent.judge(payment)).decision).toBe(expected)
  const executed = await agent.execute(payment)
  if (expected === 'DENY' && model.isDeleted) expect(executed.code).toBe('UNAUTHORIZED')
  else expect(executed.code ?? executed.outcome).toBe(outcomes[expected])
  if (expected === 'DENY') return
  const base = { payment, amount, kind, madeOn: today(), day: today(), isRefunded: false }
  const counts = { amountCounts: true, countCounts: true }
  if (expected === 'ALLOW') {
    model.actions.push({ ...base, ...counts, status: 'APPROVED' })
    return
  }
  const submitted = await agent.submit(payment)
  expect(submitted).toMatchObject({ outcome: 'COMMITTED', status: 'PENDING_APPROVAL' })
  model.actions.push({ ...base, ...counts, status: 'PENDING_APPROVAL' })
}

async function decide(
  agent: AgentFixture,
  model: Model,
  step: Step & { pick: number },
): Promise<void> {
  const waiting = model.actions.filter(({ status }) => status === 'PENDING_APPROVAL')
  const action = waiting[step.pick % Math.max(waiting.length, 1)]
  if (action === undefined) return
  const isOver = action.kind === 'QUOTE' && action.madeOn !== today()
  const isDenied = model.judge(action.amount, action.kind, action) === 'DENY'
  const decision = step.do === 'APPROVE' ? 'APPROVE' : 'REJECT'
  const decided = await agent.decide(action.payment, decision)
  if (isOver) release(action, 'FAILED')
  else if (decision === 'REJECT') release(action, 'REJECTED')
  else if (isDenied) release(action, 'FAILED')
  else Object.assign(action, { status: 'APPROVED', day: today() })
  expect(decided.action.status).toBe(action.status)
}

/** Fails a payment under way, or returns one that has settled: once, whatever is tried again. */
async function giveBack(model: Model, step: Step & { pick: number }): Promise<void> {
  const paid = model.actions.filter(({ status }) => status === 'APPROVED')
  const action = paid[step.pick % Math.max(paid.length, 1)]
  if (action === undefined) return
  const { id } = action.payment
  if (step.do === 'RETURN') {
    if (!action.isRefunded) await fixture.ask('settle_payment', id)
    await fixture.ask('return_payment', id, 'PAYOUT_RETURNED')
  } else {
    await fixture.ask(
      'fail_payment',
      id,
      'QUOTE_EXECUTION_FAILED',
      'TRANSACTION_FAILED',
      'COMPLETED',
    )
  }
  Object.assign(action, { amountCounts: false, isRefunded: true })
}

async function take(agent: AgentFixture, model: Model, step: Step): Promise<void> {
  switch (step.do) {
    case 'SUBMIT':
      return submit(agent, model, step)
    case 'APPROVE':
    case 'REJECT':
      return decide(agent, model, step)
    case 'REFUND':
    case 'RETURN':
      return giveBack(model, step)
    case 'POLICY':
      model.policy = step.policy
      return agent.setPolicy(step.policy)
    case 'WAIT':
      return goTo(step.days)
    case 'DELETE':
      await fixture.ask('delete_agent', fixture.platformId, agent.id, 'test')
      model.isDeleted = true
      for (const action of model.actions) {
        if (action.status === 'PENDING_APPROVAL') release(action, 'REJECTED')
      }
      return
    default:
      model.isPaused = step.do === 'PAUSE'
      await database.query({
        text: 'update agents set is_paused = $2 where id = $1',
        values: [agent.id, model.isPaused],
      })
  }
}

async function expectEqual(agent: AgentFixture, model: Model): Promise<void> {
  const usage = await agent.usage()
  const waiting = model.actions.filter(({ status }) => status === 'PENDING_APPROVAL')
  expect(usage).toMatchObject({
    day: model.counted(today()),
    month: model.counted(today().slice(0, 7)),
    count: model.count(today()),
    pending: waiting.length,
  })
  const { reserved } = await database.one<{ reserved: number }>({
    text: `select coalesce(sum(reserved), 0)::integer as reserved from agent_usage
      where agent_id = $1 and period like 'M:%'`,
    values: [agent.id],
  })
  expect(reserved).toBe(waiting.reduce((sum, { amount }) => sum + amount, 0))
}

test('usage, reservations and decisions are the model’s, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(
      policies,
      fc.array(steps, { minLength: 5, maxLength: 30 }),
      fc.boolean(),
      async (policy, sequence, isDeletedLast) => {
        const agent = await anAgent(database, fixture, policy, () => Date.now() + shiftMs)
        const model = new Model(policy, today)
        const ending: Step[] = isDeletedLast
          ? [{ do: 'DELETE' }, { do: 'SUBMIT', amount: 201, kind: 'QUOTE' }]
          : []
        for (const step of [...sequence, ...ending]) {
          await take(agent, model, step)
          await expectEqual(agent, model)
        }
      },
    ),
    { numRuns: countOf(20, 300), seed: fastCheckSeed('agent model'), endOnFailure: true },
  )
}, 3_600_000)

test('the dry-run says what the submission is judged, rule by rule', async () => {
  const agent = await anAgent(database, fixture, {}, () => Date.now() + shiftMs)
  await fc.assert(
    fc.asyncProperty(
      policies,
      amounts,
      fc.constantFrom('QUOTE', 'TRANSFER_OUT'),
      fc.boolean(),
      async (policy, amount, kind, isTried) => {
        await agent.setPolicy(policy)
        const payment = await agent.aPayment('BANK', amount, kind)
        const dry = await agent.judge(payment)
        const judged: { code?: string; outcome?: string; judgement?: Judged } = isTried
          ? await agent.execute(payment)
          : await agent.submit(payment)
        const said = isTried
          ? outcomes
          : { DENY: 'FORBIDDEN', ALLOW: 'AUTO', APPROVAL_REQUIRED: 'COMMITTED' }
        expect(judged.code ?? judged.outcome).toBe(said[dry.decision as 'DENY'])
        if (judged.judgement !== undefined) expect(judged.judgement.rules).toEqual(dry.rules)
        const waiting = await agent.usage()
        if ((waiting as { pending?: number }).pending === 90) {
          await database.query({ text: 'select reject_pending_actions($1)', values: [agent.id] })
        }
      },
    ),
    { numRuns: countOf(150, 10_000), seed: fastCheckSeed('dry run'), endOnFailure: true },
  )
}, 3_600_000)

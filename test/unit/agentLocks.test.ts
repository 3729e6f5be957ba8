/**
 * Whatever changes an agent, its actions and what they count takes its locks in one order: over
 * several connections at once nothing is refused by PostgreSQL, and usage is the sum of the actions.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { type AgentFixture, type AgentPayment, anAgent, openPolicy } from './agentFixture.ts'
import { aLedgerFixture, type LedgerFixture } from './ledgerFixture.ts'

const CONNECTIONS = 12
const ROUNDS = 4
const ACTIONS = 36

let server: TestDatabase
let database: Database
let fixture: LedgerFixture

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, {
    poolMax: CONNECTIONS,
    statementTimeoutMs: 60_000,
  })
  fixture = await aLedgerFixture(database, server.url)
  await fixture.fund(0, 10_000_000)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
  await database.close()
  await server.drop()
})

const pending = { ...openPolicy, defaultExecutionMode: 'APPROVAL_REQUIRED' } as const
const query = (text: string, values: readonly unknown[]): Promise<unknown[]> =>
  database.query({ text, values })

/** Transfers that wait for approval, every other one to the same of two accounts that can be deleted. */
async function waiting(
  agent: AgentFixture,
): Promise<{ payments: AgentPayment[]; banks: string[] }> {
  const payments: AgentPayment[] = []
  for (let n = 0; n < ACTIONS; n += 1) {
    const payment = await agent.aPayment('BANK', 1_000 + n, 'TRANSFER_OUT')
    expect(await agent.submit(payment)).toMatchObject({ status: 'PENDING_APPROVAL' })
    payments.push(payment)
  }
  const banks = [randomUUID(), randomUUID()]
  for (const [n, bank] of banks.entries()) {
    await query(
      `insert into external_accounts select (jsonb_populate_record(e, jsonb_build_object(
          'id', $1::text, 'identity', $1::text))).* from external_accounts e
        where id = (select destination_account_id from payments where id = $2)`,
      [bank, payments[0]?.id],
    )
    const chosen = payments.filter((_, index) => index % 2 === n).map(({ id }) => id)
    await query('update payments set destination_account_id = $1 where id = any ($2)', [
      bank,
      chosen,
    ])
  }
  return { payments, banks }
}

/** Half of them since yesterday: their approval counts another day. */
async function countedYesterday(agent: AgentFixture): Promise<void> {
  await query(
    `update agent_actions set counted_day = counted_day - 1
      where agent_id = $1 and (amount / 2) % 2 = 0`,
    [agent.id],
  )
  await query('delete from agent_usage where agent_id = $1', [agent.id])
  await query(
    `insert into agent_usage (agent_id, period, currency, reserved, spent, count)
      select agent_id, period, limit_currency, sum(limit_amount), 0, count(*)
      from agent_actions, lateral (values ('D:' || counted_day), ('M:' || to_char(counted_day, 'YYYY-MM'))) p(period)
      where agent_id = $1 group by 1, 2, 3`,
    [agent.id],
  )
}

/** As the handler of a policy's change does. */
const restate = (agent: AgentFixture, currency: string): Promise<unknown> =>
  database.transaction(async (tx) => {
    await tx.query({
      text: 'select 1 from agents where id = $1 for no key update',
      values: [agent.id],
    })
    await tx.call('restate_agent_usage', agent.id, currency)
    const spendingLimits = { ...pending.spendingLimits, currency }
    return tx.call('change_agent_policy', agent.id, { ...pending, spendingLimits }, 'test')
  })
const deleteAccount = (bank: string): Promise<unknown> =>
  fixture.ask('remove_external_account', fixture.platformId, bank, false)
const deleteAgent = (agent: AgentFixture): Promise<unknown> =>
  fixture.ask('delete_agent', fixture.platformId, agent.id, 'test')
const fail = ({ id }: AgentPayment): Promise<unknown> =>
  fixture.ask('fail_payment', id, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')

type Work = () => Promise<unknown>
type Load = (agent: AgentFixture, payments: AgentPayment[], banks: string[]) => Work[]

const restatements: Load = (agent) =>
  ['EUR', 'USD', 'GBP', 'USD'].map((to) => () => restate(agent, to))
const deletions: Load = (_, __, banks) => banks.map((bank) => () => deleteAccount(bank))
const ending: Load = (agent) => [() => deleteAgent(agent)]
const approvals: Load = (agent, payments) =>
  payments.map((payment) => async () => {
    const { action } = await agent.decide(payment, 'APPROVE')
    if (action.status === 'APPROVED') await fail(payment)
  })
const rejections: Load = (agent, payments) =>
  payments.map((payment) => () => agent.decide(payment, 'REJECT'))
const submissions: Load = (agent) =>
  Array.from({ length: 12 }, (_, n) => async () => {
    await agent.submit(await agent.aPayment('BANK', 900 + n, 'TRANSFER_OUT'))
  })
const loads: Readonly<Record<string, readonly Load[]>> = {
  'rejections and the end of the agent': [ending, rejections],
  'deleted accounts and submissions': [deletions, submissions],
  'deleted accounts and another currency': [deletions, restatements],
  'deleted accounts and the end of the agent': [deletions, ending],
  'approvals of yesterday’s and today’s, failing payments, and another currency': [
    restatements,
    approvals,
  ],
  'everything at once': [deletions, restatements, approvals, rejections, submissions],
}

/** As many at once as there are connections, the loads alternating. @returns the errors */
async function errorsOf(works: readonly Work[][]): Promise<string[]> {
  const longest = Math.max(...works.map(({ length }) => length))
  const left = Array.from({ length: longest }, (_, n) =>
    works.flatMap((one) => one[n] ?? []),
  ).flat()
  const errors: string[] = []
  const oneByOne = async (): Promise<void> => {
    for (let work = left.shift(); work !== undefined; work = left.shift()) {
      await work().catch((error) => errors.push(String(error)))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, oneByOne))
  return errors
}

const isCounted = (line: string): boolean => !line.endsWith(' 0 0')

test.each(Object.entries(loads))(
  '%s',
  async (_, chosen) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const agent = await anAgent(database, fixture, pending)
      const { payments, banks } = await waiting(agent)
      await countedYesterday(agent)
      expect(await errorsOf(chosen.map((load) => load(agent, payments, banks)))).toEqual([])
      const { counted, usage } = await agent.books()
      expect(usage.filter(isCounted)).toEqual(counted.filter(isCounted))
    }
  },
  600_000,
)

/** Stamps of submissions that were answered 503 end with the decision about the action. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { type AgentFixture, type AgentPayment, anAgent, openPolicy } from './agentFixture.ts'
import { aLedgerFixture, type LedgerFixture } from './ledgerFixture.ts'

let server: TestDatabase
let database: Database
let fixture: LedgerFixture
let agent: AgentFixture

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 2 })
  fixture = await aLedgerFixture(database, server.url)
  await fixture.fund(0, 1_000_000)
  const policy = { ...openPolicy, defaultExecutionMode: 'APPROVAL_REQUIRED' }
  agent = await anAgent(database, fixture, policy)
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

const query = (text: string, id: string): Promise<object[]> =>
  database.query({ text, values: [id] })
const kept = ({ actionId }: AgentPayment): Promise<object[]> =>
  query('select id from submitted_stamps where action_id = $1', actionId)

const endings: Readonly<Record<string, (payment: AgentPayment) => Promise<unknown>>> = {
  approved: (payment) => agent.decide(payment, 'APPROVE'),
  rejected: (payment) => agent.decide(payment, 'REJECT'),
  expired: async ({ id }) => {
    await query('update payments set expires_at = service_now() where id = $1', id)
    return fixture.ask('expire_payment', id)
  },
}

test.each(Object.entries(endings))('%s: none is kept', async (_, end) => {
  const payment = await agent.aPayment('BANK', 1_000)
  const other = randomUUID()
  for (const actionId of [payment.actionId, payment.actionId, other]) {
    const text = `insert into submitted_stamps (id, action_id, stamp) values (gen_random_uuid(), $1, 'sealed')`
    await query(text, actionId)
  }
  expect(await agent.submit(payment)).toMatchObject({ status: 'PENDING_APPROVAL' })
  await end(payment)
  expect(await kept(payment)).toEqual([])
  expect(await query('select id from submitted_stamps where action_id = $1', other)).toHaveLength(1)
})

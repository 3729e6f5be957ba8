/** A stamp that a submission brings is kept with its action, encrypted, and ends with the decision about it. */
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

const query = <Row>(text: string, id: string): Promise<Row[]> =>
  database.query<Row>({ text, values: [id] })
const stampOf = async ({ actionId }: AgentPayment): Promise<string | null | undefined> => {
  const text = 'select stamp from agent_actions where id = $1'
  return (await query<{ stamp: string | null }>(text, actionId))[0]?.stamp
}

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
  const stamped = { sealedStamp: 'sealed', publicKey: 'key' }
  expect(await agent.submit(payment, undefined, stamped)).toMatchObject({
    status: 'PENDING_APPROVAL',
  })
  expect(await stampOf(payment)).toBe('sealed')
  await end(payment)
  expect(await stampOf(payment)).toBeNull()
})

test('an approved payment has the stamp of its action, still encrypted, and its run has none', async () => {
  const payment = await agent.aPayment('BANK', 1_000)
  await agent.submit(payment, undefined, { sealedStamp: 'sealed', publicKey: 'key' })
  const decided = await agent.decide(payment, 'APPROVE')
  expect(decided).toMatchObject({ action: { status: 'APPROVED' } })
  const text = 'select stamp, stamp_bound_to from payments where id = $1'
  expect(await query(text, payment.id)).toEqual([
    { stamp: 'sealed', stamp_bound_to: payment.actionId },
  ])
  expect(JSON.stringify(decided)).not.toContain('sealed')
})

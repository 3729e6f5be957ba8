/** What every test about actions of agents begins and ends with. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { type AgentFixture, type AgentPayment, anAgent, openPolicy } from './agentFixture.ts'
import { aLedgerFixture, type LedgerFixture } from './ledgerFixture.ts'

/** Of the database's pool: how many statements run at once. */
export const CONNECTIONS = 8

export type AgentStage = {
  readonly server: TestDatabase
  readonly database: Database
  readonly fixture: LedgerFixture
  /** A new one for each test; what it has used must be the sum of its actions at the end. */
  readonly agent: AgentFixture
}

/** @param use is given the stage before each test */
export function onAgentStage(use: (stage: AgentStage) => void): void {
  let stage: Omit<AgentStage, 'agent'>
  let agent: AgentFixture
  beforeAll(async () => {
    const server = await aDatabase()
    // A busy machine needs longer for what asks at once.
    const patient = { poolWaitMs: 60_000, statementTimeoutMs: 60_000 }
    const database = openDatabase(server.url, { poolMax: CONNECTIONS, ...patient })
    const fixture = await aLedgerFixture(database, server.url)
    await fixture.fund(0, 10_000_000)
    stage = { server, database, fixture }
  })
  beforeEach(async () => {
    agent = await anAgent(stage.database, stage.fixture, openPolicy)
    use({ ...stage, agent })
  })
  afterEach(async () => {
    const { counted, usage } = await agent.books()
    expect(usage).toEqual(counted)
  })
  afterAll(async () => {
    expect((await checkLedger(stage.database)).findings).toEqual([])
    await stage.database.close()
    await stage.server.drop()
  })
}

/** A policy under which a person decides everything. */
export const pending = { ...openPolicy, defaultExecutionMode: 'APPROVAL_REQUIRED' } as const

/** What an agent has used that has done nothing. */
export const nothing = { day: 0, month: 0, count: 0 }

/** A payment that waits for approval. */
export async function submitted(
  agent: AgentFixture,
  kind = 'QUOTE',
  amount = 1_000,
): Promise<AgentPayment> {
  const payment = await agent.aPayment('BANK', amount, kind)
  expect(await agent.submit(payment)).toMatchObject({
    outcome: 'COMMITTED',
    status: 'PENDING_APPROVAL',
  })
  return payment
}

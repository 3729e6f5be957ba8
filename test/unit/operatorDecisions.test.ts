/** What the timeline says of an operator's decision when its workflow task is lost and repeated. */
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createOperatorSteps } from '../../activities/payments/operator.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aLedgerFixture, type LedgerFixture } from './ledgerFixture.ts'

let server: TestDatabase
let database: Database
let fixture: LedgerFixture

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url)
  fixture = await aLedgerFixture(database, server.url)
  await fixture.fund(0, 10_000)
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

/** Runs a step as the activity of this id of one run. */
function called<T>(activityId: string, step: () => Promise<T>): Promise<T> {
  const info = { activityId, workflowExecution: { workflowId: 'Quote', runId: 'run' } }
  return asyncLocalStorage.run({ info } as Context, step)
}

test('a decision and its refusal are on the timeline once, however often the call is repeated', async () => {
  const planned = fixture.planned('BANK', 1_000)
  await fixture.create(planned)
  await fixture.execute(planned)
  const steps = createOperatorSteps({ database } as ActivityDependencies)
  const paymentId = planned.id
  const decided = { paymentId, decision: 'refund', by: 'Grace', reason: 'asked' } as const
  const refused = { paymentId, decision: 'refund', why: 'SETTLED_AT_RAIL' } as const
  // The second call of each is the repetition; the third is the same decision, made again.
  for (const id of ['5', '5', '7']) {
    await called(id, () => steps.recordOperatorDecision(decided))
  }
  for (const id of ['6', '6', '8']) {
    await called(id, () => steps.refuseDecision(refused))
  }
  const rows = await database.query<{ code: string; count: bigint }>({
    text: `select code, count(*) from timeline where subject = $1 and code like 'DECI%' group by 1 order by 1`,
    values: [`Transaction:${planned.transactionId}`],
  })
  expect(rows.map(({ code, count }) => `${code} ${count}`)).toEqual([
    'DECIDED 2',
    'DECISION_REFUSED 2',
  ])
})

/** What the timeline says of an operator's decision when its workflow task is lost and repeated. */
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createOperatorSteps } from '../../activities/payments/operator.ts'
import type { Database } from '../../db/database.ts'
import { executed, type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

/** Runs a step as the activity of this id of one run. */
function called<T>(activityId: string, step: () => Promise<T>): Promise<T> {
  const info = { activityId, workflowExecution: { workflowId: 'Quote', runId: 'run' } }
  return asyncLocalStorage.run({ info } as Context, step)
}

test('a decision and its refusal are on the timeline once, however often the call is repeated', async () => {
  const planned = await executed(fixture, fixture.planned('BANK', 1_000))
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

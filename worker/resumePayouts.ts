/** Has the payments go on that have waited for a pause to end, or for the release of what was frozen. */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { OutsideActivities } from '../activities/index.ts'
import type { PaymentRun } from '../contract/decidablePayment.ts'
import type { Queryable } from '../db/database.ts'
import { workflowOfRun } from '../workflows/operatorPlan.ts'

const PAGE_ROWS = 100
const AT_ONCE = 10
/** gRPC's code of a workflow, or an activity, that is not open any more. */
const NOT_FOUND = 5

type Resuming = {
  readonly database: Queryable
  readonly client: Client
  readonly log: Logger
}

/**
 * Their activities wait for ten minutes between two calls; they are asked to be called now. A server that cannot do
 * that, or does not answer, leaves it at those ten minutes.
 */
export async function resumePayouts({ database, client, log }: Resuming): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await database.query<PaymentRun>({
      name: 'resumed_payouts',
      text: 'select payment_id as "paymentId", run, attempt from resumed_payouts($1, $2)',
      values: [after, PAGE_ROWS],
    })
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE)
      await Promise.all(some.map((row) => callNow(client, workflowOfRun(row))))
    }
    log.info({ payouts: rows.length }, 'payouts go on')
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    after = last.paymentId
  }
}

/** The steps that wait; a workflow has one of them open. */
const waitingSteps = [
  'payOut',
  'collect',
  'payRefund',
  'signTransfer',
  'requestApproval',
] as const satisfies readonly (keyof OutsideActivities)[]

/** Has the step that a workflow of a payment waits in called now. Nothing where it waits in none. */
export async function callNow(client: Client, workflowId: string): Promise<void> {
  for (const type of waitingSteps) {
    try {
      await client.workflowService.resetActivity({
        namespace: client.options.namespace,
        execution: { workflowId },
        type,
        identity: client.options.identity,
      })
      return
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === NOT_FOUND) continue
      throw error
    }
  }
}

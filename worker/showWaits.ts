/**
 * Has the workflows of payments that need a person show it: the search attribute `OperationStatus` is `NEEDS_OPERATOR`
 * until what they wait for has come.
 */
import type { Client } from '@temporalio/client'
import type { Database } from '../db/database.ts'
import { FLAG_AFTER_MINUTES } from '../db/inbox.ts'
import type { WaitToShow } from '../db/sqlFunctions.ts'
import { workflowOfRun } from '../workflows/operatorPlan.ts'
import { signalNeedsOperator } from './temporalClient.ts'

/** In one round; those that are left follow in the next ones. */
const TOLD_MAX = 200

/**
 * Signals each workflow once for each of its waits.
 *
 * @throws Error when Temporal or PostgreSQL is away: the next round goes on
 */
export async function showWaits(
  database: Pick<Database, 'query' | 'call'>,
  client: Client,
): Promise<void> {
  const waits = await database.query<WaitToShow>({
    name: 'waits_to_show',
    text: 'select kind, subject, payment_id as "paymentId", run, attempt from waits_to_show($1, $2)',
    values: [FLAG_AFTER_MINUTES * 60, TOLD_MAX],
  })
  for (const wait of waits) {
    await signalNeedsOperator(client, workflowOfRun(wait))
    await database.call('note_shown_wait', wait.kind, wait.subject)
  }
}

/** The start of a workflow from the row that it is about: the API's after a commit, a worker's, and the sweep's. */
import type { OpenRow } from '../db/sqlFunctions.ts'
import type { OutsideCalls } from './outsideQueues.ts'
import { type Start, startAgentAction, startQuoteExecution } from './starts.ts'

/** Kinds whose starts wait in `pending_starts` (`pending_subject` in db/functions/pendingStarts.sql). */
export type PendingKind = 'PAYMENT' | 'AGENT_ACTION'

/** The task queues of outside calls about a row. */
export function outsideCallsOfRow(
  { OUTSIDE_TASK_QUEUE }: { readonly OUTSIDE_TASK_QUEUE: string },
  { environment }: Pick<OpenRow, 'environment'>,
): OutsideCalls {
  return { outsideTaskQueue: OUTSIDE_TASK_QUEUE, environment }
}

/** Undefined for a row of another kind. */
export function startOfPending(row: OpenRow, outside: OutsideCalls): Start | undefined {
  const subject = {
    customerId: row.customer_id ?? undefined,
    accountId: row.account_id ?? undefined,
    transactionId: row.transaction_id ?? undefined,
  }
  const agentId = row.agent_id ?? undefined
  switch (row.kind) {
    case 'PAYMENT':
    case 'AUTHORIZATION':
      return startQuoteExecution(
        { ...outside, platformId: row.platform_id, paymentId: row.id, facts: row.facts },
        { ...subject, agentId },
      )
    case 'AGENT_ACTION':
      return startAgentAction(
        {
          ...{ ...outside, platformId: row.platform_id, actionId: row.id },
          ...{ agentId: agentId ?? '', paymentId: row.payment_id ?? '' },
        },
        subject,
      )
    default:
      return undefined
  }
}

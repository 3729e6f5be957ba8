/** What a payment's payer and its receiver's platform had decided, and the row has lost: from the history of its run. */
import type { ApprovalDecision } from '../../activities/payments/approval.ts'
import type { AuthorizationState } from '../../db/authorizationFunctions.ts'
import type { ApprovalDecisionInput } from '../../db/sqlFunctions.ts'
import type { Reconciliation } from './finding.ts'
import type { RecordedRun } from './history.ts'

export type LostDecisions = {
  readonly isAuthorized: boolean
  readonly approval: ApprovalDecisionInput | undefined
}

/** Undefined if the row has lost none. Neither of them is asked a second time: a run that did would refund what has left. */
export async function lostDecisions(
  context: Reconciliation,
  { id, status }: { readonly id: string; readonly status: string },
  run: RecordedRun,
): Promise<LostDecisions | undefined> {
  const isAuthorized = status === 'PENDING_AUTHORIZATION' && wasAuthorized(run)
  const approval = await lostApproval(context, id, run)
  return isAuthorized || approval !== undefined ? { isAuthorized, approval } : undefined
}

/** Records them, in the order in which they were made. */
export async function recordDecisions(
  { database }: Reconciliation,
  paymentId: string,
  { isAuthorized, approval }: LostDecisions,
): Promise<void> {
  if (isAuthorized) await database.call('take_over_authorization', paymentId)
  if (approval !== undefined) await database.call('record_approval_decision', paymentId, approval)
}

function wasAuthorized({ answers, lastAnswers, result }: RecordedRun): boolean {
  // A run that began afterwards has not asked; one without any step found its payment closed.
  const steps = (answers.get('stepsOfPayment') ?? []) as readonly string[]
  if (steps.length > 0 && !steps.includes('AUTHORIZE')) return true
  const last = lastAnswers.get('followAuthorization') as AuthorizationState | undefined
  return last?.state === 'AUTHORIZED' || result === 'COMPLETED'
}

async function lostApproval(
  { database }: Reconciliation,
  paymentId: string,
  run: RecordedRun,
): Promise<ApprovalDecisionInput | undefined> {
  const decided = approvalIn(run)
  if (decided === undefined) return undefined
  // A payment that waits for its payer has not been offered to the platform yet.
  const pending = await database.maybeOne({
    text: `select 1 from payments q left join incoming_approvals a on a.payment_id = q.id
      where q.id = $1 and coalesce(a.status, case q.status when 'PENDING_AUTHORIZATION' then 'PENDING' end) = 'PENDING'`,
    values: [paymentId],
  })
  return pending === undefined ? undefined : decided
}

/** The first decision counts: as the row had it, as a call made it, as the webhook's response did. */
function approvalIn({ answers, signals }: RecordedRun): ApprovalDecisionInput | undefined {
  const recorded = answers.get('recordApprovalDecision') as ApprovalDecisionInput | undefined
  if (recorded !== undefined) {
    // A payment that had ended before has not been decided about.
    return recorded.by === 'the end of the payment' ? undefined : recorded
  }
  const call = signals.get('approvalDecided') as ApprovalDecisionInput | undefined
  if (call !== undefined) return call
  const answer = answers.get('requestApproval') as ApprovalDecision | undefined
  if (answer === undefined || answer.decision === 'WAIT') return undefined
  return { ...answer, decision: answer.decision, by: 'webhook' }
}

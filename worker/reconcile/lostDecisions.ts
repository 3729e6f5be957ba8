import type { ApprovalDecision } from '../../activities/payments/approval.ts'
import type { ApprovalDecisionInput } from '../../db/sqlFunctions.ts'
import type { Reconciliation } from './finding.ts'

/**
 * What the receiver's platform has decided, and the row has lost. The platform is not asked a second time: the next
 * run would reject the payment, and refund what has left.
 *
 * @param answers of the steps of the payment's run
 */
export async function lostApproval(
  { database }: Reconciliation,
  paymentId: string,
  answers: ReadonlyMap<string, unknown>,
): Promise<ApprovalDecisionInput | undefined> {
  const recorded = answers.get('recordApprovalDecision') as ApprovalDecision | undefined
  if (recorded === undefined || recorded.decision === 'WAIT') return undefined
  const pending = await database.maybeOne({
    text: "select 1 from incoming_approvals where payment_id = $1 and status = 'PENDING'",
    values: [paymentId],
  })
  if (pending === undefined) return undefined
  const { decision } = recorded
  const told = answers.get('requestApproval') as ApprovalDecision | undefined
  if (told?.decision === decision) return { ...told, decision, by: 'webhook' }
  // Why it was rejected by a call is lost: the next run rejects it too.
  return decision === 'APPROVED' ? { decision, by: 'call' } : undefined
}

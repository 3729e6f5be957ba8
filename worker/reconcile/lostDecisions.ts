/** What had been decided about a payment, and the row has lost: from the history of its run. */
import type { ApprovalDecision } from '../../activities/payments/approval.ts'
import type { Decision } from '../../activities/payments/correction.ts'
import { bookedFailure } from '../../activities/payments/execution.ts'
import {
  cancelled,
  type FailedOutcome,
  type PaymentOutcome,
} from '../../activities/payments/outcome.ts'
import { PAYMENT_END } from '../../contract/paymentOrder.ts'
import type { AuthorizationState } from '../../db/authorizationFunctions.ts'
import type { ApprovalDecisionInput } from '../../db/sqlFunctions.ts'
import type { Reconciliation } from './finding.ts'
import type { RecordedRun } from './history.ts'

/** As `stoppedEnd` of the workflow has it. */
const failed: FailedOutcome = { ...cancelled, cause: 'TRANSACTION_FAILED' }

/** How a payment ends that must not be paid any more. */
export type LostEnd = {
  /** As it was answered; undefined: it was to be stopped, and had not ended. */
  readonly failure: FailedOutcome | undefined
  /** Its refund over the rail was stopped before it had left. */
  readonly isRefundStopped: boolean
}

export type LostDecisions = {
  readonly isAuthorized: boolean
  readonly approval: ApprovalDecisionInput | undefined
  readonly end: LostEnd | undefined
}

type DecidedPayment = {
  readonly id: string
  readonly status: string
  /** As its decision planned them. */
  readonly steps: readonly string[]
}

/**
 * Undefined if the row has lost none. Neither payer nor platform is asked a second time: a run that did would refund what
 * has left. What had failed, or was to be stopped, is not paid: a run that does not know would.
 */
export async function lostDecisions(
  context: Reconciliation,
  payment: DecidedPayment,
  run: RecordedRun,
): Promise<LostDecisions | undefined> {
  const isAuthorized = payment.status === 'PENDING_AUTHORIZATION' && wasAuthorized(run)
  const approval = await lostApproval(context, payment.id, run)
  const end = lostEnd(payment, run)
  const isAny = isAuthorized || approval !== undefined || end !== undefined
  return isAny ? { isAuthorized, approval, end } : undefined
}

/** Records them, in the order in which they were made. What has left the rail ends. */
export async function recordDecisions(
  { database }: Reconciliation,
  paymentId: string,
  { isAuthorized, approval, end }: LostDecisions,
): Promise<void> {
  if (isAuthorized) await database.call('take_over_authorization', paymentId)
  if (approval !== undefined) await database.call('record_approval_decision', paymentId, approval)
  if (end === undefined) return
  if (end.failure === undefined) await database.call('request_stop', paymentId, false)
  else await database.call('take_over_failure', paymentId, ...bookedFailure(end.failure))
  if (end.isRefundStopped) await database.call('request_stop', paymentId, true)
}

/** How the payment ends instead of being paid; undefined: it was paid, or was under way. */
export function lostEnd(
  { status, steps }: Omit<DecidedPayment, 'id'>,
  run: RecordedRun,
): LostEnd | undefined {
  if (run.result === 'COMPLETED') return undefined
  const isUnauthorized = status === 'PENDING_AUTHORIZATION' && !wasAuthorized(run)
  const failure = failureIn(run, steps, isUnauthorized)
  if (failure === undefined && !isStopRequested(run)) return undefined
  return { failure, isRefundStopped: isRefundStopped(run) }
}

/** As it was booked, or was to be booked next. */
function failureIn(
  run: RecordedRun,
  steps: readonly string[],
  isUnauthorized: boolean,
): FailedOutcome | undefined {
  const { lastAnswers, result } = run
  const outcomes = [lastAnswers.get('payOut'), lastAnswers.get('collect')] as (
    | PaymentOutcome
    | undefined
  )[]
  const outcome = outcomes.find((one): one is FailedOutcome => one?.state === 'FAILED')
  const signed = lastAnswers.get('signTransfer') as { readonly outcome: string } | undefined
  const isFailed =
    result === 'FAILED' ||
    ['FAILED', 'REFUND_AT_RAIL'].includes(String(lastAnswers.get('failPayment'))) ||
    outcome !== undefined ||
    stepsAtStart(run).includes('REFUND') ||
    (signed !== undefined && signed.outcome !== 'SIGNED') ||
    authorizationIn(run) === 'FAILED' ||
    // Its row had ended before: without its payer, or without anything that the rail knows of.
    (result === 'ALREADY_CLOSED' && (isUnauthorized || steps.includes('PAY_OUT')))
  if (!isFailed) return undefined
  if (isUnauthorized) return { ...failed, reason: 'SCA_NOT_COMPLETED' }
  if (outcome !== undefined) {
    return isStopRequested(run) && outcome.cause === 'USER_CANCELLATION' ? failed : outcome
  }
  const approval = lastAnswers.get('recordApprovalDecision') as ApprovalDecisionInput | undefined
  return approval?.decision === 'REJECTED'
    ? { ...failed, reason: 'ACCOUNT_CANNOT_RECEIVE' }
    : failed
}

/** An operator had asked for it: the run had taken it up, or had it before it was ended. */
function isStopRequested({ lastAnswers, signals, result }: RecordedRun): boolean {
  if (lastAnswers.has('requestStop')) return true
  const paid = lastAnswers.get('payOut') as { readonly status?: string } | undefined
  const isSettled = [paid?.status, lastAnswers.get('settlePayment')].includes('COMPLETED')
  const asked = signals.get('resolve') as Decision | undefined
  return result === undefined && !isSettled && asked?.decision === 'refund'
}

/** Whether an operator had a run's refund set aside instead. What the rail has of it, the rail ends. */
export function isRefundStopped(run: RecordedRun): boolean {
  const { lastAnswers } = run
  const refund = lastAnswers.get('payRefund') as PaymentOutcome | undefined
  if (refund !== undefined) {
    return refund.state === 'FAILED' && refund.cause === 'USER_CANCELLATION'
  }
  const order = [...lastAnswers.keys()]
  const isOrdered =
    stepsAtStart(run).includes('REFUND') ||
    [lastAnswers.get('failPayment'), lastAnswers.get('correctPayment')].includes('REFUND_AT_RAIL')
  return isOrdered && order.indexOf('requestStop') > order.indexOf('failPayment')
}

function authorizationIn({ lastAnswers }: RecordedRun): AuthorizationState['state'] | undefined {
  return (lastAnswers.get('followAuthorization') as AuthorizationState | undefined)?.state
}

/** What its row had left to do when it began. */
function stepsAtStart({ answers }: RecordedRun): readonly string[] {
  return (answers.get('stepsOfPayment') ?? []) as readonly string[]
}

function wasAuthorized(run: RecordedRun): boolean {
  // A run that began afterwards has not asked; one without any step found its payment closed.
  const steps = stepsAtStart(run)
  if (steps.length > 0 && !steps.includes('AUTHORIZE')) return true
  return authorizationIn(run) === 'AUTHORIZED' || run.result === 'COMPLETED'
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
    return recorded.by === PAYMENT_END ? undefined : recorded
  }
  const call = signals.get('approvalDecided') as ApprovalDecisionInput | undefined
  if (call !== undefined) return call
  const answer = answers.get('requestApproval') as ApprovalDecision | undefined
  if (answer === undefined || answer.decision === 'WAIT') return undefined
  return { ...answer, decision: answer.decision, by: 'webhook' }
}

/** What carries out an operator's decision about a payment: the workflow that waits is signalled, or a correction is started. */
import type { Decision } from '../activities/payments/correction.ts'
import type { DecidablePayment, PaymentRun } from '../contract/decidablePayment.ts'
import type { PaymentCorrectionInput } from './definitions/payments.ts'
import { workflows } from './registry.ts'

export type OperatorPlan =
  /** The workflow that waits is signalled. */
  | { readonly step: 'SIGNAL'; readonly workflowId: string }
  /** A correction books it. */
  | {
      readonly step: 'CORRECT'
      readonly correction: PaymentCorrectionInput['correction']
      /** Of REFUND_RETRY. */
      readonly refundAttempt?: number
    }
  /** Nothing is left to do. */
  | { readonly step: 'NONE'; readonly why: string }

/** There is nothing to decide, or not this: a sentence for the operator. */
export class NotDecidable extends Error {
  override readonly name = 'NotDecidable'
}

/** @throws NotDecidable */
export function operatorPlan(
  payment: DecidablePayment,
  decision: Decision['decision'],
): OperatorPlan {
  const workflowId = waitingWorkflow(payment)
  if (workflowId !== undefined) return { step: 'SIGNAL', workflowId }
  if (payment.given_back && decision === 'refund' && !payment.collection_owed) {
    return { step: 'NONE', why: 'the money in suspense has been refunded already' }
  }
  const correction = correctionFor(payment, decision)
  return {
    step: 'CORRECT',
    correction,
    ...(correction === 'REFUND_RETRY' && { refundAttempt: payment.refund_attempt + 1 }),
  }
}

/** The workflow that waits for an outside party and may be signalled; none once that has ended. */
export function waitingWorkflow(payment: DecidablePayment): string | undefined {
  const { id, status, unconfirmed, refund_workflow: run, refund_attempt: attempt } = payment
  if (status === 'PROCESSING' || unconfirmed) return workflows.quoteExecution.id({ paymentId: id })
  return run === null ? undefined : workflowOfRun({ paymentId: id, run, attempt })
}

/** The workflow of a payment: its own, or the correction that a refund belongs to. */
export function workflowOfRun({ paymentId, run, attempt }: PaymentRun): string {
  return run === 'PAYMENT'
    ? workflows.quoteExecution.id({ paymentId })
    : workflows.paymentCorrection.id({ paymentId, correction: run, refundAttempt: attempt })
}

function correctionFor(
  payment: DecidablePayment,
  decision: Decision['decision'],
): PaymentCorrectionInput['correction'] {
  const isOverRail = payment.source_account_id === null
  if (payment.in_suspense) {
    if (decision === 'refund' || (decision === 'paid' && isOverRail)) return 'REFUND_FROM_SUSPENSE'
    if (decision === 'retry' && isOverRail) return 'REFUND_RETRY'
    throw new NotDecidable(
      'The money was held in an account of ours: --refund gives it back to it.',
    )
  }
  if (payment.collection_owed) {
    if (decision !== 'retry') return 'COLLECTION_RESOLVED'
    throw new NotDecidable(
      'The bank has taken the collection back: --paid when it was made good, --refund to undo the payment.',
    )
  }
  throw new NotDecidable(`The payment is ${payment.status}: there is nothing to decide.`)
}

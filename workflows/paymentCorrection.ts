/**
 * Corrects a payment after its workflow has closed: a settled payout is returned, or reported as
 * failed; a payout settles after its refund, a collection settles after the payment has failed; or
 * an operator decides about money in suspense or about a returned collection.
 */
import { ApplicationFailure, proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { PaymentCorrectionInput } from './definitions/payments.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { listenForOperator } from './operatorDecisions.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'
import { orderRefund } from './refund.ts'

/** Statuses that changed nothing: the operator may decide again. */
const unchanged = ['INSUFFICIENT_FUNDS', 'NOT_REVERSIBLE', 'NOTHING_IN_SUSPENSE', 'NOTHING_OWED']

export async function paymentCorrection(input: PaymentCorrectionInput): Promise<string> {
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const operator = listenForOperator()
  if (input.decision !== undefined) {
    await database.recordOperatorDecision({ paymentId: input.paymentId, ...input.decision })
  }
  // A notice may be an old one, read again: the rail's present state counts.
  if (input.correction === 'REVERSED' && !(await isFailedAtRail(input))) {
    await closeWithStatus('FAILED')
    throw ApplicationFailure.nonRetryable('the rail does not report it as failed', 'NOT_REVERSED')
  }
  let status = await database.correctPayment(input)
  if (status === 'REFUND_AT_RAIL') status = await orderRefund(input, operator)
  await operator.refuseLateDecisions(input.paymentId)
  if (unchanged.includes(status)) {
    await closeWithStatus('FAILED')
    throw ApplicationFailure.nonRetryable(`nothing was changed: ${status}`, status)
  }
  await closeWithStatus('COMPLETED')
  return status
}

async function isFailedAtRail(input: PaymentCorrectionInput): Promise<boolean> {
  const { findPayout } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'PAYOUT_RAIL'), "Payout rail: the payout's state"),
  )
  return (await findPayout({ paymentId: input.paymentId })) === 'FAILED'
}

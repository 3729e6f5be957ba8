/** Refunds of money that came over a rail: they are paid over that rail. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import { awaitConfirmation, checkPaid } from './decidedPayment.ts'
import type { OperatorDecisions } from './operatorDecisions.ts'
import { type OutsideCalls, queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

type RefundInput = OutsideCalls & { readonly paymentId: string }

/**
 * Orders the refund of a payment, waits for the rail's outcome or an operator's decision, and books
 * it. An operator records it as paid, has it stopped and moved to suspense, or has it retried.
 */
export async function orderRefund(
  input: RefundInput,
  operator: OperatorDecisions,
): Promise<string> {
  const { paymentId } = input
  const { payRefund } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'PAYOUT_RAIL'), 'Payout rail: the refund'),
  )
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  await operator.refuseLateDecisions(paymentId)
  const subject = { paymentId, isRefund: true }
  let isStopped = false
  for (;;) {
    const outcome = await operator.raceWithDecision(() => payRefund({ paymentId }))
    if ('result' in outcome) {
      const isPaid = outcome.result.state === 'SETTLED'
      if (isStopped && isPaid) {
        await database.refuseDecision({ paymentId, decision: 'refund', why: 'SETTLED_AT_RAIL' })
      }
      return database.settleRefund({ paymentId, isPaid })
    }
    const { decision } = outcome.decision
    await database.recordOperatorDecision({ paymentId, ...outcome.decision })
    if (decision === 'paid') {
      const check = await checkPaid(subject, input)
      if (check === 'PAID') return database.settleRefund({ paymentId, isPaid: true })
      if (check === 'NOT_PAID') continue
      await database.settleUnconfirmed(subject)
      await awaitConfirmation(operator, subject, () => payRefund({ paymentId }))
      // Booked by its confirmation; this only returns the payment's status.
      return database.settleRefund({ paymentId, isPaid: true })
    } else if (decision === 'refund') {
      await database.requestStop(subject)
      isStopped = true
    }
  }
}

/** Refunds of money that came over a rail: they are paid over that rail. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { OperatorDecisions } from './operatorDecisions.ts'
import { type OutsideCalls, queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

/** Attempts to stop a refund at the rail before it is moved to suspense. */
const STOP_ATTEMPTS = 3

/**
 * Orders the refund of a payment, waits for the rail's outcome or an operator's decision, and books
 * it. An operator records it as paid, moves it to suspense, or has it retried.
 */
export async function orderRefund(
  input: OutsideCalls & { readonly paymentId: string },
  operator: OperatorDecisions,
): Promise<string> {
  const { paymentId } = input
  const { payRefund } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'PAYOUT_RAIL'), 'Payout rail: the refund'),
  )
  const { recordOperatorDecision, settleRefund } = proxyLocalActivities<DatabaseActivities>(quick)
  operator.discard()
  for (;;) {
    const outcome = await operator.raceWithDecision(() => payRefund({ paymentId }))
    if ('result' in outcome)
      return settleRefund({ paymentId, isPaid: outcome.result.state === 'SETTLED' })
    const { decision } = outcome
    await recordOperatorDecision({ paymentId, ...decision })
    if (decision.decision === 'paid') return settleRefund({ paymentId, isPaid: true })
    if (decision.decision === 'refund') {
      return settleRefund({ paymentId, isPaid: await stopAndCheckPaid(input) })
    }
  }
}

/** Stops the refund that an operator moves to suspense, so that it is not paid twice. */
async function stopAndCheckPaid(
  input: OutsideCalls & { readonly paymentId: string },
): Promise<boolean> {
  const options = patient(queueOf(input, 'PAYOUT_RAIL'), 'Payout rail: the refund is stopped')
  const { stopRefund } = proxyActivities<OutsideActivities>({
    ...options,
    retry: { ...options.retry, maximumAttempts: STOP_ATTEMPTS },
  })
  try {
    return (await stopRefund({ paymentId: input.paymentId })).isPaid
  } catch {
    // It may still be paid: its notice is then booked against the money in suspense.
    return false
  }
}

/** The way back of money that came over a rail: it leaves over that rail. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { OperatorDecisions } from './operatorDecisions.ts'
import { patient, quick } from './policy.ts'

/** How often a rail is asked to stop a refund that a person sets aside, whatever it says. */
const STOP_ATTEMPTS = 3

/**
 * Orders the refund of a payment, waits for the rail's word, or a person's, and books it. A person
 * says that it has been paid, has it set aside, or asked for again.
 */
export async function orderRefund(
  input: { readonly quoteId: string; readonly outsideTaskQueue: string },
  operator: OperatorDecisions,
): Promise<string> {
  const { quoteId, outsideTaskQueue } = input
  const { payRefund } = proxyActivities<OutsideActivities>(
    patient(outsideTaskQueue, 'Payout rail: the refund'),
  )
  const { recordOperatorDecision, settleRefund } = proxyLocalActivities<DatabaseActivities>(quick)
  operator.discard()
  for (;;) {
    const outcome = await operator.raceWithDecision(() => payRefund({ quoteId }))
    if ('result' in outcome)
      return settleRefund({ quoteId, isPaid: outcome.result.state === 'SETTLED' })
    const { decision } = outcome
    await recordOperatorDecision({ quoteId, ...decision })
    if (decision.decision === 'paid') return settleRefund({ quoteId, isPaid: true })
    if (decision.decision === 'refund') {
      return settleRefund({ quoteId, isPaid: await stopAndCheckPaid(input) })
    }
  }
}

/** Has the rail stop what a person sets aside, so that it is not paid twice. Silence is a no. */
async function stopAndCheckPaid(input: {
  readonly quoteId: string
  readonly outsideTaskQueue: string
}): Promise<boolean> {
  const options = patient(input.outsideTaskQueue, 'Payout rail: the refund is stopped')
  const { stopRefund } = proxyActivities<OutsideActivities>({
    ...options,
    retry: { ...options.retry, maximumAttempts: STOP_ATTEMPTS },
  })
  try {
    return (await stopRefund({ quoteId: input.quoteId })).isPaid
  } catch {
    // It may still be paid: its notice is booked against what was set aside.
    return false
  }
}

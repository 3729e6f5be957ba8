/** The way back of money that came over a rail: it leaves over that rail. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { Person } from './person.ts'
import { patient, quick } from './policy.ts'

/** How often a rail is asked to stop a refund that a person sets aside, whatever it says. */
const STOP_ATTEMPTS = 3

/**
 * Orders the refund of a payment, waits for the rail's word, or a person's, and books it. A person
 * says that it has been paid, has it set aside, or asked for again.
 */
export async function orderRefund(
  input: { readonly quoteId: string; readonly outsideTaskQueue: string },
  person: Person,
): Promise<string> {
  const { quoteId, outsideTaskQueue } = input
  const { payRefund } = proxyActivities<OutsideActivities>(
    patient(outsideTaskQueue, 'Payout rail: the refund'),
  )
  const { recordDecision, settleRefund } = proxyLocalActivities<DatabaseActivities>(quick)
  person.forget()
  for (;;) {
    const word = await person.meanwhile(() => payRefund({ quoteId }))
    if ('end' in word) return settleRefund({ quoteId, isPaid: word.end.state === 'SETTLED' })
    const { decision } = word
    await recordDecision({ quoteId, ...decision })
    if (decision.decision === 'paid') return settleRefund({ quoteId, isPaid: true })
    if (decision.decision === 'refund') {
      return settleRefund({ quoteId, isPaid: await isPaidAfterAll(input) })
    }
  }
}

/** Has the rail stop what a person sets aside, so that it is not paid twice. Silence is a no. */
async function isPaidAfterAll(input: {
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

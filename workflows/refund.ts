/** The way back of money that came over a rail: it leaves over that rail. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import { patient, quick } from './policy.ts'

/** Orders the refund of a payment, waits for the rail's word and books it. */
export async function orderRefund(input: {
  readonly quoteId: string
  readonly outsideTaskQueue: string
}): Promise<string> {
  const { quoteId, outsideTaskQueue } = input
  const { payRefund } = proxyActivities<OutsideActivities>(
    patient(outsideTaskQueue, 'Payout rail: the refund'),
  )
  const { settleRefund } = proxyLocalActivities<DatabaseActivities>(quick)
  const end = await payRefund({ quoteId })
  return settleRefund({ quoteId, isPaid: end.state === 'SETTLED' })
}

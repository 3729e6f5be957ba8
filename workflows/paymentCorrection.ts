/**
 * What happens to a payment after its workflow has closed: the bank returns a settled payout, a
 * payout lands after its refund, a bank account is pulled after the payment was given up, or a
 * person gives back what was set aside.
 */
import { proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities } from '../activities/index.ts'
import { closeAs } from './head.ts'
import { quick } from './policy.ts'
import type { Decision } from './quoteExecution.ts'
import { orderRefund } from './refund.ts'

export type PaymentCorrectionInput = {
  readonly quoteId: string
  readonly correction: 'RETURNED' | 'LANDED_LATE' | 'COLLECTED_LATE' | 'REFUND_FROM_SUSPENSE'
  readonly reason?: string
  readonly outsideTaskQueue?: string
  readonly decision?: Decision
}

export async function paymentCorrection(input: PaymentCorrectionInput): Promise<string> {
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  if (input.decision !== undefined) {
    await database.recordDecision({ quoteId: input.quoteId, ...input.decision })
  }
  let status = await database.correctPayment(input)
  if (status === 'REFUND_AT_RAIL') {
    status = await orderRefund({ ...input, outsideTaskQueue: input.outsideTaskQueue ?? '' })
  }
  await closeAs('COMPLETED')
  return status
}

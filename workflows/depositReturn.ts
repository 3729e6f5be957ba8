/** Sends a deposit that nothing could take back over the rail, as an operator has decided. */
import { proxyActivities } from '@temporalio/workflow'
import type { OutsideActivities } from '../activities/index.ts'
import type { DepositReturnInput } from './definitions/payments.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient } from './policy.ts'

/** @returns the end at the rail; a failed attempt leaves the deposit to another decision */
export async function depositReturn(input: DepositReturnInput): Promise<string> {
  const { depositId, attempt } = input
  const { returnDeposit } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'PAYOUT_RAIL'), 'Payout rail: the deposit is sent back'),
  )
  const state = await returnDeposit({ depositId, attempt })
  await closeWithStatus(state === 'SETTLED' ? 'COMPLETED' : 'FAILED')
  return state
}

/**
 * Performs an operation that a stamp has authorized and claimed: the provider does it, and the result is recorded. The
 * request that has claimed it waits for the end.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { WalletOperationInput } from './definitions/wallets.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export async function walletOperation(input: WalletOperationInput): Promise<void> {
  const result = registerResultUpdate<'ENDED'>()
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { submitOperation } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the operation'),
  )
  const { requestId } = input

  const end = await submitOperation({ requestId })
  await database.recordOperation({ requestId, end })
  result.resolve('ENDED')
  await closeWithStatus(end.outcome === 'REFUSED' ? 'FAILED' : 'COMPLETED')
}

/**
 * Performs an operation that a stamp has authorized. Synchronous step: the request row is claimed.
 * Then the provider performs it and the result is recorded. The update returns the final outcome.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { OrderedOtp } from '../activities/walletOperations/record.ts'
import type { Refused } from '../contract/refused.ts'
import { startAbandonedChild } from './abandonedChild.ts'
import type { WalletOperationInput } from './definitions/wallets.ts'
import { closeWithStatus, failWithRefusal, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'
import { workflows } from './registry.ts'

export type WalletOperationResult =
  | { readonly outcome: 'SUCCEEDED' }
  | { readonly outcome: 'FAILED'; readonly code: string; readonly reason: string }
  | Refused

export async function walletOperation(input: WalletOperationInput): Promise<void> {
  const result = registerResultUpdate<WalletOperationResult>(input)
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { submitOperation } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the operation'),
  )
  const { requestId } = input

  const initial = await database.claimRequest(input)
  if (initial.outcome === 'REFUSED') {
    result.resolve(initial)
    return failWithRefusal(initial)
  }
  const end = await submitOperation({ requestId })
  const ordered = await database.recordOperation({ requestId, end })
  if (ordered) await startOtpIssuanceChild(input, ordered)
  result.resolve(
    end.outcome === 'REFUSED'
      ? { outcome: 'FAILED', code: end.code, reason: end.reason }
      : { outcome: 'SUCCEEDED' },
  )
  await closeWithStatus(end.outcome === 'REFUSED' ? 'FAILED' : 'COMPLETED')
}

/**
 * A new one-time-code credential gets its first code. It is recorded as ordered already: if this is
 * interrupted, the API or the sweep starts the same workflow.
 */
async function startOtpIssuanceChild(
  { platformId, outsideTaskQueue, environment }: WalletOperationInput,
  { credentialId, number, accountId, customerId }: OrderedOtp,
): Promise<void> {
  const start = workflows.otpIssuance.start(
    { attempt: 1, platformId, credentialId, number, outsideTaskQueue, environment },
    { accountId, customerId },
  )
  await startAbandonedChild(start)
}

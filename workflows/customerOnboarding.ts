/**
 * Makes the wallet of a customer at the provider. It starts with the customer's creation, or once the contact or the
 * consent that its wallet waits for is there.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { CustomerOnboardingInput } from './definitions/customers.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export async function customerOnboarding(input: CustomerOnboardingInput): Promise<void> {
  const result = registerResultUpdate<object>(input)
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { provisionWallet } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the wallet'),
  )
  const accountId = input.walletAccountId
  const wallet = await provisionWallet({ accountId })
  if (wallet !== null) await database.activateWallet({ accountId, wallet })
  result.resolve({})
  await closeWithStatus('COMPLETED')
}

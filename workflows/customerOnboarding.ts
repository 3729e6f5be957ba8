/**
 * Onboards a customer. Synchronous step: customer, accounts and credential. Background step: the
 * wallet at the provider. A customer without a contact is onboarded up to the wallet, which a second
 * run makes when a contact is set.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { CreateCustomerResult } from '../activities/customers.ts'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { CustomerOnboardingInput } from './definitions/customers.ts'
import { closeWithStatus, failWithRefusal, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export type CustomerOnboardingResult = CreateCustomerResult

export async function customerOnboarding(input: CustomerOnboardingInput): Promise<void> {
  const result = registerResultUpdate<CustomerOnboardingResult>(input)
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { provisionWallet } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the wallet'),
  )

  const initial = await database.createCustomer(input)
  if (initial.outcome === 'REFUSED') {
    result.resolve(initial)
    return failWithRefusal(initial)
  }
  const { walletAccountId } = input
  if (walletAccountId !== undefined && !initial.needsContact) {
    const wallet = await provisionWallet({ accountId: walletAccountId })
    await database.activateWallet({ accountId: walletAccountId, wallet })
  }
  result.resolve({ ...initial, requestHash: input.customer?.requestHash })
  await closeWithStatus('COMPLETED')
}

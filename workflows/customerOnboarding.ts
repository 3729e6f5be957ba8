/** A customer. Head: customer, accounts and credential. Tail: the wallet at the provider. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { CreateCustomerResult } from '../activities/customers.ts'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import { closeAs, closeRefused, openAnswer } from './head.ts'
import type { CustomerOnboardingInput } from './inputs.ts'
import { patient, quick } from './policy.ts'

export type CustomerOnboardingAnswer = CreateCustomerResult

export async function customerOnboarding(input: CustomerOnboardingInput): Promise<void> {
  const answer = openAnswer<CustomerOnboardingAnswer>(input)
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { provisionWallet } = proxyActivities<OutsideActivities>(
    patient(input.outsideTaskQueue, 'Wallet provider: the wallet'),
  )

  const head = await database.createCustomer(input)
  if (head.outcome === 'REFUSED') {
    answer.give(head)
    return closeRefused(head)
  }
  const { walletAccountId } = input
  if (walletAccountId !== undefined) {
    const wallet = await provisionWallet({ accountId: walletAccountId })
    await database.activateWallet({ accountId: walletAccountId, wallet })
  }
  answer.give({ ...head, requestHash: input.customer?.requestHash })
  await closeAs('COMPLETED')
}

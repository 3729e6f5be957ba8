/** A customer. Head: customer, accounts and credential. Tail: the wallet at the provider. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import { closeAs, closeRefused, openAnswer, type Refused } from './head.ts'
import { patient, quick } from './policy.ts'

export type CustomerOnboardingInput = {
  readonly attempt: number
  readonly platformId: string
  readonly customerId: string
  /** Internal account of the embedded wallet; undefined where the platform has no USDB. */
  readonly walletAccountId: string | undefined
  readonly outsideTaskQueue: string
  /** The customer's fields; absent when a sweep takes up a customer that exists. */
  readonly customer?: Readonly<Record<string, unknown>> & { readonly requestHash: string }
}

export type CustomerOnboardingAnswer =
  | {
      readonly outcome: 'MOVED'
      /** Of the request that started this run. */
      readonly requestHash?: string | undefined
    }
  | Refused

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

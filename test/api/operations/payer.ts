import { aFundedCustomer, type TestCustomer } from '../../payments/customers.ts'
import { anExternalAccount, type Resource } from '../../support/builders.ts'
import { service } from '../service.ts'

export let ada: TestCustomer
export let bank: Resource

/** One payer for all of them, made when the first needs it. */
export async function meetAda(): Promise<void> {
  if (ada !== undefined) return
  ada = await aFundedCustomer(service().stack, 'USD', 1_000_000n)
  bank = await anExternalAccount(ada.api, ada.customer)
}

export const transferBody = (source: unknown, destination: unknown, more: object = {}): object => ({
  source: { accountId: source },
  destination: { accountId: destination },
  amount: 1_000,
  ...more,
})

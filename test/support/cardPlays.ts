/** What merchants do with a card, by the simulators, and what comes of it. */
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { listed, type Resource, waitUntil } from './builders.ts'

export const USD = { code: 'USD' } as const

/** Plays a simulator; its answer. */
export function play(
  api: ApiClient,
  card: { readonly id: string },
  what: string,
  body: object,
): ReturnType<ApiClient['call']> {
  return api.call('POST', `/sandbox/cards/${card.id}/simulate/${what}`, body)
}

export function purchaseOf(cents: number, descriptor = 'BLUE BOTTLE COFFEE'): object {
  return { amount: cents, currency: USD, merchant: { descriptor, mcc: '5814', country: 'US' } }
}

/** The card transaction with the issuer's id; undefined while it is not listed. */
export async function transactionOf(
  api: ApiClient,
  customer: { readonly id: string },
  issuerTransactionToken: unknown,
): Promise<Resource | undefined> {
  const all = listed(await api.call('GET', `/transactions?customerId=${customer.id}&type=CARD`))
  return all.find((one) => one.issuerTransactionToken === issuerTransactionToken)
}

/** Waits until a card transaction of that token has a status. */
export function untilTransaction(
  api: ApiClient,
  customer: { readonly id: string },
  token: unknown,
  status: string,
): Promise<Resource> {
  return waitUntil(`the card transaction is ${status}`, async () => {
    const found = await transactionOf(api, customer, token)
    return found?.status === status ? found : undefined
  })
}

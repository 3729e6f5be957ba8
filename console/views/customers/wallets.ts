/** The internal accounts of a customer; those that people log in to are its wallets. */
import { type Live, useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'

export type Account = Component<'InternalAccount'>

/** More are not shown: a customer has one a currency. */
const LIMIT = 100
const EVERY_MS = 5_000

export function accountsRequest(customerId: string) {
  return request('get', '/customers/internal-accounts', { query: { customerId, limit: LIMIT } })
}

export function useAccounts(customerId: string): Live<Component<'InternalAccountList'>> {
  return useLive(accountsRequest(customerId), { everyMs: EVERY_MS })
}

export function walletsOf(accounts: readonly Account[]): readonly Account[] {
  return accounts.filter(({ type }) => type === 'EMBEDDED_WALLET')
}

export function credentialsRequest(accountId: string) {
  return request('get', '/auth/credentials', { query: { accountId } })
}

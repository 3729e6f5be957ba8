/** Accounts that coins are minted into, and that dollars are paid from and to. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'

type Account = Component<'ExternalAccount'>
type Suggestion = readonly [value: string, words: string]

const LIMIT = 100

/** The newest active ones of a kind, as suggestions of a field: others are named by their id. */
export function useAccounts(accountType: 'SPARK_WALLET' | 'USD_ACCOUNT'): readonly Suggestion[] {
  const currency = accountType === 'USD_ACCOUNT' ? 'USD' : undefined
  const { data } = useLive(
    request('get', '/customers/external-accounts', { query: { limit: LIMIT, currency } }),
    { everyMs: 0 },
  )
  return (data?.data ?? [])
    .filter(
      ({ status, accountInfo }) => status === 'ACTIVE' && accountInfo.accountType === accountType,
    )
    .map((account) => [account.id, accountWords(account)] as const)
}

function accountWords({ accountInfo, currency }: Account): string {
  const { address, accountNumber } = accountInfo as { address?: string; accountNumber?: string }
  if (address !== undefined) return `${currency} · ${address.slice(0, 16)}…`
  return `${currency} · ··${accountNumber?.slice(-4) ?? ''}`
}

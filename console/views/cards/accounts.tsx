/** The wallets of a cardholder, which a card may draw on. */
import { useLive } from '../../lib/live.ts'
import { shownAmount } from '../../lib/money.ts'
import { type Component, request } from '../../lib/request.ts'
import { shortId } from '../../ui/CopyId.tsx'

export type Account = Component<'InternalAccount'>

const LIMIT = 100
const EVERY_MS = 5_000

/** @param customerId undefined if none is chosen: nothing is requested */
export function useWallets(customerId: string | undefined) {
  const asked =
    customerId === undefined
      ? undefined
      : request('get', '/internal-accounts', {
          query: { customerId, type: 'EMBEDDED_WALLET', limit: LIMIT },
        })
  return useLive(asked, { everyMs: EVERY_MS })
}

/** `USDB …3f8c21 · 25.00 USDB`. */
export function accountWords({ id, balance }: Account): string {
  return `${balance.currency.code} ${shortId(id)} · ${shownAmount(balance.amount, balance.currency)}`
}

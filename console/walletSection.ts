/** The balance, and sandbox money for it. */
import { minorOf, shownAmount } from './lib/money.ts'
import { announce, form, input, make, onSubmit, pair, section } from './page.ts'
import type { Store } from './state.ts'

export function showWallet(store: Store): void {
  onSubmit(form('fund'), async () => {
    const { api, wallet } = store.state
    if (!api || !wallet) return
    const amount = minorOf(input('fund-amount').value, wallet.balance.currency)
    await api.call('POST', `/sandbox/internal-accounts/${wallet.id}/fund`, { amount })
    await store.refresh()
    announce('Money added.')
  })
  store.watch(({ customer, wallet }) => {
    section('workspace').hidden = wallet === undefined
    if (!wallet || !customer) return
    const { balance, totalBalance } = wallet
    section('customer-name').textContent = customer.fullName ?? customer.id
    section('balance').textContent = shownAmount(balance.amount, balance.currency)
    const held = totalBalance.amount - balance.amount
    section('held').hidden = held <= 0
    section('held').textContent = `${shownAmount(held, balance.currency)} on its way out.`
    section('wallet-facts').replaceChildren(
      ...pair('Email', customer.email ?? 'none'),
      ...pair('Customer', make('code', {}, customer.id)),
      ...pair('Account', make('code', {}, wallet.id)),
    )
  })
}

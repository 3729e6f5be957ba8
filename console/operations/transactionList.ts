/** The platform's transactions, newest first, as they come. */
import { amountsOf } from '../lib/money.ts'
import { shownInstant } from '../lib/time.ts'
import { button, byId, make, onPress, section } from '../page.ts'
import { outcomes } from '../paymentProgress.ts'
import type { Transaction } from '../shapes.ts'
import type { Store } from '../state.ts'
import { fill, live, shortId } from './live.ts'
import type { Chosen } from './transaction.ts'

const LOOK_MS = 1_500
const STEP = 15
const SHOWN_MAX = 100

export function showTransactions(store: Store, chosen: Chosen): void {
  let limit = STEP
  const filter = byId('status-filter', HTMLSelectElement)
  let transactions: readonly Transaction[] = []
  const draw = (): void => {
    const none = make('li', { className: 'hint' }, 'None yet.')
    if (transactions.length === 0) section('transaction-list').replaceChildren(none)
    else
      fill(section('transaction-list'), transactions, {
        key: ({ id }) => id,
        content: (each) => `${each.updatedAt} ${each.status} ${each.id === chosen.id}`,
        draw: (each) => row(each, each.id === chosen.id, () => chosen.choose(each.id)),
      })
  }
  const looking = live(store, LOOK_MS, async (api) => {
    const status = filter.value === '' ? '' : `&status=${filter.value}`
    const path = `/transactions?limit=${limit}${status}`
    const { body } = await api.call<{ data: Transaction[]; hasMore: boolean }>('GET', path)
    transactions = body.data
    button('more').hidden = !body.hasMore || limit >= SHOWN_MAX
    draw()
  })
  chosen.watch(draw)
  filter.addEventListener('change', () => looking.again())
  onPress(button('more'), async () => {
    limit = Math.min(SHOWN_MAX, limit + STEP)
    looking.again()
  })
}

function row(transaction: Transaction, isChosen: boolean, choose: () => void): HTMLElement {
  const { status, createdAt, customerId } = transaction
  const whose = customerId.startsWith('Customer:') ? `customer ${shortId(customerId)}` : 'platform'
  const pick = make(
    'button',
    { type: 'button', className: 'pick', ariaPressed: String(isChosen) },
    make('b', {}, amountsOf(transaction)),
    make('span', {}, make('span', { className: `tag ${outcomes[status] ?? ''}` }, status)),
    make('small', {}, shownInstant(createdAt)),
    make('small', {}, whose),
  )
  pick.addEventListener('click', choose)
  return make('li', {}, pick)
}

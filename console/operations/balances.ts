/** What the platform and its customers hold, per currency, over time. */
import { shownAmount } from '../lib/money.ts'
import { shownInstant } from '../lib/time.ts'
import { byId, make, section } from '../page.ts'
import type { BalanceHistory } from '../shapes.ts'
import type { Store } from '../state.ts'
import { chartOf } from './chart.ts'
import { fill, live } from './live.ts'

const LOOK_MS = 5_000
const POINTS = 60

type History = BalanceHistory['data'][number]

export function showBalances(store: Store): void {
  const period = byId('period', HTMLSelectElement)
  const looking = live(store, LOOK_MS, async (api) => {
    const path = `/internal-accounts/balance-history?points=${POINTS}&hours=${period.value}`
    const { body } = await api.call<BalanceHistory>('GET', path)
    const held = body.data.filter(({ points }) => points.some(({ totalBalance }) => totalBalance))
    const none = make('p', { className: 'hint' }, 'No money yet.')
    if (held.length === 0) section('charts').replaceChildren(none)
    else
      fill(section('charts'), held, {
        key: ({ currency }) => currency.code,
        content: (each) => JSON.stringify(each),
        draw: figureOf,
      })
  })
  period.addEventListener('change', () => looking.again())
}

function figureOf({ currency, points }: History): HTMLElement {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return make('figure')
  const balances = points.map(({ balance }) => balance)
  const now = shownAmount(last.balance, currency)
  const change = last.balance - first.balance
  const sign = change < 0 ? '−' : '+'
  const moved = change === 0 ? 'unchanged' : `${sign} ${shownAmount(Math.abs(change), currency)}`
  const held = last.totalBalance - last.balance
  const label = `${currency.code}: ${now}, ${moved} since ${shownInstant(first.at)}`
  const about = held > 0 ? `${moved} · ${shownAmount(held, currency)} under way` : moved
  return make(
    'figure',
    {},
    make('figcaption', {}, make('strong', {}, now), make('span', { className: 'hint' }, about)),
    chartOf(balances, label),
    make(
      'p',
      { className: 'ends' },
      make('span', {}, shownInstant(first.at)),
      make('span', {}, `highest ${shownAmount(Math.max(...balances), currency)}`),
      make('span', {}, 'now'),
    ),
  )
}

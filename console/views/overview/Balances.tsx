/** What the platform and its customers hold, per currency, over time. */
import { useLive } from '../../lib/live.ts'
import { shortAmount, shownAmount } from '../../lib/money.ts'
import { type Component, request } from '../../lib/request.ts'
import { Chart } from '../../ui/Chart.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'
import { type Period, seldom } from './Volume.tsx'

type History = Component<'BalanceHistory'>['data'][number]

const POINTS = 120

export function Balances({ hours, words }: Period) {
  const asked = request('get', '/internal-accounts/balance-history', {
    query: { points: POINTS, hours },
  })
  const { data, problem, again } = useLive(asked, seldom)
  const held = data?.data.filter(({ highest }) => highest.balance > 0)
  return (
    <Section title={`Balances · ${words.toLowerCase()}`} actions={<Curl request={asked} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {held === undefined ? (
        problem === undefined && <Loading what="Balances" lines={6} />
      ) : held.length === 0 ? (
        <Empty title="No money in this period.">
          In the sandbox an account is filled with{' '}
          <code>POST /sandbox/internal-accounts/…/fund</code>.
        </Empty>
      ) : (
        <ul class="cards wide">
          {held.map((each) => (
            <li key={each.currency.code}>
              <BalanceCard history={each} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function BalanceCard({
  history: { currency, points, highest, lowest },
}: {
  readonly history: History
}) {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const money = (amount: number) => <Money value={{ amount, currency }} />
  const shown = (amount: number): string => shownAmount(Math.round(amount), currency)
  const change = last.balance - first.balance
  const underWay = last.totalBalance - last.balance
  const label = `${currency.code}: ${shown(last.balance)}; highest ${shown(highest.balance)}, lowest ${shown(lowest.balance)}`
  return (
    <div class="card stack">
      <div>
        <p class="figure">{money(last.balance)}</p>
        <p class="soft">
          {change === 0 ? (
            'Unchanged'
          ) : (
            <Money value={{ amount: Math.abs(change), currency }} sign={change < 0 ? '−' : '+'} />
          )}
          {underWay > 0 && <> · {money(underWay)} under way</>}
        </p>
      </div>
      <Chart
        label={label}
        kind="steps"
        times={points.map(({ at }) => Date.parse(at) / 1_000)}
        values={points.map(({ balance }) => balance)}
        shown={(value) => shortAmount(value, currency)}
      />
      <p class="soft extremes">
        <span>
          Highest {money(highest.balance)}, <Time at={highest.at} />
        </span>
        <span>
          Lowest {money(lowest.balance)}, <Time at={lowest.at} />
        </span>
      </p>
    </div>
  )
}

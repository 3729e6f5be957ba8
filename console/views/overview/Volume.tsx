/** What was completed and what failed, per type and currency, over time. */
import { useLive } from '../../lib/live.ts'
import { shortAmount, shownAmount } from '../../lib/money.ts'
import { type Component, request } from '../../lib/request.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Chart } from '../../ui/Chart.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'

/** A period until now. */
export type Period = {
  readonly hours: number
  /** `Last day`. */
  readonly words: string
}

type Volumes = Component<'TransactionVolume'>['data'][number]

const INTERVALS = 24
/** The volume reads all transactions of the period: not as often as a list, and with many of them rarely. */
export const seldom = { everyMs: 15_000, maxShare: 0.01, keep: true } as const

export function Volume({ hours, words }: Period) {
  const asked = request('get', '/transactions/volume', { query: { hours, intervals: INTERVALS } })
  const { data, problem, again } = useLive(asked, seldom)
  return (
    <Section title={`Volume · ${words.toLowerCase()}`} actions={<Curl request={asked} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined ? (
        problem === undefined && <Loading what="Volumes" lines={6} />
      ) : data.data.length === 0 ? (
        <Empty title="Nothing has ended in this period." />
      ) : (
        <ul class="cards wide">
          {data.data.map((each) => (
            <li key={`${each.type}/${each.currency.code}`}>
              <VolumeCard volumes={each} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function VolumeCard({ volumes: { type, currency, intervals } }: { readonly volumes: Volumes }) {
  const sum = (of: 'amount' | 'completed' | 'failed'): number =>
    intervals.reduce((total, interval) => total + interval[of], 0)
  const [amount, completed, failed] = [sum('amount'), sum('completed'), sum('failed')]
  const shown = (value: number): string => shownAmount(Math.round(value), currency)
  const title = `${wordsOf(type)}, ${currency.code}`
  return (
    <div class="card stack">
      <div>
        <p class="figure">
          <Money value={{ amount, currency }} />
        </p>
        <p class="row soft">
          <span>{title}</span>
          <span>{completed} completed</span>
          {failed > 0 && (
            <Link to={{ view: 'transactions', query: { type, status: 'FAILED' } }}>
              <Badge tone="bad">{failed} failed</Badge>
            </Link>
          )}
        </p>
      </div>
      <Chart
        label={`${title}: ${shown(amount)} in ${completed} transactions, ${failed} failed`}
        kind="bars"
        times={intervals.map(({ at }) => Date.parse(at) / 1_000)}
        values={intervals.map((interval) => interval.amount)}
        shown={(value) => shortAmount(value, currency)}
      />
    </div>
  )
}

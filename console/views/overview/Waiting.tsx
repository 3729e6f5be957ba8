/** What is not finished, whose turn it is, and where to look. */
import { useLive } from '../../lib/live.ts'
import { type ApiRequest, request } from '../../lib/request.ts'
import type { RouteChange } from '../../lib/route.ts'
import { classes } from '../../ui/classes.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Tone } from '../../ui/statuses.ts'

const EVERY_MS = 5_000

type List = {
  readonly data: readonly unknown[]
  readonly hasMore: boolean
  readonly totalCount?: number | undefined
}

type Item = {
  readonly title: string
  readonly about: string
  /** How it looks as soon as there is one. */
  readonly tone: Tone
  readonly request: ApiRequest<List>
  readonly to: RouteChange
}

const transactionsIn = (
  status: 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'EXCEPTION',
) => ({
  request: request('get', '/transactions', { query: { status, limit: 1 } }),
  to: { view: 'transactions', query: { status } },
})

const items: readonly Item[] = [
  {
    title: 'Undelivered webhooks',
    about: 'Your endpoint did not take them; they are not tried any more.',
    tone: 'bad',
    request: request('get', '/webhooks/events', { query: { status: 'FAILED', limit: 100 } }),
    to: { view: 'webhooks', query: { status: 'FAILED' } },
  },
  {
    title: 'Agents’ approvals',
    about: 'Your decision is waited for.',
    tone: 'warn',
    request: request('get', '/agents/approvals', { query: { limit: 1 } }),
    to: { view: 'approvals' },
  },
  {
    title: 'To be authorized',
    about: 'Payments that wait for their customer.',
    tone: 'warn',
    ...transactionsIn('PENDING_AUTHORIZATION'),
  },
  {
    title: 'Open quotes',
    about: 'Not executed or not funded yet: the customer’s turn.',
    tone: 'plain',
    ...transactionsIn('PENDING'),
  },
  {
    title: 'Under way',
    about: 'Payments that wait for a rail, a bank or the wallet provider.',
    tone: 'busy',
    ...transactionsIn('PROCESSING'),
  },
  {
    title: 'Card purchases in exception',
    about: 'Cleared, though the account did not cover them.',
    tone: 'bad',
    ...transactionsIn('EXCEPTION'),
  },
]

export function Waiting() {
  return (
    <Section title="What waits for whom">
      <ul class="cards counts">
        {items.map((item) => (
          <li key={item.title}>
            <Count item={item} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Count({ item }: { readonly item: Item }) {
  const { data, problem, again } = useLive(item.request, { everyMs: EVERY_MS })
  const isNone = data !== undefined && data.data.length === 0
  const tone = data === undefined || isNone ? 'plain' : item.tone
  return (
    <div class={classes('card count-card', tone, isNone && 'none')}>
      <p>
        <Link to={item.to}>{item.title}</Link>
      </p>
      <p class="figure">{data === undefined ? <span class="bone" /> : countOf(data)}</p>
      <p class="soft">{item.about}</p>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
    </div>
  )
}

/** Lists are counted up to a hundred and estimated beyond, those of webhooks are not counted. */
function countOf({ data, hasMore, totalCount }: List): string {
  if (totalCount !== undefined && totalCount <= 100) return String(totalCount)
  return hasMore ? '100+' : String(data.length)
}

/** What needs a person, the oldest first. */
import { useRoute } from '../../lib/route.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSelect, Filters, FilterText } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { read } from '../api.ts'
import { useHealth } from '../health.ts'
import { PlatformLink } from '../PlatformLink.tsx'
import { Refresh } from '../Refresh.tsx'
import { SubjectLink } from '../SubjectLink.tsx'
import { useReading } from '../useReading.ts'
import { ItemPanel } from './ItemPanel.tsx'
import { type Item, kindOptions, kindWords, type Row, rowsOf } from './item.ts'
import { OpenDecisions } from './OpenDecisions.tsx'

const filterNames = ['kind', 'waiting', 'platform']
/** The counts say within seconds that the list is old; this is for what they do not show. */
const EVERY_MS = 60_000

const columns: readonly Column<Row>[] = [
  {
    key: 'what',
    head: 'What',
    cell: ({ items }) => [...new Set(items.map(({ kind }) => kindWords(kind)))].join(', '),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'end',
    cell: ({ first }) => first.amount ?? <span class="soft">–</span>,
  },
  { key: 'since', head: 'Since', align: 'end', cell: ({ first }) => <Time at={first.since} /> },
  {
    key: 'platform',
    head: 'Platform',
    from: 'tablet',
    cell: ({ first }) => <PlatformLink id={first.platformId} name={first.platform} />,
  },
  {
    key: 'environment',
    head: 'Environment',
    from: 'desktop',
    cell: ({ first }) => (first.environment === null ? '–' : wordsOf(first.environment)),
  },
  {
    key: 'about',
    head: 'About',
    from: 'desktop',
    cell: ({ subject }) => <SubjectLink id={subject} isShort />,
  },
  {
    key: 'reason',
    head: 'Reason',
    from: 'desktop',
    cell: ({ first: { reason } }) => (
      <span class="cut" title={reason ?? undefined}>
        {reason ?? ''}
      </span>
    ),
  },
]

export default function Inbox() {
  const { selected, query } = useRoute()
  const asked = read<{ data: readonly Item[] }>('/inbox', {
    kind: query.kind,
    waitingSeconds: query.waiting,
    platform: query.platform,
  })
  const counts = useHealth().data?.inbox
  const { data, problem, isOld, again } = useReading(asked, {
    everyMs: EVERY_MS,
    keep: true,
    changed: counts && JSON.stringify(counts),
  })
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <Page
      title="Inbox"
      {...(selected === undefined && { actions: <Refresh onPress={again} /> })}
      panel={
        selected !== undefined && <ItemPanel key={selected} subject={selected} onChange={again} />
      }
    >
      <OpenDecisions />
      <Filters names={filterNames}>
        <FilterSelect name="kind" label="Kind" all="Every kind" options={kindOptions} />
        <FilterSelect
          name="waiting"
          label="Payments and refunds that wait"
          all="Waiting for 10 minutes"
          options={[
            ['0', 'However short they wait'],
            ['3600', 'Waiting for an hour'],
            ['86400', 'Waiting for a day'],
          ]}
        />
        <FilterText name="platform" label="Platform" hint="PlatformConfig:…" waitsForEnter />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Inbox"
          rows={data && rowsOf(data.data)}
          columns={columns}
          keyOf={({ subject }) => subject}
          isOld={isOld}
          empty={
            isFiltered ? (
              <Empty title="Nothing of these filters needs a person." />
            ) : (
              <Empty title="Nothing needs a person.">
                Payments that wait, money in suspense and what cannot be booked come here by
                themselves.
              </Empty>
            )
          }
        />
      )}
    </Page>
  )
}

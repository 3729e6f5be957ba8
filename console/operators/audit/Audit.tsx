/** What operators have read and done, the newest first. */
import { useRoute } from '../../lib/route.ts'
import { shortId } from '../../ui/CopyId.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSearch, Filters, FilterText } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { read } from '../api.ts'
import { OlderOnes } from '../OlderOnes.tsx'
import { Refresh } from '../Refresh.tsx'
import { useReading } from '../useReading.ts'
import { AuditPanel } from './AuditPanel.tsx'
import { actionWords, type Entry } from './entry.ts'

const filterNames = ['subject', 'operator', 'platform', 'before']
const LIMIT = 100

const columns: readonly Column<Entry>[] = [
  { key: 'what', head: 'What', cell: ({ action }) => actionWords(action) },
  { key: 'who', head: 'Who', cell: ({ operator }) => <span class="cut">{operator}</span> },
  {
    key: 'about',
    head: 'About',
    from: 'tablet',
    cell: ({ subject }) =>
      subject === null ? (
        '–'
      ) : (
        <code class="short" title={subject}>
          {shortId(subject)}
        </code>
      ),
  },
  {
    key: 'details',
    head: 'Details',
    from: 'desktop',
    cell: ({ details }) => <span class="cut path">{sentenceOf(details)}</span>,
  },
  { key: 'at', head: 'When', align: 'end', cell: ({ at }) => <Time at={at} /> },
]

/** `decision: refund, reason: ...`; what the entry is about has a column of its own. */
function sentenceOf(details: Entry['details']): string {
  return Object.entries(details ?? {})
    .filter(([name]) => name !== 'decisionId')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')
}

export default function Audit() {
  const { selected, query } = useRoute()
  const { operator, subject, platform, before } = query
  const { data, problem, isOld, again } = useReading(
    read<{ data: readonly Entry[] }>('/audit', {
      ...{ operator, subject, platform, before, limit: LIMIT },
    }),
    { keep: true },
  )
  return (
    <Page
      title="Audit"
      actions={<Refresh onPress={again} />}
      panel={
        selected !== undefined && (
          <AuditPanel
            key={selected}
            id={selected}
            entry={data?.data.find(({ id }) => id === selected)}
            isRead={data !== undefined}
          />
        )
      }
    >
      <Filters names={filterNames}>
        <FilterSearch
          name="subject"
          label="Id that it is about"
          hint="Transaction:… or another id; Enter"
          waitsForEnter
        />
        <FilterText name="operator" label="Who" hint="Grace Hopper" waitsForEnter />
        <FilterText name="platform" label="Platform" hint="PlatformConfig:…" waitsForEnter />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Entries"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={
            <Empty title="Nothing is written down about this.">
              Names and ids are taken as they are written.
            </Empty>
          }
        />
      )}
      <OlderOnes rows={data?.data} limit={LIMIT} />
    </Page>
  )
}

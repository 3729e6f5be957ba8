/** Request log of all platforms, seven days: each request with its response status. */
import { pathWithoutVersion } from '../../lib/requestLog.ts'
import { useRoute } from '../../lib/route.ts'
import { shownDuration } from '../../lib/time.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterMinute, FilterSearch, Filters, FilterText } from '../../ui/Filters.tsx'
import { HttpStatus } from '../../ui/HttpStatus.tsx'
import { Page } from '../../ui/Page.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { read } from '../api.ts'
import { OlderOnes } from '../OlderOnes.tsx'
import { PlatformLink } from '../PlatformLink.tsx'
import { Refresh } from '../Refresh.tsx'
import { useReading } from '../useReading.ts'
import { filterNames, isOfOneDay, type Logged, listQueryOf } from './logged.ts'
import { RequestPanel } from './RequestPanel.tsx'

const LIMIT = 100

const columns: readonly Column<Logged>[] = [
  {
    key: 'request',
    head: 'Request',
    cell: ({ method, path }) => (
      <span class="cut path" title={`${method} ${path}`}>
        {method} {pathWithoutVersion(path)}
      </span>
    ),
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
  {
    key: 'platform',
    head: 'Platform',
    from: 'tablet',
    cell: ({ platformId, platform }) => <PlatformLink id={platformId} name={platform} />,
  },
  {
    key: 'id',
    head: 'X-Request-Id',
    from: 'desktop',
    cell: ({ requestId }) => (
      <code class="cut" title={requestId}>
        {requestId}
      </code>
    ),
  },
  {
    key: 'took',
    head: 'Took',
    align: 'end',
    from: 'tablet',
    cell: ({ ms }) => shownDuration(ms),
  },
  { key: 'at', head: 'Answered', align: 'end', cell: ({ at }) => <Time at={at} isExact /> },
]

export default function Requests() {
  const { selected, query } = useRoute()
  const asked = read<{ data: readonly Logged[] }>('/requests', {
    ...listQueryOf(query),
    limit: LIMIT,
  })
  const { data, problem, isOld, again } = useReading(asked, { keep: true })
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <Page
      title="Requests"
      actions={<Refresh onPress={again} />}
      panel={selected !== undefined && <RequestPanel key={selected} id={selected} />}
    >
      <Filters names={filterNames}>
        <FilterSearch
          name="q"
          label="X-Request-Id, or part of the path"
          hint="X-Request-Id, or /part/of/the/path"
          waitsForEnter
        />
        <FilterText name="status" label="Status" hint="500" waitsForEnter size={4} />
        <FilterText name="platform" label="Platform" hint="PlatformConfig:…" waitsForEnter />
        <FilterMinute name="from" label="From, UTC" />
        <FilterMinute name="to" label="To, UTC" />
      </Filters>
      {isOfOneDay(query) && (
        <p class="soft">
          Of all platforms one day is searched: the last one, or the one before “To”. A platform’s
          requests are searched for all seven days.
        </p>
      )}
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Requests"
          rows={data?.data}
          columns={columns}
          keyOf={({ requestId }) => requestId}
          isOld={isOld}
          empty={
            isFiltered ? (
              <Empty title="No request matches these filters.">
                Requests are kept for seven days, and written some seconds after their answer; under
                load some are left out.
              </Empty>
            ) : (
              <Empty title="No request yet.">
                A request is here some seconds after its answer.
              </Empty>
            )
          }
        />
      )}
      <OlderOnes rows={data?.data} limit={LIMIT} />
    </Page>
  )
}

/** What the platform has asked of the service in the last seven days, and what it was answered. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { pathWithoutVersion } from '../../lib/requestLog.ts'
import { useRoute } from '../../lib/route.ts'
import { shownDuration } from '../../lib/time.ts'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterMinute, FilterSearch, FilterSelect, Filters } from '../../ui/Filters.tsx'
import { HttpStatus } from '../../ui/HttpStatus.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { filterNames, listQueryOf, methods, statuses } from './filters.ts'
import { pathInShort } from './paths.ts'
import { RequestPanel } from './RequestPanel.tsx'

type Logged = Component<'LoggedRequest'>

const LIMIT = 50
const EVERY_MS = 5_000

const columns: readonly Column<Logged>[] = [
  {
    key: 'request',
    head: 'Request',
    cell: ({ method, path }) => (
      <span class="cut path" title={pathWithoutVersion(path)}>
        {method} {pathInShort(path)}
      </span>
    ),
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
  { key: 'operation', head: 'Operation', from: 'desktop', cell: ({ operation }) => operation },
  {
    key: 'duration',
    head: 'Took',
    align: 'end',
    from: 'tablet',
    cell: ({ durationMs }) => shownDuration(durationMs),
  },
  {
    key: 'at',
    head: 'Answered',
    align: 'end',
    cell: ({ timestamp }) => (
      <>
        <span class="from-tablet">
          <Time at={timestamp} isExact />
        </span>
        <span class="on-phone">
          <Time at={timestamp} />
        </span>
      </>
    ),
  },
]

export default function Requests() {
  const { selected, query } = useRoute()
  const asked = request('get', '/requests', {
    query: { ...listQueryOf(query), limit: LIMIT, cursor: query.cursor },
  })
  const { data, problem, isOld, again } = useLive(asked, { keep: true, everyMs: EVERY_MS })
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <Page
      title="Request log"
      actions={<Curl request={asked} />}
      panel={selected !== undefined && <RequestPanel key={selected} id={selected} />}
    >
      <Filters names={filterNames}>
        <FilterSearch
          name="q"
          label="Search by X-Request-Id, or by how the path begins"
          hint="X-Request-Id, or a path such as /quotes"
        />
        <FilterSelect
          name="method"
          label="Method"
          all="Every method"
          options={methods.map((each) => [each, each] as const)}
        />
        <FilterSelect
          name="status"
          label="Status"
          all="Every status"
          options={statuses.map((each) => [each, each] as const)}
        />
        <FilterSelect
          name="client"
          label="Sent by"
          all="Without the dashboard’s"
          options={[['all', 'With the dashboard’s']]}
        />
        <FilterMinute name="from" label="From, UTC" />
        <FilterMinute name="to" label="To, UTC" />
      </Filters>
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
                Requests are kept for seven days, and written some seconds after their answer. One
                without valid credentials is of no platform and not here.
              </Empty>
            ) : (
              <Empty title="No request yet.">
                A request is here some seconds after its answer.
              </Empty>
            )
          }
        />
      )}
      <Pager page={data} />
    </Page>
  )
}

/** The customers: search, filters; one of them in the panel. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { setFilters, useRoute } from '../../lib/route.ts'
import { settings } from '../../lib/settings.ts'
import { Badge, Status } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import {
  dayEnd,
  dayStart,
  FilterDay,
  FilterSearch,
  FilterSelect,
  Filters,
} from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { CustomerPanel } from './CustomerPanel.tsx'
import { type Customer, nameOf, verificationOf } from './facts.tsx'
import { type ListQuery, meanings, type Search, searchOf } from './search.ts'

const types: readonly Customer['customerType'][] = ['INDIVIDUAL', 'BUSINESS']
const filterNames = ['q', 'by', 'type', 'currency', 'from', 'to', 'deleted']
const LIMIT = 50
const EVERY_MS = 10_000

const columns: readonly Column<Customer>[] = [
  { key: 'name', head: 'Name', cell: (each) => <span class="cut">{nameOf(each)}</span> },
  {
    key: 'verification',
    head: 'Verification',
    cell: (each) =>
      each.isDeleted ? <Badge>Deleted</Badge> : <Status status={verificationOf(each)} />,
  },
  {
    key: 'own',
    head: 'Your id',
    from: 'tablet',
    cell: ({ platformCustomerId }) => <span class="cut">{platformCustomerId}</span>,
  },
  {
    key: 'type',
    head: 'Type',
    from: 'desktop',
    cell: ({ customerType }) => wordsOf(customerType),
  },
  { key: 'region', head: 'Region', from: 'tablet', cell: ({ region }) => region },
  { key: 'at', head: 'Created', align: 'end', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export default function Customers() {
  const { selected, query } = useRoute()
  const search = searchOf(query.q ?? '', query.by)
  const filters: ListQuery = {
    customerType: types.find((each) => each === query.type),
    currency: query.currency,
    createdAfter: dayStart(query.from),
    createdBefore: dayEnd(query.to),
    isIncludingDeleted: query.deleted === 'too' || undefined,
    ...(search.kind === 'LIST' && search.query),
  }
  const listed = request('get', '/customers', {
    query: { ...filters, limit: LIMIT, cursor: query.cursor },
  })
  const one =
    search.kind === 'ID'
      ? request('get', '/customers/{customerId}', { path: { customerId: search.id } })
      : undefined
  const list = useLive(one === undefined ? listed : undefined, { keep: true, everyMs: EVERY_MS })
  const found = useLive(one, { everyMs: EVERY_MS })
  const rows = one === undefined ? list.data?.data : found.data && [found.data]
  const isMissing = found.problem?.status === 404 || found.problem?.status === 400
  const { problem, again } = one === undefined ? list : found
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <Page
      title="Customers"
      actions={<Curl request={one ?? listed} />}
      panel={
        selected !== undefined && <CustomerPanel key={selected} id={selected} onChange={again} />
      }
    >
      <Filters names={filterNames}>
        <FilterSearch
          name="q"
          label="Search by name, e-mail, id, your own id, UMA address or region"
          hint="Name, e-mail, id, your own id, UMA address, or a region such as DE"
        />
        <FilterSelect name="type" label="Type" all="Every type" options={types} />
        <FilterSelect
          name="currency"
          label="Currency"
          all="Every currency"
          options={settings().currencies.map(({ code }) => [code, code] as const)}
        />
        <FilterSelect
          name="deleted"
          label="Deleted ones"
          all="Without deleted"
          options={[['too', 'Deleted too']]}
        />
        <FilterDay name="from" label="From" />
        <FilterDay name="to" label="To" />
      </Filters>
      <SearchWords search={search} text={query.q ?? ''} />
      {!isMissing && (
        <ErrorState problem={problem} isBesideData={rows !== undefined} onRetry={again} />
      )}
      {(rows !== undefined || problem === undefined || isMissing) && (
        <Table
          label="Customers"
          rows={isMissing ? [] : rows}
          columns={columns}
          keyOf={({ id }) => id}
          isOld={list.isOld}
          empty={
            isFiltered ? (
              <Empty title="No customer matches.">
                Names are compared as they begin; ids, e-mails and UMA addresses whole.
              </Empty>
            ) : (
              <Empty title="No customer yet.">
                <code>POST /customers</code> creates one, and its wallet with it.
              </Empty>
            )
          }
        />
      )}
      {one === undefined && <Pager page={list.data} />}
    </Page>
  )
}

/** What the text was taken for, and what else it may have meant. */
function SearchWords({ search, text }: { readonly search: Search; readonly text: string }) {
  if (text === '' || search.kind === 'ID') return null
  return (
    <p class="row soft" role="status">
      <span>Customers {search.words}.</span>
      {meanings
        .filter(([by]) => !((by === 'id' ? 'platformCustomerId' : 'name') in search.query))
        .map(([by, words]) => (
          <Button key={by} kind="quiet" isSmall onPress={() => setFilters({ by })}>
            {words}
          </Button>
        ))}
    </p>
  )
}

/** All payments: search, filters, export; one of them in the panel. */
import type { operations } from '../../../client/backend/schema.ts'
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { navigate, setFilters, useRoute } from '../../lib/route.ts'
import { settings } from '../../lib/settings.ts'
import { Status } from '../../ui/Badge.tsx'
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
import { ExportButton } from './ExportButton.tsx'
import { Amounts, purposeOf, type Transaction } from './facts.tsx'
import { type Search, searchOf } from './search.ts'
import { TransactionPanel } from './TransactionPanel.tsx'

type ListQuery = NonNullable<operations['listTransactions']['parameters']['query']>
type AnyStatus = Component<'AnyTransactionStatus'>

const types: readonly Transaction['type'][] = ['OUTGOING', 'INCOMING', 'CARD']
const cardStatuses: readonly AnyStatus[] = [
  'AUTHORIZED',
  'PARTIALLY_SETTLED',
  'SETTLED',
  'DECLINED',
  'VOIDED',
  'EXCEPTION',
]
const statuses: readonly AnyStatus[] = [
  ...(['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED'] as const),
  ...(['REJECTED', 'EXPIRED'] as const),
  ...cardStatuses,
]
const filterNames = ['q', 'by', 'status', 'type', 'from', 'to']
const LIMIT = 50
const LIMIT_MAX = 100

const columns: readonly Column<Transaction>[] = [
  { key: 'amount', head: 'Amount', cell: (each) => <Amounts of={each} /> },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  { key: 'type', head: 'Type', from: 'desktop', cell: ({ type }) => wordsOf(type) },
  {
    key: 'purpose',
    head: 'Reference or description',
    from: 'desktop',
    cell: (each) => <span class="cut">{purposeOf(each)}</span>,
  },
  {
    key: 'customer',
    head: 'Customer',
    from: 'tablet',
    cell: ({ platformCustomerId, customerId }) => (
      <span class="cut">
        {customerId.startsWith('PlatformConfig:') ? 'The platform' : platformCustomerId}
      </span>
    ),
  },
  { key: 'at', head: 'Created', align: 'end', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export default function Transactions() {
  const { selected, query } = useRoute()
  const search = searchOf(query.q ?? '', query.by)
  const status = statuses.find((each) => each === query.status)
  const type = types.find((each) => each === query.type)
  // A status of cards says their type already; the two together are refused.
  const isOfCards = type === 'CARD' && cardStatuses.some((each) => each === status)
  const filters: ListQuery = {
    status,
    type: isOfCards ? undefined : type,
    startDate: dayStart(query.from),
    endDate: dayEnd(query.to),
    ...(search.kind === 'LIST' && search.query),
  }
  const listed = request('get', '/transactions', {
    query: { ...filters, limit: LIMIT, cursor: query.cursor },
  })
  const one = search.kind === 'ID' ? oneRequest(search.id) : undefined
  const list = useLive(search.kind === 'LIST' ? listed : undefined, { keep: true })
  const found = useLive(one)
  const rows = search.kind === 'ID' ? found.data && [found.data] : list.data?.data
  const isMissing = found.problem?.status === 404 || found.problem?.status === 400
  const { problem, again } = search.kind === 'ID' ? found : list
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <Page
      title="Transactions"
      actions={
        <>
          <Curl request={one ?? listed} label="List as curl" />
          {search.kind === 'LIST' && (
            <ExportButton
              pageAfter={(cursor) =>
                request('get', '/transactions', {
                  query: { ...filters, limit: LIMIT_MAX, cursor },
                })
              }
            />
          )}
        </>
      }
      panel={
        selected !== undefined && <TransactionPanel key={selected} id={selected} onChange={again} />
      }
    >
      <Filters names={filterNames}>
        <FilterSearch
          name="q"
          label="Search by id, customer, card, reference or amount"
          hint="Id, customer, card, reference, or an amount such as 12.50 USD"
        />
        <FilterSelect name="status" label="Status" all="Every status" options={statuses} />
        <FilterSelect name="type" label="Type" all="Every type" options={types} />
        <FilterDay name="from" label="From" />
        <FilterDay name="to" label="To" />
      </Filters>
      <SearchWords search={search} text={query.q ?? ''} by={query.by} />
      {!(search.kind === 'ID' && isMissing) && (
        <ErrorState problem={problem} isBesideData={rows !== undefined} onRetry={again} />
      )}
      {(search.kind === 'LIST' || search.kind === 'ID') &&
        (rows !== undefined || problem === undefined || isMissing) && (
          <Table
            label="Transactions"
            rows={isMissing ? [] : rows}
            columns={columns}
            keyOf={({ id }) => id}
            isOld={list.isOld}
            empty={
              isFiltered ? (
                <Empty title="No transaction matches.">
                  References and amounts are compared whole.
                </Empty>
              ) : (
                <Empty title="No transaction yet.">
                  A quote is one already: the first appears when the first quote is made.
                </Empty>
              )
            }
          />
        )}
      {search.kind === 'LIST' && <Pager page={list.data} />}
    </Page>
  )
}

function oneRequest(transactionId: string) {
  return request('get', '/transactions/{transactionId}', { path: { transactionId } })
}

type SearchWordsProps = {
  readonly search: Search
  readonly text: string
  readonly by: string | undefined
}

/** What the text was taken for, and what else it may have meant. */
function SearchWords({ search, text, by }: SearchWordsProps) {
  if (text === '') return null
  if (search.kind === 'WRONG') {
    return (
      <p class="soft" role="status">
        {search.reason}
      </p>
    )
  }
  if (search.kind === 'AMOUNT') {
    return (
      <p class="row">
        <span>Of which currency?</span>
        {settings().currencies.map(({ code }) => (
          <Button key={code} isSmall onPress={() => setFilters({ q: `${search.amount} ${code}` })}>
            {code}
          </Button>
        ))}
        <Button kind="quiet" isSmall onPress={() => setFilters({ by: 'reference' })}>
          It is a reference
        </Button>
      </p>
    )
  }
  if (search.kind === 'ID') return null
  const isText = 'reference' in search.query || 'platformCustomerId' in search.query
  return (
    <p class="row soft">
      <span>Transactions {search.words}.</span>
      {isText && (
        <Button
          kind="quiet"
          isSmall
          onPress={() =>
            navigate({
              query: { by: by === 'customer' ? undefined : 'customer', cursor: undefined },
            })
          }
        >
          {by === 'customer' ? 'Search references instead' : 'Search your ids of customers instead'}
        </Button>
      )}
    </p>
  )
}

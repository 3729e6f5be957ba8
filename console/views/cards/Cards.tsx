/** The cards of all customers: search, filters, issuing; one of them in the panel. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { navigate, useRoute } from '../../lib/route.ts'
import { Status } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSearch, FilterSelect, Filters } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { CardPanel } from './CardPanel.tsx'
import { cardName } from './facts.tsx'
import { IssueCard } from './IssueCard.tsx'
import { CardLimit } from './limits.tsx'

type Card = Component<'Card'>

const statuses: readonly Card['status'][] = ['ACTIVE', 'FROZEN', 'PROCESSING', 'CLOSED']
const filterNames = ['q', 'status']
const LIMIT = 50
/** Takes the place of an id in the address while a card is issued. */
const NEW = 'new'

const columns: readonly Column<Card>[] = [
  { key: 'card', head: 'Card', cell: (card) => cardName(card) },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    key: 'own',
    head: 'Your id',
    from: 'tablet',
    cell: ({ platformCardId }) => <span class="cut">{platformCardId}</span>,
  },
  {
    key: 'holder',
    head: 'Cardholder',
    from: 'desktop',
    cell: ({ customerId }) => <CopyId id={customerId} isShort />,
  },
  {
    key: 'limit',
    head: 'A purchase at most',
    align: 'end',
    from: 'tablet',
    cell: (card) => <CardLimit card={card} />,
  },
  { key: 'at', head: 'Issued', align: 'end', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export default function Cards() {
  const { selected, query } = useRoute()
  const asked = request('get', '/cards', {
    query: {
      ...searchOf(query.q ?? ''),
      status: statuses.find((each) => each === query.status),
      limit: LIMIT,
      cursor: query.cursor,
    },
  })
  const { data, problem, isOld, again } = useLive(asked, { keep: true })
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <Page
      title="Cards"
      actions={
        <>
          <Curl request={asked} />
          <Button kind="primary" onPress={() => navigate({ selected: NEW })}>
            Issue a card
          </Button>
        </>
      }
      panel={
        selected === NEW ? (
          <IssueCard onDone={again} />
        ) : (
          selected !== undefined && <CardPanel key={selected} id={selected} onChange={again} />
        )
      }
    >
      <Filters names={filterNames}>
        <FilterSearch
          name="q"
          label="Search by your id of the card, its cardholder or its account"
          hint="Your id of the card, Customer:… or InternalAccount:…"
        />
        <FilterSelect name="status" label="Status" all="Every status" options={statuses} />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Cards"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={
            isFiltered ? (
              <Empty title="No card matches.">Your ids of cards are compared whole.</Empty>
            ) : (
              <Empty title="No card yet.">
                A card draws on the wallet of an approved customer. Issue the first one.
              </Empty>
            )
          }
        />
      )}
      <Pager page={data} />
    </Page>
  )
}

function searchOf(text: string) {
  if (text === '') return {}
  if (text.startsWith('Customer:')) return { customerId: text }
  if (text.startsWith('InternalAccount:')) return { accountId: text }
  return { platformCardId: text }
}

/** What was bought with a card: held, cleared, given back, and what could not be taken. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Card } from './facts.tsx'

export type Purchase = Component<'CardTransaction'>

const LIMIT = 100

export const purchaseColumns: readonly Column<Purchase>[] = [
  {
    key: 'merchant',
    head: 'Merchant',
    cell: ({ merchant }) => <span class="cut">{merchant.descriptor}</span>,
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    key: 'authorized',
    head: 'Authorized',
    align: 'end',
    cell: ({ authorizedAmount, direction }) => (
      <Money value={authorizedAmount} {...(direction === 'CREDIT' && { sign: '+' })} />
    ),
  },
  {
    key: 'settled',
    head: 'Settled',
    align: 'end',
    from: 'tablet',
    cell: ({ settledAmount }) => <Money value={settledAmount} />,
  },
  {
    key: 'refunded',
    head: 'Refunded',
    align: 'end',
    from: 'desktop',
    cell: ({ refundedAmount }) => (
      <Money value={refundedAmount?.amount ? refundedAmount : undefined} />
    ),
  },
  {
    key: 'at',
    head: 'When',
    align: 'end',
    from: 'desktop',
    cell: ({ authorizedAt }) => <Time at={authorizedAt} />,
  },
]

/** The newest purchases of a card. */
export function usePurchases(cardId: string | undefined) {
  const asked =
    cardId === undefined
      ? undefined
      : request('get', '/transactions', { query: { cardId, limit: LIMIT } })
  const live = useLive(asked)
  const rows = live.data?.data.filter((each): each is Purchase => each.type === 'CARD')
  return { ...live, asked, rows, hasMore: live.data?.hasMore ?? false }
}

export function CardTransactions({ card }: { readonly card: Card }) {
  const { asked, rows, hasMore, problem, again } = usePurchases(card.id)
  return (
    <Section title="Purchases" actions={asked && <Curl request={asked} />}>
      <ErrorState problem={problem} isBesideData={rows !== undefined} onRetry={again} />
      {(rows !== undefined || problem === undefined) && (
        <Table
          label="Purchases"
          rows={rows}
          columns={purchaseColumns}
          keyOf={({ id }) => id}
          to={({ id }) => ({ view: 'transactions', selected: id })}
          empty={<Empty title="Nothing was bought with it yet." />}
        />
      )}
      {hasMore && (
        <p class="soft">
          The newest {LIMIT}.{' '}
          <Link to={{ view: 'transactions', query: { q: card.id } }}>All of them</Link>
        </p>
      )}
    </Section>
  )
}

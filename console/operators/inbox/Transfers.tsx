import type { ComponentChildren } from 'preact'
import { CopyId } from '../../ui/CopyId.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Transfer } from './item.ts'

type Booked = Transfer & { readonly at?: string }
type Keyed = Booked & { readonly key: string }

const kinds: Readonly<Record<string, string>> = {
  POSTED: 'posted',
  PENDING: 'held',
  POST_PENDING: 'hold posted',
  VOID_PENDING: 'hold released',
}

const columns: readonly Column<Keyed>[] = [
  {
    key: 'step',
    head: 'Step',
    cell: ({ step, kind }) => (
      <>
        {step}
        <br />
        <span class="soft">{kinds[kind] ?? kind}</span>
      </>
    ),
  },
  {
    key: 'parties',
    head: 'From → to',
    cell: ({ from, to }) => (
      <>
        <Party of={from} /> <span class="soft">→</span> <Party of={to} />
      </>
    ),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'end',
    cell: ({ amount }) => <span class="money">{amount}</span>,
  },
]

const when: Column<Keyed> = {
  key: 'at',
  head: 'When',
  align: 'end',
  from: 'desktop',
  cell: ({ at }) => <Time at={at} />,
}

type TransfersProps = {
  readonly label: string
  readonly transfers: readonly Booked[]
  readonly empty: ComponentChildren
}

/** Entries of the books, or what a decision would add to them. */
export function Transfers({ label, transfers, empty }: TransfersProps) {
  const hasTimes = transfers.some(({ at }) => at !== undefined)
  return (
    <Table
      label={label}
      rows={transfers.map((each, index) => ({ ...each, key: String(index) }))}
      columns={hasTimes ? [...columns, when] : columns}
      keyOf={({ key }) => key}
      isSelectable={false}
      empty={empty}
    />
  )
}

/** Accounts of customers and platforms by their ids, those of the service by what they are for. */
function Party({ of }: { readonly of: string }) {
  return of.includes(':') ? <CopyId id={of} isShort /> : wordsOf(of)
}

import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { CopyId } from '../../ui/CopyId.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'

type Entry = Component<'LedgerEntry'>
type Keyed = Entry & { readonly key: string }

const kinds: Readonly<Record<Entry['kind'], string>> = {
  POSTED: 'posted',
  PENDING: 'held',
  POST_PENDING: 'hold posted',
  VOID_PENDING: 'hold released',
}

const columns: readonly Column<Keyed>[] = [
  { key: 'step', head: 'Step', cell: ({ step }) => step },
  { key: 'kind', head: 'Kind', from: 'tablet', cell: ({ kind }) => kinds[kind] },
  { key: 'from', head: 'From', cell: ({ debit }) => <Party of={debit} /> },
  { key: 'to', head: 'To', cell: ({ credit }) => <Party of={credit} /> },
  { key: 'amount', head: 'Amount', align: 'end', cell: ({ amount }) => <Money value={amount} /> },
]

/** The books behind it. */
export function LedgerEntries({ transactionId }: { readonly transactionId: string }) {
  const { data, problem } = useLive(
    request('get', '/transactions/{transactionId}/ledger-entries', { path: { transactionId } }),
  )
  const rows = data?.data.map((entry, index) => ({ ...entry, key: String(index) }))
  return (
    <Section title="Ledger entries">
      <ErrorState problem={problem} isBesideData={data !== undefined} />
      {(rows !== undefined || problem === undefined) && (
        <Table
          label="Ledger entries"
          rows={rows}
          columns={columns}
          keyOf={({ key }) => key}
          isSelectable={false}
          empty={<Empty title="No money has moved." />}
        />
      )}
    </Section>
  )
}

function Party({ of: { kind, accountId } }: { readonly of: Entry['debit'] }) {
  if (accountId !== undefined) return <CopyId id={accountId} isShort />
  return <>{wordsOf(kind)}</>
}

import { CopyButton } from '../../ui/CopyId.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { useTables } from './useTables.ts'

type Row = { readonly value: string; readonly end: string; readonly what: string }

const columns: readonly Column<Row>[] = [
  { key: 'value', head: 'Value', cell: (row) => <Value row={row} /> },
  { key: 'what', head: 'What happens', cell: ({ what }) => <span class="wrapped">{what}</span> },
]

/** Values whose end asks for an outcome. Any other end goes well. */
export function Outcomes() {
  const { tables, problem, again } = useTables()
  return (
    <>
      <p class="soft">
        The end of a value decides, the part in bold. Any other end goes well. Copy a value and
        change its beginning as you like.
      </p>
      <ErrorState problem={problem} onRetry={again} />
      {tables === undefined && problem === undefined && <Loading what="Outcomes" lines={10} />}
      <div class="outcomes stack">
        {tables?.outcomes.map(({ title, where, rows }) => (
          <Section key={title} title={title}>
            <p class="soft">
              In <code>{where}</code>
            </p>
            <Table
              label={title}
              rows={rows}
              columns={columns}
              keyOf={({ value }) => value}
              isSelectable={false}
              empty={null}
            />
          </Section>
        ))}
      </div>
    </>
  )
}

function Value({ row: { value, end } }: { readonly row: Row }) {
  const at = value.lastIndexOf(end)
  return (
    <span class="copy-id outcome">
      <code>
        {value.slice(0, at)}
        <strong>{value.slice(at, at + end.length)}</strong>
        {value.slice(at + end.length)}
      </code>
      <CopyButton text={value} what={value} />
    </span>
  )
}

/** The documents of a customer; what they show is never sent back. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'

const LIMIT = 100
const EVERY_MS = 10_000

export function Documents({ holder }: { readonly holder: string }) {
  const asked = request('get', '/documents', { query: { documentHolder: holder, limit: LIMIT } })
  const { data, problem, again } = useLive(asked, { everyMs: EVERY_MS })
  return (
    <Section title="Documents" actions={<Curl request={asked} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Documents"
          rows={data?.data}
          columns={columnsOf(again)}
          keyOf={({ id }) => id}
          isSelectable={false}
          empty={<Empty title="No document." />}
        />
      )}
      {data?.hasMore && <p class="soft">The newest {LIMIT} of them.</p>}
    </Section>
  )
}

function columnsOf(again: () => void): readonly Column<Component<'Document'>>[] {
  return [
    {
      key: 'type',
      head: 'Type',
      cell: ({ documentType, side }) =>
        `${wordsOf(documentType)}${side === undefined ? '' : `, ${side.toLowerCase()}`}`,
    },
    { key: 'file', head: 'File', cell: ({ fileName }) => <span class="cut">{fileName}</span> },
    { key: 'country', head: 'Country', from: 'tablet', cell: ({ country }) => country },
    { key: 'at', head: 'Added', from: 'tablet', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'delete',
      head: 'Delete',
      cell: ({ id, fileName }) => (
        <span class="row">
          <CopyId id={id} isShort />
          <ActionButton
            request={request('delete', '/documents/{documentId}', { path: { documentId: id } })}
            needs="MANAGE"
            kind="danger"
            confirm="The document is deleted for good. Refused where it has been submitted."
            done={`${fileName} is deleted.`}
            onDone={again}
            isSmall
            label={`Delete ${fileName}`}
          >
            Delete
          </ActionButton>
        </span>
      ),
    },
  ]
}

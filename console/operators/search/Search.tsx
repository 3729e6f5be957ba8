/** What an id or a reference names. */
import { useRoute } from '../../lib/route.ts'
import { Status } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSearch, Filters } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { read } from '../api.ts'
import { PlatformLink } from '../PlatformLink.tsx'
import { Refresh } from '../Refresh.tsx'
import { useReading } from '../useReading.ts'
import { FoundPanel } from './FoundPanel.tsx'
import type { Hit } from './hit.ts'

const columns: readonly Column<Hit>[] = [
  { key: 'what', head: 'What', cell: ({ subject }) => <span class="id">{subject}</span> },
  { key: 'how', head: 'Found by', from: 'tablet', cell: ({ how }) => how },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status }) => (status === null ? '–' : <Status status={status} />),
  },
  {
    key: 'platform',
    head: 'Platform',
    from: 'desktop',
    cell: ({ platformId, platform }) => <PlatformLink id={platformId} name={platform} />,
  },
  {
    key: 'created',
    head: 'Created',
    align: 'end',
    from: 'tablet',
    cell: ({ createdAt }) => <Time at={createdAt ?? undefined} />,
  },
]

export default function Search() {
  const { selected, query } = useRoute()
  const { id } = query
  const asked =
    id === undefined
      ? undefined
      : read<{ data: readonly Hit[]; hasMore: boolean }>('/search', { id })
  const { data, problem, isOld, again } = useReading(asked, { keep: true })
  const hit = data?.data.find(({ subject }) => subject === selected)
  return (
    <Page
      title="Search"
      {...(id !== undefined && { actions: <Refresh onPress={again} /> })}
      panel={selected !== undefined && <FoundPanel key={selected} subject={selected} hit={hit} />}
    >
      <Filters names={['id']}>
        <FilterSearch
          name="id"
          label="Id or reference"
          hint="Any id, with or without its kind; a reference at the rail or on the money; Enter"
          waitsForEnter
          isFirst={id === undefined}
        />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {id === undefined ? (
        <Empty title="What is it about?">
          Any id of ours, with or without its kind; a workflow’s id; a reference at the rail; a
          funding reference; a deposit; a platform’s own id of a customer.
        </Empty>
      ) : (
        (data !== undefined || problem === undefined) && (
          <Table
            label="Found"
            rows={data?.data}
            columns={columns}
            keyOf={({ subject }) => subject}
            isOld={isOld}
            empty={
              <Empty title="Nothing has this id or reference.">
                It is looked for as it is written: a part of an id finds nothing.
              </Empty>
            }
          />
        )
      )}
      {data?.hasMore === true && (
        <p class="soft">
          More than {data.data.length} have this reference: the others are not shown.
        </p>
      )}
    </Page>
  )
}

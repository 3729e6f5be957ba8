/** Platforms, with what of theirs waits; one with what it was sent. */
import { useRoute } from '../../lib/route.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSearch, Filters } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { read } from '../api.ts'
import { Refresh } from '../Refresh.tsx'
import { useReading } from '../useReading.ts'
import { PlatformPanel } from './PlatformPanel.tsx'
import type { Listed } from './platform.ts'

const columns: readonly Column<Listed>[] = [
  { key: 'name', head: 'Platform', cell: ({ name }) => name },
  { key: 'environment', head: 'Environment', cell: ({ environment }) => wordsOf(environment) },
  { key: 'processing', head: 'In progress', align: 'end', cell: ({ processing }) => processing },
  {
    key: 'undelivered',
    head: 'Undelivered',
    align: 'end',
    cell: ({ undelivered }) => undelivered,
  },
  {
    key: 'endpoint',
    head: 'Endpoint',
    from: 'desktop',
    cell: ({ webhookEndpoint }) =>
      webhookEndpoint === null ? (
        <span class="soft">none</span>
      ) : (
        <span class="cut path" title={webhookEndpoint}>
          {webhookEndpoint}
        </span>
      ),
  },
]

export default function Platforms() {
  const { selected, query } = useRoute()
  const { data, problem, isOld, again } = useReading(
    read<{ data: readonly Listed[]; hasMore: boolean }>('/platforms', { name: query.name }),
    { keep: true },
  )
  return (
    <Page
      title="Platforms"
      {...(selected === undefined && { actions: <Refresh onPress={again} /> })}
      panel={selected !== undefined && <PlatformPanel key={selected} id={selected} />}
    >
      <Filters names={['name']}>
        <FilterSearch name="name" label="Name" hint="A part of the name; Enter" waitsForEnter />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="All platforms"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={
            query.name === undefined ? (
              <Empty title="There is no platform yet.">
                <code>payments platform create</code> makes one.
              </Empty>
            ) : (
              <Empty title="No platform has this in its name." />
            )
          }
        />
      )}
      {data?.hasMore === true && (
        <p class="soft">
          The first {data.data.length} by name are shown: look for the others by a part of theirs.
        </p>
      )}
    </Page>
  )
}

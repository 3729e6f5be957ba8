import { useRoute } from '../../lib/route.ts'
import { Status } from '../../ui/Badge.tsx'
import { Breakable } from '../../ui/Breakable.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Filters, FilterText } from '../../ui/Filters.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { read } from '../api.ts'
import { OlderOnes } from '../OlderOnes.tsx'
import { Refresh } from '../Refresh.tsx'
import { useReading } from '../useReading.ts'
import type { Platform, Sent } from './platform.ts'
import { SentEvent } from './SentEvent.tsx'

const LIMIT = 50

const columns: readonly Column<Sent>[] = [
  { key: 'type', head: 'Type', cell: ({ type }) => <Breakable text={type} /> },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  { key: 'at', head: 'When', align: 'end', cell: ({ timestamp }) => <Time at={timestamp} /> },
]

/** One platform: its facts, and what it was sent. */
export function PlatformPanel({ id }: { readonly id: string }) {
  const { query } = useRoute()
  const { data, problem, isOld, again } = useReading(
    read<Platform>(`/platforms/${encodeURIComponent(id)}`, {
      subject: query.subject,
      before: query.before,
      limit: LIMIT,
    }),
    { keep: true },
  )
  return (
    <Panel title={data?.name ?? 'Platform'} aside={<Refresh onPress={again} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined ? (
        problem === undefined && <Loading what="The platform’s facts" lines={10} />
      ) : (
        <>
          {query.event === undefined && <Facts platform={data} />}
          <Events platform={data} isOld={isOld} />
        </>
      )}
    </Panel>
  )
}

function Facts({
  platform: { id, environment, webhookEndpoint, pauses },
}: {
  readonly platform: Platform
}) {
  return (
    <KeyValue
      rows={[
        ['Id', <CopyId key="id" id={id} />],
        ['Environment', wordsOf(environment)],
        ['Endpoint', webhookEndpoint === null ? 'none' : <code key="at">{webhookEndpoint}</code>],
        ...pauses.map(
          ({ reason, pausedBy, pausedAt }) =>
            [
              'Payouts are paused',
              <span key={pausedAt}>
                {reason} ({pausedBy}, <Time at={pausedAt} />)
              </span>,
            ] as const,
        ),
        [
          'Read on',
          <span key="links" class="row">
            <Link to={{ view: 'inbox', query: { platform: id } }}>What needs a person</Link>
            <Link to={{ view: 'requests', query: { platform: id } }}>Its requests</Link>
          </span>,
        ],
      ]}
    />
  )
}

type EventsProps = { readonly platform: Platform; readonly isOld: boolean }

function Events({ platform: { events }, isOld }: EventsProps) {
  const { query } = useRoute()
  const chosen = events.find(({ id }) => id === query.event)
  if (chosen !== undefined) {
    return (
      <Section
        title={chosen.type}
        actions={<Link to={{ query: { event: undefined } }}>All that was sent</Link>}
      >
        <SentEvent event={chosen} />
      </Section>
    )
  }
  return (
    <Section title="What was sent">
      <Filters names={['subject', 'before']}>
        <FilterText name="subject" label="About" hint="Transaction:…" waitsForEnter />
      </Filters>
      <Table
        label="Events"
        rows={events}
        columns={columns}
        keyOf={({ id }) => id}
        to={({ id }) => ({ query: { event: id } })}
        isOld={isOld}
        empty={
          query.subject === undefined && query.before === undefined ? (
            <Empty title="Nothing was sent yet." />
          ) : (
            <Empty title="Nothing was sent about this." />
          )
        }
      />
      <OlderOnes rows={events} limit={LIMIT} />
    </Section>
  )
}

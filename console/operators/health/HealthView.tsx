/** What runs, what it waits for, and payouts that are paused. */
import { Badge } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { type Health, useHealth } from '../health.ts'
import { kindWords } from '../inbox/item.ts'
import { Refresh } from '../Refresh.tsx'
import { Pauses } from './Pauses.tsx'

type Worker = Health['workers'][number]
type Backlog = Health['backlogs'][number]

const workerColumns: readonly Column<Worker>[] = [
  { key: 'pool', head: 'Pool', cell: ({ pool }) => <code>{pool}</code> },
  {
    key: 'state',
    head: 'State',
    cell: ({ isAlive }) => (
      <Badge tone={isAlive ? 'good' : 'warn'}>{isAlive ? 'Alive' : 'Not heard of'}</Badge>
    ),
  },
  { key: 'beat', head: 'Last beat', align: 'end', cell: ({ beatAt }) => <Time at={beatAt} /> },
]
const backlogColumns: readonly Column<Backlog>[] = [
  { key: 'name', head: 'What', cell: ({ name }) => name },
  { key: 'count', head: 'How many', align: 'end', cell: ({ count }) => count },
  {
    key: 'oldest',
    head: 'Oldest',
    align: 'end',
    cell: ({ oldest }) => <Time at={oldest ?? undefined} />,
  },
]
const kindColumns: readonly Column<readonly [kind: string, count: number]>[] = [
  { key: 'kind', head: 'Kind', cell: ([kind]) => kindWords(kind) },
  { key: 'count', head: 'How many', align: 'end', cell: ([, count]) => count },
]

export default function HealthView() {
  const { data, problem, again } = useHealth()
  return (
    <Page title="Health" actions={<Refresh onPress={again} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined ? (
        problem === undefined && <Loading what="The facts" lines={10} />
      ) : (
        <Facts health={data} onChange={again} />
      )}
    </Page>
  )
}

type FactsProps = { readonly health: Health; readonly onChange: () => void }

function Facts({ health, onChange }: FactsProps) {
  const { temporal, store, maintenance, parties, workers, backlogs, inbox, pauses } = health
  return (
    <>
      <Section title="Processes">
        <KeyValue
          rows={[
            ['Temporal', <State key="temporal" is={temporal} good="ok" />],
            ['Store', <State key="store" is={store} good="OPEN" />],
            ['Maintenance', maintenance ? <Badge tone="warn">on</Badge> : 'off'],
            ['Outside parties', parties.join(', ') || 'none'],
          ]}
        />
        <Table
          label="Workers"
          rows={workers}
          columns={workerColumns}
          keyOf={({ pool }) => pool}
          isSelectable={false}
          empty={<Empty title="No worker was heard of.">Nothing is carried out without one.</Empty>}
        />
      </Section>
      <Pauses pauses={pauses} onChange={onChange} />
      <Section title="Backlogs">
        <Table
          label="Backlogs"
          rows={backlogs}
          columns={backlogColumns}
          keyOf={({ name }) => name}
          isSelectable={false}
          empty={<Empty title="Nothing waits." />}
        />
      </Section>
      <Section title="Needs a person" actions={<Link to={{ view: 'inbox' }}>To the inbox</Link>}>
        <Table
          label="Needs a person, by kind"
          rows={Object.entries(inbox)}
          columns={kindColumns}
          keyOf={([kind]) => kind}
          to={([kind]) => ({ view: 'inbox', query: { kind } })}
          empty={<Empty title="Nothing needs a person." />}
        />
      </Section>
    </>
  )
}

function State({ is, good }: { readonly is: string; readonly good: string }) {
  return <Badge tone={is === good ? 'good' : 'bad'}>{is}</Badge>
}

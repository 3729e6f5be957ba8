/** The inbox: what agents want to do and a person must see first, the oldest first. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { useRoute } from '../../lib/route.ts'
import { Status } from '../../ui/Badge.tsx'
import { shortId } from '../../ui/CopyId.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSearch, Filters } from '../../ui/Filters.tsx'
import { Money } from '../../ui/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { type Action, ActionAmount, endsOf, feesOf, typeWords } from '../agents/actions.tsx'
import { ApprovalPanel } from './ApprovalPanel.tsx'

const LIMIT = 50
const tabs = [
  { key: 'waiting', title: 'Waiting' },
  { key: 'all', title: 'All actions' },
] as const

const who: Column<Action> = {
  key: 'agent',
  head: 'Agent',
  cell: ({ agentName, type }) => (
    <span>
      <span class="cut">{agentName}</span> <span class="soft">{typeWords[type]}</span>
    </span>
  ),
}
const what: readonly Column<Action>[] = [
  {
    key: 'amount',
    head: 'Amount',
    align: 'end',
    cell: (action) => <ActionAmount of={action} />,
  },
  {
    key: 'ends',
    head: 'From → to',
    from: 'desktop',
    cell: (action) => {
      const [from, to] = endsOf(action)
      return (
        <code title={`${from} → ${to}`}>
          {shortId(from)} → {to.includes(':') ? shortId(to) : to}
        </code>
      )
    },
  },
  {
    key: 'fees',
    head: 'Fees, included',
    align: 'end',
    from: 'desktop',
    cell: (action) => <Money value={feesOf(action)} />,
  },
]
const asked: Column<Action> = {
  key: 'asked',
  head: 'Asked',
  align: 'end',
  cell: ({ createdAt }) => <Time at={createdAt} />,
}

const columnsOf: Readonly<Record<string, readonly Column<Action>[]>> = {
  waiting: [
    who,
    ...what,
    {
      key: 'expires',
      head: 'Time left',
      align: 'end',
      cell: ({ expiresAt }) =>
        expiresAt === undefined ? 'Waits' : <Countdown to={expiresAt} over="over" />,
    },
    { ...asked, from: 'tablet' },
  ],
  all: [
    who,
    ...what,
    { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
    {
      key: 'policy',
      head: 'Policy',
      align: 'end',
      from: 'desktop',
      cell: ({ policyVersion }) => `version ${policyVersion}`,
    },
    asked,
  ],
}

export default function Approvals() {
  const { selected, query } = useRoute()
  const list = useTab(tabs, 'list')
  const isWaiting = list === 'waiting'
  const listed = request('get', '/agents/actions', {
    query: {
      ...(isWaiting && { status: 'PENDING_APPROVAL', sortOrder: 'asc' }),
      agentId: query.agent,
      limit: LIMIT,
      cursor: query.cursor,
    },
  })
  const { data, problem, isOld, again } = useLive(listed, { keep: true })
  return (
    <Page
      title="Approvals"
      actions={<Curl request={listed} />}
      panel={
        selected !== undefined && <ApprovalPanel key={selected} id={selected} onChange={again} />
      }
    >
      <Tabs label="Which actions" tabs={tabs} name="list" />
      <Filters names={['agent']}>
        <FilterSearch name="agent" label="Of one agent, by its id" hint="Agent:…" />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label={isWaiting ? 'Approvals' : 'Actions'}
          rows={data?.data}
          columns={columnsOf[list] ?? []}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={
            query.agent !== undefined ? (
              <Empty title={`No action of this agent ${isWaiting ? 'waits' : 'is there'}.`} />
            ) : isWaiting ? (
              <Empty title="Nothing waits for you.">
                What a policy lets an agent do only with a person’s consent comes here, and by the
                webhook <code>AGENT_ACTION.PENDING_APPROVAL</code>.
              </Empty>
            ) : (
              <Empty title="No agent has done anything yet." />
            )
          }
        />
      )}
      <Pager page={data} />
    </Page>
  )
}

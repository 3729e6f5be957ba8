/** Programs that act for customers, each within a policy. */
import { moneyOf } from '../../lib/currencies.ts'
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { navigate, useRoute } from '../../lib/route.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSearch, FilterSelect, Filters } from '../../ui/Filters.tsx'
import { Money } from '../../ui/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { AgentPanel } from './AgentPanel.tsx'
import { CreateAgent } from './CreateAgent.tsx'
import { type Agent, AgentState } from './facts.tsx'

const LIMIT = 50
/** Selected in place of an id. */
const NEW = 'new'
const filterNames = ['customer', 'state']
const states: readonly (readonly [value: string, words: string])[] = [
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['unconnected', 'Not connected'],
]
const queryOf: Readonly<Record<string, { isPaused?: boolean; isConnected?: boolean }>> = {
  active: { isPaused: false, isConnected: true },
  paused: { isPaused: true },
  unconnected: { isPaused: false, isConnected: false },
}

const columns: readonly Column<Agent>[] = [
  { key: 'name', head: 'Name', cell: ({ name }) => <span class="cut">{name}</span> },
  { key: 'state', head: 'State', cell: (agent) => <AgentState of={agent} /> },
  {
    key: 'customer',
    head: 'Customer',
    from: 'tablet',
    cell: ({ customerId }) => <CopyId id={customerId} isShort />,
  },
  {
    key: 'today',
    head: 'Used today',
    align: 'end',
    cell: ({ usage, policy: { spendingLimits } }) => (
      <>
        <Money value={moneyOf(usage.dailySpend, spendingLimits.currency)} />
        {spendingLimits.dailyLimit && (
          <span class="soft">
            {' '}
            of <Money value={moneyOf(spendingLimits.dailyLimit, spendingLimits.currency)} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'created',
    head: 'Created',
    align: 'end',
    from: 'desktop',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

export default function Agents() {
  const { selected, query } = useRoute()
  const asked = request('get', '/agents', {
    query: {
      customerId: query.customer,
      ...queryOf[query.state ?? ''],
      limit: LIMIT,
      cursor: query.cursor,
    },
  })
  const { data, problem, isOld, again } = useLive(asked, { keep: true })
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <Page
      title="Agents"
      actions={
        <>
          <Curl request={asked} />
          <Button kind="primary" onPress={() => navigate({ selected: NEW })}>
            New agent
          </Button>
        </>
      }
      panel={
        selected === NEW ? (
          <CreateAgent onCreated={again} />
        ) : (
          selected !== undefined && <AgentPanel key={selected} id={selected} onChange={again} />
        )
      }
    >
      <Filters names={filterNames}>
        <FilterSearch name="customer" label="Of one customer, by its id" hint="Customer:…" />
        <FilterSelect name="state" label="State" all="Every state" options={states} />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Agents"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={
            isFiltered ? (
              <Empty title="No agent matches these filters." />
            ) : (
              <Empty title="No agent yet.">
                An agent is a program that pays for one customer, as much as its policy allows.
              </Empty>
            )
          }
        />
      )}
      <Pager page={data} />
    </Page>
  )
}

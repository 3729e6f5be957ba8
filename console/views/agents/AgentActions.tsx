/** What an agent has asked for, with the policy that judged each and the transaction it became. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { Link } from '../../ui/Link.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { type Action, ActionAmount } from './actions.tsx'

const SHOWN = 20

const columns: readonly Column<Action>[] = [
  {
    key: 'action',
    head: 'Action',
    cell: (action) => (
      <Link to={{ view: 'approvals', selected: action.id }}>
        <ActionAmount of={action} />
      </Link>
    ),
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    key: 'transaction',
    head: 'Transaction',
    cell: ({ transaction }) => transaction && <IdLink id={transaction.id} isShort />,
  },
  { key: 'policy', head: 'Policy', cell: ({ policyVersion }) => `version ${policyVersion}` },
  { key: 'at', head: 'Asked', align: 'end', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export function AgentActions({ agentId }: { readonly agentId: string }) {
  const asked = request('get', '/agents/actions', { query: { agentId, limit: SHOWN } })
  const { data, problem, again } = useLive(asked)
  return (
    <Section title="Actions" actions={<Curl request={asked} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Actions"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          isSelectable={false}
          empty={<Empty title="The agent has asked for nothing yet." />}
        />
      )}
      {data?.hasMore && (
        <p>
          <Link to={{ view: 'approvals', query: { list: 'all', agent: agentId } }}>
            All its actions
          </Link>
        </p>
      )}
    </Section>
  )
}

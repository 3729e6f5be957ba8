/** One agent: whether it works, what it has used, what it did, and its policy. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { navigate } from '../../lib/route.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { AgentActions } from './AgentActions.tsx'
import { DeviceCode } from './DeviceCode.tsx'
import { type Agent, AgentState } from './facts.tsx'
import { PolicyEditor } from './PolicyEditor.tsx'
import { Usage } from './Usage.tsx'

type AgentPanelProps = {
  readonly id: string
  /** After an action: the list is old. */
  readonly onChange: () => void
}

const tabs = [
  { key: 'overview', title: 'Overview' },
  { key: 'policy', title: 'Policy' },
  { key: 'actions', title: 'Actions' },
] as const

export function AgentPanel({ id, onChange }: AgentPanelProps) {
  const asked = request('get', '/agents/{agentId}', { path: { agentId: id } })
  const { data: agent, problem, again } = useLive(asked)
  const tab = useTab(tabs)
  const changed = (): void => {
    again()
    onChange()
  }
  return (
    <Panel title={agent?.name ?? 'Agent'} aside={agent && <AgentState of={agent} />}>
      <ErrorState problem={problem} isBesideData={agent !== undefined} onRetry={again} />
      {agent === undefined ? (
        problem === undefined && <Loading what="The agent’s facts" lines={10} />
      ) : (
        <>
          <Tabs label="About the agent" tabs={tabs} />
          {tab === 'overview' && (
            <>
              <div class="row">
                <Buttons agent={agent} onChange={changed} />
                <Curl request={asked} />
              </div>
              <DeviceCode agent={agent} />
              <Usage agent={agent} />
              <KeyValue
                rows={[
                  ['Id', <CopyId key="id" id={agent.id} />],
                  ['Customer', <IdLink key="customer" id={agent.customerId} />],
                  [
                    'What waits',
                    <Link key="waits" to={{ view: 'approvals', query: { agent: agent.id } }}>
                      Its approvals
                    </Link>,
                  ],
                  ['Created', <Time key="created" at={agent.createdAt} isExact />],
                  ['Changed', <Time key="changed" at={agent.updatedAt} isExact />],
                ]}
              />
            </>
          )}
          {tab === 'policy' && <PolicyEditor agent={agent} onSaved={changed} />}
          {tab === 'actions' && <AgentActions agentId={agent.id} />}
        </>
      )}
    </Panel>
  )
}

function Buttons({ agent, onChange }: { readonly agent: Agent; readonly onChange: () => void }) {
  const path = { agentId: agent.id }
  const { isPaused, name } = agent
  return (
    <>
      <ActionButton
        request={request('patch', '/agents/{agentId}', { path, body: { isPaused: !isPaused } })}
        needs="MANAGE"
        confirm={
          isPaused
            ? `${name} may pay again, within its policy.`
            : `${name} still reads, and does nothing else. What waits cannot be approved meanwhile.`
        }
        done={isPaused ? 'The agent is resumed.' : 'The agent is paused.'}
        onDone={onChange}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </ActionButton>
      <ActionButton
        request={request('delete', '/agents/{agentId}', { path })}
        needs="MANAGE"
        kind="danger"
        confirm={`${name} ends for good: its token is dead, and what waits for approval is rejected. What it has paid stays.`}
        done="The agent is deleted."
        onDone={() => {
          navigate({ selected: undefined })
          onChange()
        }}
      >
        Delete
      </ActionButton>
    </>
  )
}

/** A new agent: for whom, its name, its policy; then its device code. */
import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { useLive } from '../../lib/live.ts'
import { announce } from '../../lib/notices.ts'
import { type Component, request } from '../../lib/request.ts'
import { useRoute } from '../../lib/route.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { CurlText } from '../../ui/Curl.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CustomerField, wholeCustomerId } from '../customers/CustomerField.tsx'
import { DeviceCode } from './DeviceCode.tsx'
import { cautious, policyOf } from './draft.ts'
import { PolicyFields } from './PolicyFields.tsx'

type Created = Component<'AgentCreateResponse'>

export function CreateAgent({ onCreated }: { readonly onCreated: () => void }) {
  const { api, may } = useSession()
  const { query } = useRoute()
  const [name, setName] = useState('')
  const [customerId, setCustomerId] = useState(query.customer ?? '')
  const [draft, setDraft] = useState(cautious)
  const [created, setCreated] = useState<Created>()
  const asked = () =>
    request('post', '/agents', {
      body: { name: name.trim(), customerId: customerId.trim(), policy: policyOf(draft) },
    })
  const action = useAction(async () => {
    const result = await api.send(asked())
    setCreated(result)
    announce(`${result.agent.name} is created.`)
    onCreated()
  })
  if (created !== undefined) return <CreatedAgent created={created} />
  return (
    <Panel title="New agent">
      <p class="soft">An agent is a program that acts for one customer, within this policy.</p>
      <Form action={action} label="New agent">
        <Field name="name" label="Name" required value={name} onInput={setName} />
        <CustomerField
          name="customerId"
          label="Customer"
          value={customerId}
          onInput={(id) => {
            setCustomerId(id)
            // Accounts belong to one customer.
            setDraft({ ...draft, allowed: undefined, rules: [] })
          }}
        />
        <PolicyFields draft={draft} onChange={setDraft} customerId={wholeCustomerId(customerId)} />
        <CurlPreview of={asked} />
        <p class="row">
          <Button
            type="submit"
            kind="primary"
            isBusy={action.isBusy}
            disabledReason={may('MANAGE') ? undefined : 'Your token lacks the permission MANAGE.'}
          >
            Create the agent
          </Button>
        </p>
      </Form>
    </Panel>
  )
}

/** As far as the fields make a request. */
function CurlPreview({ of }: { readonly of: () => ReturnType<typeof request> }) {
  try {
    return (
      <details>
        <summary>as curl</summary>
        <CurlText request={of()} />
      </details>
    )
  } catch {
    return null
  }
}

function CreatedAgent({ created }: { readonly created: Created }) {
  const path = { agentId: created.agent.id }
  const { data } = useLive(request('get', '/agents/{agentId}', { path }))
  const agent = data ?? created.agent
  return (
    <Panel title={`${agent.name} is created`}>
      <DeviceCode agent={agent} first={created.deviceCode} />
      <p>
        <Link to={{ selected: agent.id }}>Open the agent</Link>
        {!agent.isConnected && <span class="soft">: the code is not shown there.</span>}
      </p>
    </Panel>
  )
}

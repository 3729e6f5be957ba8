/** One customer: whether it can pay, and everything that belongs to it. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { Badge, Status } from '../../ui/Badge.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Access } from './Access.tsx'
import { Accounts } from './Accounts.tsx'
import { type Customer, nameOf, verificationOf } from './facts.tsx'
import { Profile } from './Profile.tsx'
import { Standing } from './Standing.tsx'
import { Verification } from './Verification.tsx'

const EVERY_MS = 5_000

const tabs = [
  { key: 'overview', title: 'Overview' },
  { key: 'accounts', title: 'Accounts' },
  { key: 'access', title: 'Access' },
  { key: 'verification', title: 'Verification' },
] as const

type CustomerPanelProps = { readonly id: string; readonly onChange: () => void }

export function CustomerPanel({ id, onChange }: CustomerPanelProps) {
  const asked = request('get', '/customers/{customerId}', { path: { customerId: id } })
  const { data: customer, problem, again } = useLive(asked, { everyMs: EVERY_MS })
  const tab = useTab(tabs)
  const changed = (): void => {
    again()
    onChange()
  }
  return (
    <Panel
      title={customer === undefined ? 'Customer' : nameOf(customer)}
      aside={customer && <Standings customer={customer} />}
    >
      <ErrorState problem={problem} isBesideData={customer !== undefined} onRetry={again} />
      {customer === undefined ? (
        problem === undefined && <Loading what="The customer’s facts" lines={8} />
      ) : (
        <>
          <p class="row">
            <Link to={{ view: 'transactions', query: { q: customer.id } }}>Payments</Link>
            <Link to={{ view: 'webhooks', query: { subject: customer.id } }}>Webhooks</Link>
            <Curl request={asked} />
          </p>
          <Tabs label="About the customer" tabs={tabs} />
          {tab === 'overview' && (
            <>
              <Standing customer={customer} />
              <Profile customer={customer} onChange={changed} />
            </>
          )}
          {tab === 'accounts' && <Accounts customerId={customer.id} />}
          {tab === 'access' && <Access customer={customer} />}
          {tab === 'verification' && <Verification customer={customer} onChange={changed} />}
        </>
      )}
    </Panel>
  )
}

function Standings({ customer }: { readonly customer: Customer }) {
  if (customer.isDeleted) return <Badge>Deleted</Badge>
  return <Status status={verificationOf(customer)} />
}

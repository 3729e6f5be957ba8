import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { navigate } from '../../lib/route.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { senderFor } from './exchanges.ts'
import { Step, type Turn } from './Step.tsx'
import { startAgain } from './state.ts'
import { type Play, useLack } from './useWallet.ts'

const SHOWN = 5

export function CustomerStep({ play, turn }: { readonly play: Play; readonly turn: Turn }) {
  const { customerId, customer } = play
  return (
    <Step
      step="customer"
      number={1}
      title="Create a customer"
      turn={turn}
      next={customerId === undefined ? 'POST /customers' : undefined}
      summary={
        <>
          <strong>{customer?.fullName}</strong> <span>{customer?.email}</span>
          {customerId !== undefined && <CopyId id={customerId} />}
        </>
      }
    >
      {customerId === undefined ? (
        <>
          <NewCustomer />
          <Known />
        </>
      ) : (
        <>
          <p>The wallet of the customer is being made.</p>
          <Loading what="Customer and wallet" lines={2} />
        </>
      )}
    </Step>
  )
}

function NewCustomer() {
  const { api } = useSession()
  const [email] = useState(() => `ada-${crypto.randomUUID().slice(0, 8)}@example.com`)
  const create = useAction(async ({ fullName = '', email = '' }: FormValues) => {
    startAgain(undefined)
    const body = { customerType: 'INDIVIDUAL', fullName, email, region: 'US' } as const
    const made = await senderFor(api, 'customer')(
      request('post', '/customers', { body }),
      'The customer’s wallet and an email credential for it are made with it.',
    )
    navigate({ selected: made.id, query: { payment: undefined } })
  })
  return (
    <Form action={create} label="New customer">
      <p>Every customer has a wallet that only the customer can move. This one is made up.</p>
      <Field name="fullName" label="Full name" required value="Ada Lovelace" />
      <Field name="email" label="Email" type="email" required value={email} />
      <Button
        type="submit"
        kind="primary"
        isBusy={create.isBusy}
        disabledReason={useLack('MANAGE')}
      >
        Create customer
      </Button>
    </Form>
  )
}

/** One that exists goes on where it is. */
function Known() {
  const { data } = useLive(request('get', '/customers', { query: { limit: SHOWN } }), {
    everyMs: 0,
  })
  const open = useAction(async ({ customerId = '' }: FormValues) => {
    navigate({ selected: customerId, query: { payment: undefined } })
  })
  return (
    <details class="fold">
      <summary>Or go on with one that exists</summary>
      <div class="stack">
        <ul class="stack" aria-label="Newest customers">
          {data?.data.map((each) => (
            <li key={each.id}>
              <Link to={{ selected: each.id, query: { payment: undefined } }}>{nameOf(each)}</Link>
            </li>
          ))}
        </ul>
        <Form action={open} label="Existing customer">
          <Field name="customerId" label="Customer id" required placeholder="Customer:…" />
          <Button type="submit">Open customer</Button>
        </Form>
      </div>
    </details>
  )
}

function nameOf(customer: object): string {
  const { fullName, email, id } = customer as { fullName?: string; email?: string; id: string }
  return [fullName ?? id, email].filter(Boolean).join(' · ')
}

import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { useLive } from '../../lib/live.ts'
import { announce } from '../../lib/notices.ts'
import { type ApiRequest, type Component, request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CurlText } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { type Tables, useTables } from './useTables.ts'

type Plan = Component<'SandboxFault'>
type Order = Component<'SandboxFaultRequest'>
type Step = Order['faults'][number]

const EVERY_MS = 3_000
const LIMIT = 50
const DELAYED: readonly string[] = ['SLOW', 'OUT_OF_ORDER', 'LATE_RETURN']

/** Faults that the platform orders, and what has met them: no other platform's work does. */
export function Faults() {
  const asked = request('get', '/sandbox/faults', { query: { limit: LIMIT } })
  const { data, problem, again } = useLive(asked, { keep: true, everyMs: EVERY_MS })
  const { tables } = useTables()
  return (
    <>
      <p class="soft">
        The outside parties of the sandbox, and your webhooks, can be made to fail, to see what your
        platform does then. Only work of your platform meets a fault. A plan ends after a day.
      </p>
      {tables !== undefined && <NewPlan calls={tables.faults} onOrdered={again} />}
      <Section title="Ordered">
        <ErrorState problem={problem} onRetry={again} />
        {data !== undefined && (
          <Table
            label="Ordered faults"
            rows={data.data}
            columns={columnsOf(again)}
            keyOf={({ id }) => id}
            isSelectable={false}
            empty={<Empty title="No faults are ordered" />}
          />
        )}
      </Section>
    </>
  )
}

function columnsOf(again: () => void): readonly Column<Plan>[] {
  return [
    {
      key: 'faults',
      head: 'Faults',
      cell: ({ faults }) => (
        <ol>
          {faults.map(({ call, kind, times, timesMet }, index) => (
            <li key={`${index} ${call}`}>
              {wordsOf(call)}: {wordsOf(kind)} ({timesMet} of {times})
            </li>
          ))}
        </ol>
      ),
    },
    { key: 'about', head: 'About', from: 'desktop', cell: ({ about = 'Anything' }) => about },
    {
      key: 'met',
      head: 'Met last by',
      from: 'tablet',
      cell: ({ met }) => <span class="cut">{met.at(-1)?.objectId ?? 'Nothing yet'}</span>,
    },
    { key: 'status', head: 'Status', cell: ({ status }) => <Badge>{wordsOf(status)}</Badge> },
    {
      key: 'createdAt',
      head: 'Ordered',
      from: 'tablet',
      cell: (plan) => <Time at={plan.createdAt} />,
    },
    {
      key: 'end',
      head: 'End',
      cell: ({ id, status }) =>
        status === 'DELETED' ? null : (
          <ActionButton
            request={request('delete', '/sandbox/faults/{faultId}', { path: { faultId: id } })}
            needs="MANAGE"
            isSmall
            done="The plan is ended; what it held back goes on."
            onDone={again}
          >
            End it
          </ActionButton>
        ),
    },
  ]
}

function NewPlan({
  calls,
  onOrdered,
}: {
  readonly calls: Tables['faults']
  readonly onOrdered: () => void
}) {
  const { api, may } = useSession()
  const [call, setCall] = useState('PAYOUT')
  const [kind, setKind] = useState('ANSWER_LOST')
  const [order, setOrder] = useState<ApiRequest<Plan>>()
  const { what = '', faults = [] } = calls[call] ?? {}
  const chosen = faults.includes(kind) ? kind : (faults[0] ?? '')
  const action = useAction(async (values: FormValues) => {
    const sent = request('post', '/sandbox/faults', { body: bodyOf(values) })
    setOrder(sent)
    await api.send(sent)
    announce('The fault is ordered.')
    onOrdered()
  })
  return (
    <Section title="Order a fault">
      <Form label="A fault" action={action}>
        <Field
          name="call"
          label="What fails"
          value={call}
          options={Object.keys(calls).map((name) => [name, wordsOf(name)] as const)}
          hint={what}
          onInput={setCall}
        />
        <Field
          name="kind"
          label="How"
          value={chosen}
          options={faults.map((name) => [name, wordsOf(name)] as const)}
          onInput={setKind}
        />
        <Field name="times" label="How many times" inputMode="numeric" value="1" />
        {DELAYED.includes(chosen) && (
          <Field name="delaySeconds" label="Seconds later" inputMode="numeric" />
        )}
        <Field
          name="about"
          label="Only about"
          placeholder="Customer:…"
          hint="A customer, account, card, payment or event of yours. Nothing: whatever comes next."
        />
        <Button
          kind="primary"
          type="submit"
          isBusy={action.isBusy}
          disabledReason={may('MANAGE') ? undefined : 'Your token lacks the permission MANAGE.'}
        >
          Order it
        </Button>
      </Form>
      {order !== undefined && <CurlText request={order} />}
    </Section>
  )
}

function bodyOf({ call, kind, times, delaySeconds, about }: FormValues): Order {
  return {
    ...(about !== undefined && { about }),
    faults: [
      {
        call: call as Step['call'],
        kind: kind as Step['kind'],
        ...(times !== undefined && { times: Number(times) }),
        ...(delaySeconds !== undefined && { delaySeconds: Number(delaySeconds) }),
      },
    ],
  }
}

/** The log of webhooks: what happened, what the endpoint said, and sending it again. */

import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { navigate, useRoute } from '../../lib/route.ts'
import { useSession } from '../../lib/session.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Status } from '../../ui/Badge.tsx'
import { Breakable } from '../../ui/Breakable.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import {
  dayEnd,
  dayStart,
  FilterDay,
  FilterSearch,
  FilterSelect,
  Filters,
} from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { EndpointHealth } from './EndpointHealth.tsx'
import { WebhookPanel } from './WebhookPanel.tsx'
import { webhookTypeOf, webhookTypes } from './webhookTypes.ts'

type Event = Component<'WebhookEvent'>

const statuses: readonly Event['status'][] = ['PENDING', 'DELIVERED', 'FAILED', 'UNSENT']
const filterNames = ['subject', 'status', 'type', 'from', 'to']
const LIMIT = 50

const columns: readonly Column<Event>[] = [
  { key: 'type', head: 'Type', cell: ({ type }) => <Breakable text={type} /> },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    key: 'subject',
    head: 'About',
    from: 'desktop',
    cell: ({ subject }) => <CopyId id={subject} />,
  },
  { key: 'at', head: 'When', align: 'end', cell: ({ timestamp }) => <Time at={timestamp} /> },
]

export default function Webhooks() {
  const { selected, query } = useRoute()
  const { token } = useSession()
  const asked = request('get', '/webhooks/events', {
    query: {
      subject: query.subject,
      status: statuses.find((each) => each === query.status),
      type: listOf(webhookTypeOf(query.type)),
      startDate: dayStart(query.from),
      endDate: dayEnd(query.to),
      limit: LIMIT,
      cursor: query.cursor,
    },
  })
  const { data, problem, isOld, again } = useLive(asked, { keep: true })
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <Page
      title="Webhooks"
      actions={
        <>
          <Curl request={asked} label="List as curl" />
          {token.platform.environment === 'SANDBOX' && (
            <ActionButton
              request={request('post', '/sandbox/webhooks/test')}
              needs="TRANSACT"
              done={({ response_status }) => `The endpoint has answered ${response_status}.`}
              onDone={again}
            >
              Send a test
            </ActionButton>
          )}
          <ActionButton
            request={request('post', '/webhooks/redeliver', {
              body: { failedOnly: true, limit: 1_000 },
            })}
            needs="MANAGE"
            confirm="Every event that no endpoint has accepted is sent once more, oldest first, to the endpoint of now."
            done={({ accepted, hasMore }) =>
              `${accepted} are sent again.${hasMore ? ' There are more: send again for the next ones.' : ''}`
            }
            onDone={again}
          >
            Send all undelivered again
          </ActionButton>
        </>
      }
      panel={selected !== undefined && <WebhookPanel key={selected} id={selected} onSent={again} />}
    >
      <EndpointHealth />
      <Filters names={filterNames}>
        <FilterSearch
          name="subject"
          label="Search by the id of what it is about, or of the webhook"
          hint="Transaction:… or Webhook:…"
        />
        <FilterSelect name="status" label="Status" all="Every status" options={statuses} />
        <FilterSelect
          name="type"
          label="Type"
          all="Every type"
          options={webhookTypes.map((type) => [type, type] as const)}
        />
        <FilterDay name="from" label="From" />
        <FilterDay name="to" label="To" />
      </Filters>
      {query.subject?.startsWith('Webhook:') && (
        <p>
          <button
            type="button"
            class="button"
            onClick={() => navigate({ selected: query.subject, query: { subject: undefined } })}
          >
            Open {query.subject}
          </button>
        </p>
      )}
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Webhooks"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={
            isFiltered ? (
              <Empty title="No event matches these filters." />
            ) : (
              <Empty title="No event yet.">
                Events are kept for 30 days. The first one comes with the first payment.
              </Empty>
            )
          }
        />
      )}
      <Pager page={data} />
    </Page>
  )
}

function listOf<T>(value: T | undefined): T[] | undefined {
  return value === undefined ? undefined : [value]
}

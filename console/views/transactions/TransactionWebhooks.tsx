import { useState } from 'preact/hooks'
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Time } from '../../ui/Time.tsx'
import { WebhookDetails } from '../webhooks/WebhookDetails.tsx'

type Event = Component<'WebhookEvent'>

const LIMIT = 100

/** The webhooks of the transaction, each with its attempts. */
export function TransactionWebhooks({ transactionId }: { readonly transactionId: string }) {
  const { data, problem, again } = useLive(
    request('get', '/webhooks/events', {
      query: { subject: transactionId, sortOrder: 'asc', limit: LIMIT },
    }),
  )
  return (
    <>
      <ErrorState problem={problem} isBesideData={data !== undefined} />
      {data === undefined ? (
        problem === undefined && <Loading what="The webhooks" lines={2} />
      ) : data.data.length === 0 ? (
        <Empty title="No webhook was sent yet." />
      ) : (
        <ul class="folds" aria-label="Webhooks of this transaction">
          {data.data.map((event) => (
            <SentEvent key={event.id} event={event} onSent={again} />
          ))}
        </ul>
      )}
    </>
  )
}

type SentEventProps = { readonly event: Event; readonly onSent: () => void }

/** An event; its details are requested when they are opened. */
function SentEvent({ event, onSent }: SentEventProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span>{event.type}</span> <Status status={event.status} />{' '}
          <span class="soft">
            <Time at={event.timestamp} />
          </span>
        </summary>
        {isOpen && <OpenEvent id={event.id} onSent={onSent} />}
      </details>
    </li>
  )
}

function OpenEvent({ id, onSent }: { readonly id: string; readonly onSent: () => void }) {
  const { data, problem, again } = useLive(
    request('get', '/webhooks/events/{eventId}', { path: { eventId: id } }),
  )
  return (
    <div class="stack">
      <ErrorState problem={problem} isBesideData={data !== undefined} />
      {data === undefined ? (
        problem === undefined && <Loading what="The attempts" />
      ) : (
        <>
          <IdLink id={id} />
          <WebhookDetails
            event={data}
            onSent={() => {
              again()
              onSent()
            }}
          />
        </>
      )}
    </div>
  )
}

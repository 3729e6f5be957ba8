import { shownDuration } from '../../lib/time.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Time } from '../../ui/Time.tsx'
import { Timeline, type TimelineStep } from '../../ui/Timeline.tsx'
import { SubjectLink } from '../SubjectLink.tsx'
import type { Delivery, Sent } from './platform.ts'

/** One event: its body, and every attempt to deliver it. */
export function SentEvent({ event }: { readonly event: Sent }) {
  const { id, subject, status, timestamp, body, deliveries } = event
  return (
    <>
      <KeyValue
        rows={[
          ['Status', <Status key="status" status={status} />],
          ['Event', <CopyId key="id" id={id} />],
          ['About', <SubjectLink key="subject" id={subject} />],
          ['When', <Time key="at" at={timestamp} isExact />],
        ]}
      />
      {deliveries.length === 0 ? (
        <Empty title="It was never sent.">There was no endpoint when it happened.</Empty>
      ) : (
        // The newest first: what a person looks for.
        deliveries
          .toReversed()
          .map((delivery, index) => <DeliveryCard key={index} delivery={delivery} />)
      )}
      <p class="soft">Body</p>
      <JsonView label="Body" value={body} />
    </>
  )
}

function DeliveryCard({ delivery }: { readonly delivery: Delivery }) {
  const { status, isRedelivery, endpoint, lastResponseBody, attempts } = delivery
  return (
    <div class="card stack">
      <p class="row">
        <Status status={status} />
        <span>{isRedelivery ? 'Sent again' : 'Sent'}</span>
      </p>
      <code class="soft">{endpoint}</code>
      <Timeline label="Attempts" steps={attempts.toReversed().map(stepOf)} />
      {lastResponseBody && (
        <>
          <p class="soft">Its last answer</p>
          <JsonView label="The endpoint’s last answer" value={lastResponseBody} />
        </>
      )}
    </div>
  )
}

function stepOf(attempt: Delivery['attempts'][number]): TimelineStep {
  const { number, at, responseStatus, error, durationMs } = attempt
  return {
    key: String(number),
    at,
    tone: error === null ? 'good' : 'bad',
    what: `Attempt ${number}: ${error ?? `answered ${responseStatus ?? 'nothing'}`}`,
    ...(durationMs !== null && { about: shownDuration(durationMs) }),
  }
}

import { type Component, request } from '../../lib/request.ts'
import { shownDuration } from '../../lib/time.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Status } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Section } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'
import { Timeline, type TimelineStep } from '../../ui/Timeline.tsx'

type Event = Component<'WebhookEventDetails'>
type Delivery = Event['deliveries'][number]

type WebhookDetailsProps = { readonly event: Event; readonly onSent: () => void }

/** Deliveries with their attempts, the request as the receiver gets it, and sending it again. */
export function WebhookDetails({ event, onSent }: WebhookDetailsProps) {
  const { id, type, deliveries } = event
  return (
    <>
      <Section
        title="Deliveries"
        actions={
          <ActionButton
            request={request('post', '/webhooks/events/{eventId}/redeliver', {
              path: { eventId: id },
            })}
            needs="MANAGE"
            done={`${type} is sent again.`}
            onDone={onSent}
            isSmall
            label={`Send again: ${type}`}
          >
            Send again
          </ActionButton>
        }
      >
        {deliveries.length === 0 ? (
          <Empty title="It was never sent.">There was no endpoint when it happened.</Empty>
        ) : (
          // The newest first: what a person looks for.
          deliveries.toReversed().map((each) => <DeliveryCard key={each.id} delivery={each} />)
        )}
      </Section>
      <Section title="Body">
        <JsonView label="Body" value={event.request.body} />
      </Section>
      <Section title="Headers">
        <KeyValue
          rows={Object.entries(event.request.headers).map(([name, value]) => [
            name,
            <code key={name}>{value}</code>,
          ])}
        />
      </Section>
    </>
  )
}

function DeliveryCard({ delivery }: { readonly delivery: Delivery }) {
  const { status, isRedelivery, endpoint, createdAt, nextAttemptAt, lastResponseBody } = delivery
  return (
    <div class="card stack">
      <p class="row">
        <Status status={status} />
        <span>{isRedelivery ? 'Sent again' : 'Sent'}</span>
        <Time at={createdAt} />
      </p>
      <code class="soft">{endpoint}</code>
      <Timeline label="Attempts" steps={delivery.attemptLog.toReversed().map(stepOf)} />
      {status === 'PENDING' && nextAttemptAt !== undefined && (
        <p class="soft">
          Next attempt <Time at={nextAttemptAt} />.
        </p>
      )}
      {lastResponseBody !== undefined && (
        <JsonView label="The endpoint’s last answer" value={lastResponseBody} />
      )}
    </div>
  )
}

function stepOf({
  number,
  at,
  responseStatus,
  error,
  durationMs,
}: Delivery['attemptLog'][number]): TimelineStep {
  const outcome = error ?? `answered ${responseStatus ?? 'nothing'}`
  return {
    key: String(number),
    at,
    tone: error === undefined ? 'good' : 'bad',
    what: `Attempt ${number}: ${outcome}`,
    ...(durationMs !== undefined && { about: shownDuration(durationMs) }),
  }
}

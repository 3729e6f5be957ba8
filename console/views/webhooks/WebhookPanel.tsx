/** One event in the panel: its request, and every attempt to deliver it. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import { WebhookDetails } from './WebhookDetails.tsx'

type WebhookPanelProps = { readonly id: string; readonly onSent: () => void }

export function WebhookPanel({ id, onSent }: WebhookPanelProps) {
  const asked = request('get', '/webhooks/events/{eventId}', { path: { eventId: id } })
  const { data: event, problem, again } = useLive(asked)
  return (
    <Panel title={event?.type ?? 'Webhook'} aside={event && <Status status={event.status} />}>
      <ErrorState problem={problem} isBesideData={event !== undefined} onRetry={again} />
      {event === undefined ? (
        problem === undefined && <Loading what="The event’s facts" />
      ) : (
        <>
          <KeyValue
            rows={[
              ['Id', <CopyId key="id" id={event.id} />],
              ['About', <IdLink key="subject" id={event.subject} />],
              ['Happened', <Time key="at" at={event.timestamp} isExact />],
            ]}
          />
          <WebhookDetails
            event={event}
            onSent={() => {
              again()
              onSent()
            }}
          />
        </>
      )}
    </Panel>
  )
}

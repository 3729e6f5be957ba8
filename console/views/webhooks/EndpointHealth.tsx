/** Whether the platform's endpoint takes what it is sent, by its last deliveries. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Tone } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'

type Delivery = Component<'WebhookDelivery'>

const LOOKED_AT = 100
const EVERY_MS = 5_000

export function EndpointHealth() {
  const config = useLive(request('get', '/config'), { everyMs: 30_000 })
  const deliveries = useLive(
    request('get', '/webhooks/deliveries', { query: { limit: LOOKED_AT } }),
    { everyMs: EVERY_MS },
  )
  const endpoint = config.data?.webhookEndpoint
  const last = deliveries.data?.data ?? []
  const [tone, words] = healthOf(last)
  return (
    <Section title="Endpoint">
      <div class="card row">
        {config.data === undefined ? (
          <span class="bone" />
        ) : endpoint === undefined ? (
          <>
            <Badge tone="warn">No endpoint</Badge>
            <span>Events are kept 30 days; set one, and send them then.</span>
          </>
        ) : (
          <>
            <code>{endpoint}</code>
            <Badge tone={tone}>{words}</Badge>
            <Counts deliveries={last} />
          </>
        )}
      </div>
    </Section>
  )
}

/** The state of an endpoint by its deliveries, the newest first: one failure among many successes is no outage. */
function healthOf(deliveries: readonly Delivery[]): readonly [Tone, string] {
  const ended = deliveries.filter(({ status, lastError }) => status !== 'PENDING' || lastError)
  if (ended.length === 0) return ['plain', 'Nothing sent yet']
  const failed = ended.filter(({ status }) => status !== 'DELIVERED').length
  if (failed === 0) return ['good', 'Healthy']
  if (ended[0]?.status === 'DELIVERED') return ['warn', 'Some deliveries fail']
  return ['bad', failed === ended.length ? 'Every delivery fails' : 'Failing now']
}

function Counts({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const accepted = deliveries.filter(({ status }) => status === 'DELIVERED')
  const waiting = deliveries.filter(({ status }) => status === 'PENDING')
  const stopped = deliveries.filter(({ status }) => status === 'STOPPED')
  const failure = deliveries.find(({ lastError, status }) => lastError && status !== 'DELIVERED')
  return (
    <span class="soft">
      Of the last {deliveries.length}: {accepted.length} accepted, {waiting.length} waiting,{' '}
      {stopped.length} given up.
      {accepted[0] !== undefined && (
        <>
          {' '}
          Last accepted <Time at={accepted[0].updatedAt} />.
        </>
      )}
      {failure !== undefined && (
        <>
          {' '}
          Last failure <Time at={failure.updatedAt} />: {failure.lastError}.
        </>
      )}
    </span>
  )
}

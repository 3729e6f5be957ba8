/** Whether the platform's endpoint takes what it is sent, and what still waits for former ones. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Tone } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'

type Delivery = Component<'WebhookDelivery'>
type Endpoint = Component<'WebhookEndpoints'>['endpoints'][number]

const LOOKED_AT = 100
const EVERY_MS = 5_000

export function EndpointHealth() {
  const deliveries = useLive(
    request('get', '/webhooks/deliveries', { query: { limit: LOOKED_AT } }),
    { everyMs: EVERY_MS },
  )
  const addresses = useLive(request('get', '/webhooks/endpoints'), { everyMs: EVERY_MS })
  const endpoints = addresses.data?.endpoints ?? []
  const present = endpoints.find(({ isPresent }) => isPresent)
  const last = deliveries.data?.data ?? []
  const [tone, words] = healthOf(last)
  return (
    <Section title="Endpoint">
      <div class="card row">
        {addresses.data === undefined ? (
          <span class="bone" />
        ) : present === undefined ? (
          <>
            <Badge tone="warn">No endpoint</Badge>
            <span>Events are kept 30 days; set one, and send them then.</span>
          </>
        ) : (
          <>
            <code>{present.endpoint}</code>
            <Badge tone={tone}>{words}</Badge>
            <Counts deliveries={last} waiting={present.waiting} />
          </>
        )}
      </div>
      {endpoints
        .filter(({ isPresent }) => !isPresent)
        .map((each) => (
          <FormerEndpoint
            key={each.endpoint}
            endpoint={each}
            present={present?.endpoint}
            onEnded={addresses.again}
          />
        ))}
    </Section>
  )
}

type FormerEndpointProps = {
  readonly endpoint: Endpoint
  readonly present: string | undefined
  readonly onEnded: () => void
}

/** A former address that deliveries wait for: they are moved to the present one, or dropped. */
function FormerEndpoint({ endpoint, present, onEnded }: FormerEndpointProps) {
  const { endpoint: from, waiting, waitingSince, lastError } = endpoint
  const ending = (action: 'MOVE' | 'DROP') =>
    request('post', '/webhooks/endpoints/waiting', { body: { from, action } })
  const done =
    (what: string) =>
    ({ changed, hasMore }: Component<'WaitingWebhooksEnded'>) =>
      `${changed} are ${what}.${hasMore ? ' Others still wait there: press again.' : ''}`
  return (
    <div class="card row">
      <code>{from}</code>
      <Badge tone="warn">{`${waiting} waiting at a former address`}</Badge>
      <span class="soft">
        {waitingSince !== undefined && (
          <>
            Since <Time at={waitingSince} />.
          </>
        )}
        {lastError !== undefined && ` Last failure: ${lastError}.`}
      </span>
      {present !== undefined && (
        <ActionButton
          request={ending('MOVE')}
          needs="MANAGE"
          confirm={`What waits for ${from} is sent to ${present} instead, a thousand at a time.`}
          done={done('moved')}
          onDone={onEnded}
          isSmall
          label={`Move to the present one: ${from}`}
        >
          Move to the present one
        </ActionButton>
      )}
      <ActionButton
        request={ending('DROP')}
        needs="MANAGE"
        confirm={`What waits for ${from} is not sent any more. Its events can be sent again from the list below.`}
        done={done('dropped')}
        onDone={onEnded}
        isSmall
        label={`Drop: ${from}`}
      >
        Drop
      </ActionButton>
    </div>
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

type CountsProps = { readonly deliveries: readonly Delivery[]; readonly waiting: number }

function Counts({ deliveries, waiting }: CountsProps) {
  const accepted = deliveries.filter(({ status }) => status === 'DELIVERED')
  const stopped = deliveries.filter(({ status }) => status === 'STOPPED')
  const failure = deliveries.find(({ lastError, status }) => lastError && status !== 'DELIVERED')
  return (
    <span class="soft">
      {waiting} waiting. Of the last {deliveries.length}: {accepted.length} accepted,{' '}
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

/** Webhooks as rows: the status of each, and a button that redelivers it. */
import { shownInstant } from '../lib/time.ts'
import type { Api } from '../api.ts'
import { announce, make, onPress } from '../page.ts'
import type { WebhookDelivery, WebhookEvent } from '../shapes.ts'
import { fill, type Live } from './live.ts'

type Told = {
  readonly events: readonly WebhookEvent[]
  readonly deliveries: readonly WebhookDelivery[]
}

/** Fills a list with events and their deliveries. */
export function fillWebhooks(
  list: HTMLElement,
  { events, deliveries }: Told,
  api: Api,
  looking: Live,
): void {
  if (events.length === 0) {
    list.replaceChildren(make('li', {}, make('p', { className: 'hint' }, 'None.')))
    return
  }
  const deliveriesOf = (event: WebhookEvent): readonly WebhookDelivery[] =>
    deliveries.filter(({ eventId }) => eventId === event.id)
  fill(list, events, {
    key: ({ id }) => id,
    content: (event) => JSON.stringify([event, deliveriesOf(event)]),
    draw: (event) => row(event, deliveriesOf(event), api, looking),
  })
}

const colours: Readonly<Partial<Record<WebhookEvent['status'], string>>> = {
  DELIVERED: 'good',
  FAILED: 'bad',
}

function row(
  event: WebhookEvent,
  deliveries: readonly WebhookDelivery[],
  api: Api,
  looking: Live,
): HTMLElement {
  const { id, type, status, timestamp } = event
  const send = make(
    'button',
    { type: 'button', className: 'quiet', ariaLabel: `Send again: ${type}` },
    'Send again',
  )
  onPress(send, async () => {
    await api.call('POST', `/webhooks/events/${id}/redeliver`)
    announce(`${type} is sent again.`)
    looking.again()
  })
  const tag = make('span', { className: `tag ${colours[status] ?? ''}` }, status)
  return make(
    'li',
    {},
    make(
      'div',
      {},
      make('p', {}, type, ' ', tag),
      ...(deliveries.length > 0 ? [] : [make('p', { className: 'hint' }, shownInstant(timestamp))]),
      ...deliveries.map((each) => make('p', { className: 'hint' }, wordsOf(each))),
    ),
    send,
  )
}

/** `sent again 2026-01-15 09:30:00 UTC: 500, answered 500 · 1 attempt`. */
function wordsOf(delivery: WebhookDelivery): string {
  const { isRedelivery, status, attempts, lastResponseStatus, lastError, nextAttemptAt } = delivery
  const outcome = {
    DELIVERED: `taken with ${lastResponseStatus ?? 'an answer'}`,
    STOPPED: `given up: ${lastError ?? ''}`,
    PENDING: lastError === undefined ? 'on its way' : `waits: ${lastError}`,
  }[status]
  return [
    `${isRedelivery ? 'Sent again' : 'Sent'} ${shownInstant(delivery.createdAt)}`,
    outcome,
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    ...(nextAttemptAt !== undefined && attempts > 0 ? [`next ${shownInstant(nextAttemptAt)}`] : []),
  ].join(' · ')
}

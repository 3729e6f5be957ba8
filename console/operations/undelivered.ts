/** Undelivered webhooks, and the redelivery of all of them. */
import { announce, button, onPress, section } from '../page.ts'
import type { WebhookDelivery, WebhookEvent, WebhookRedelivery } from '../shapes.ts'
import type { Store } from '../state.ts'
import { live } from './live.ts'
import { fillWebhooks } from './webhookRows.ts'

const LOOK_MS = 4_000
const SHOWN = 10

export function showUndelivered(store: Store): void {
  const looking = live(store, LOOK_MS, async (api) => {
    const [config, failed, stopped] = await Promise.all([
      api.call<{ webhookEndpoint?: string }>('GET', '/config'),
      api.call<{ data: WebhookEvent[] }>('GET', `/webhooks/events?status=FAILED&limit=${SHOWN}`),
      api.call<{ data: WebhookDelivery[] }>('GET', '/webhooks/deliveries?status=STOPPED&limit=100'),
    ])
    section('endpoint').textContent = config.body.webhookEndpoint ?? 'none is set'
    button('redeliver-failed').hidden = failed.body.data.length === 0
    const told = { events: failed.body.data, deliveries: stopped.body.data }
    fillWebhooks(section('failed-webhooks'), told, api, looking)
  })
  onPress(button('redeliver-failed'), async () => {
    const { api } = store.state
    if (api === undefined) return
    let count = 0
    let cursor: string | undefined
    do {
      const part = await api.call<WebhookRedelivery>('POST', '/webhooks/redeliver', {
        ...(cursor !== undefined && { cursor }),
      })
      count += part.body.accepted
      cursor = part.body.nextCursor
    } while (cursor !== undefined)
    announce(`${count} webhooks are sent again.`)
    looking.again()
  })
}

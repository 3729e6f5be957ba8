import { getWebhookEvent } from './getWebhookEvent.ts'
import { listWebhookDeliveries } from './listWebhookDeliveries.ts'
import { listWebhookEvents } from './listWebhookEvents.ts'
import { redeliverWebhookEvent } from './redeliverWebhookEvent.ts'
import { redeliverWebhooks } from './redeliverWebhooks.ts'

export default [
  listWebhookEvents,
  getWebhookEvent,
  listWebhookDeliveries,
  redeliverWebhookEvent,
  redeliverWebhooks,
]

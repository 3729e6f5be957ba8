import { endWaitingWebhooks } from './endWaitingWebhooks.ts'
import { getWebhookEvent } from './getWebhookEvent.ts'
import { listWebhookDeliveries } from './listWebhookDeliveries.ts'
import { listWebhookEndpoints } from './listWebhookEndpoints.ts'
import { listWebhookEvents } from './listWebhookEvents.ts'
import { redeliverWebhookEvent } from './redeliverWebhookEvent.ts'
import { redeliverWebhooks } from './redeliverWebhooks.ts'

export default [
  listWebhookEvents,
  getWebhookEvent,
  listWebhookDeliveries,
  redeliverWebhookEvent,
  redeliverWebhooks,
  listWebhookEndpoints,
  endWaitingWebhooks,
]

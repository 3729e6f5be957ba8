import { WebhookDelivery } from '../../contract/components/webhooks.ts'
import { Refusal } from '../../contract/errors.ts'
import { type DeliveryRow, presentDelivery } from '../../contract/present/webhooks.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const redeliverWebhookEvent = operation({
  id: 'redeliverWebhookEvent',
  group: 'Webhooks',
  method: 'post',
  path: '/webhooks/events/:eventId/redeliver',
  permission: 'MANAGE',
  summary: 'Send an event again',
  description:
    "To the platform's present endpoint, under the same event `id`, once: no retries follow. " +
    'While a redelivery of the event is pending, a further call returns that one.',
  status: 202,
  responses: { 202: WebhookDelivery },
  errors: ['REFERENCE_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_SET'],
  async handle({ params, platform, dependencies }) {
    const uuid = requireId('Webhook', params.eventId, 'REFERENCE_NOT_FOUND')
    const row = await dependencies.database.call('redeliver_webhook', platform.id, uuid)
    if (row === null) throw new Refusal('REFERENCE_NOT_FOUND')
    if (row.id === undefined) throw new Refusal('WEBHOOK_ENDPOINT_NOT_SET')
    return presentDelivery(row as DeliveryRow)
  },
})

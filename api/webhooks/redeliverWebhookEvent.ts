import { WebhookDelivery } from '../../contract/components/webhooks.ts'
import { Refusal } from '../../contract/errors.ts'
import { type DeliveryRow, presentDelivery } from '../../contract/present/webhooks.ts'
import { createOnce } from '../createOnce.ts'
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
  headers: { idempotencyKey: 'kept' },
  status: 202,
  responses: { 202: WebhookDelivery },
  errors: ['DUPLICATE_PAY_REQUEST', 'REFERENCE_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_SET'],
  async handle(call) {
    const { params, platform } = call
    const uuid = requireId('Webhook', params.eventId)
    return createOnce(call, async (tx) => {
      const row = await tx.call('redeliver_webhook', platform.id, uuid)
      if (row === null) throw new Refusal('REFERENCE_NOT_FOUND')
      if (row.id === undefined) throw new Refusal('WEBHOOK_ENDPOINT_NOT_SET')
      return presentDelivery(row as DeliveryRow)
    })
  },
})

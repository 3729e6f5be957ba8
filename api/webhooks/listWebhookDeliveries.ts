import { dateTime, pageQuery } from '../../contract/components/shared.ts'
import { WebhookDeliveryList, WebhookDeliveryStatus } from '../../contract/components/webhooks.ts'
import { uuidOf } from '../../contract/ids.ts'
import { type DeliveryRow, presentDelivery } from '../../contract/present/webhooks.ts'
import { webhookTypes } from '../../contract/webhooks.ts'
import { conditionsOf, sortOrder } from '../conditions.ts'
import { operation } from '../operation.ts'
import { pageOf } from '../paging.ts'

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  group: 'Webhooks',
  method: 'get',
  path: '/webhooks/deliveries',
  permission: 'VIEW',
  summary: 'List deliveries of webhooks, newest first',
  query: {
    type: 'object',
    properties: {
      eventId: { type: 'string', maxLength: 64 },
      type: { type: 'array', maxItems: 50, items: { type: 'string', enum: webhookTypes } },
      subject: { type: 'string', maxLength: 64 },
      status: WebhookDeliveryStatus,
      isRedelivery: { type: 'boolean' },
      startDate: dateTime,
      endDate: dateTime,
      sortOrder,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: WebhookDeliveryList },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const conditions = conditionsOf('d.platform_id', platform.id)
    if (query.eventId !== undefined) {
      const event = uuidOf('Webhook', query.eventId)
      if (event === undefined) return pageOf([], query.limit, () => ({}))
      conditions.add('d.event_id = ?', event)
    }
    if (query.type !== undefined) conditions.add('d.type = any (?)', query.type)
    if (query.subject !== undefined) conditions.add('d.subject = ?', query.subject)
    if (query.status !== undefined) conditions.add('d.status = ?', query.status)
    if (query.isRedelivery !== undefined) {
      // As text: an index of the few that are by hand is used for no parameter.
      conditions.addText(query.isRedelivery ? 'd.is_manual' : 'not d.is_manual')
    }
    conditions.period('d.created_at', query)
    conditions.page(['d.created_at', 'd.id'], query)
    const limit = conditions.place(query.limit + 1)
    const rows = await dependencies.database.query<{ row: DeliveryRow }>({
      text: `select to_jsonb(d) as row from webhook_delivery_views d
        where ${conditions.where} order by ${conditions.order} limit ${limit}`,
      values: conditions.values,
    })
    return pageOf(
      rows.map(({ row }) => row),
      query.limit,
      presentDelivery,
    )
  },
})

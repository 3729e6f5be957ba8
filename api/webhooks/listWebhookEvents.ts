import { dateTime, pageQuery } from '../../contract/components/shared.ts'
import { WebhookEventList, WebhookEventStatus } from '../../contract/components/webhooks.ts'
import { type EventRow, presentEvent } from '../../contract/present/webhooks.ts'
import { webhookTypes } from '../../contract/webhooks.ts'
import { conditionsOf, sortOrder } from '../conditions.ts'
import { operation } from '../operation.ts'
import { pageOf } from '../paging.ts'
import { requestOf } from './request.ts'

type Found = { readonly row: EventRow; readonly status: string }

/** The condition of each status, written so that an index applies: undelivered events are few. */
const statusConditions: Readonly<Record<string, string>> = {
  DELIVERED: `exists (select 1 from webhook_deliveries d
    where d.event_id = e.id and d.status = 'DELIVERED')`,
  PENDING: `e.id in (select event_id from webhook_deliveries d where d.platform_id = $1
    and d.status = 'PENDING') and webhook_event_status(e) = 'PENDING'`,
  FAILED: `e.id in (select event_id from webhook_deliveries d where d.platform_id = $1
    and d.status = 'STOPPED') and webhook_event_status(e) = 'FAILED'`,
  UNSENT: 'e.is_unsent',
}

export const listWebhookEvents = operation({
  id: 'listWebhookEvents',
  group: 'Webhooks',
  method: 'get',
  path: '/webhooks/events',
  permission: 'VIEW',
  summary: 'List webhook events, newest first',
  description:
    'Events are kept 30 days. `withRequest` adds the exact request that a receiver gets: headers, ' +
    'signature and body.',
  query: {
    type: 'object',
    properties: {
      type: { type: 'array', maxItems: 50, items: { type: 'string', enum: webhookTypes } },
      subject: { type: 'string', maxLength: 64 },
      status: WebhookEventStatus,
      startDate: dateTime,
      endDate: dateTime,
      withRequest: { type: 'boolean', default: false },
      sortOrder,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: WebhookEventList },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const conditions = conditionsOf('e.platform_id', platform.id)
    if (query.type !== undefined) conditions.add('e.type = any (?)', query.type)
    if (query.subject !== undefined) conditions.add('e.subject = ?', query.subject)
    conditions.period('e.created_at', query)
    conditions.page(['e.created_at', 'e.id'], query)
    const status = statusConditions[query.status ?? '']
    if (status !== undefined) conditions.addText(status)
    const limit = conditions.place(query.limit + 1)
    const rows = await dependencies.database.query<Found>({
      text: `select to_jsonb(e) as row, webhook_event_status(e) as status from events e
        where ${conditions.where}
        order by ${conditions.order} limit ${limit}`,
      values: conditions.values,
    })
    const found = rows.map((each) => ({ ...each, ...each.row, status: each.status }))
    return pageOf(found, query.limit, ({ row, status: shown }) => ({
      ...presentEvent(row, shown),
      ...(query.withRequest && { request: requestOf(row, dependencies.config) }),
    }))
  },
})

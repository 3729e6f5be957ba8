import { described } from '../../contract/components/described.ts'
import { dateRange, pageQuery, sortOrder } from '../../contract/components/shared.ts'
import { WebhookDeliveryList, WebhookDeliveryStatus } from '../../contract/components/webhooks.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentDelivery } from '../../contract/present/webhooks.ts'
import { webhookTypes } from '../../contract/webhooks.ts'
import { type Bind, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

type Filters = {
  readonly eventId?: string | undefined
  readonly type?: readonly string[] | undefined
  readonly subject?: string | undefined
  readonly status?: string | undefined
  readonly isRedelivery?: boolean | undefined
}

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
      eventId: {
        type: 'string',
        maxLength: 64,
        description: 'Deliveries of this event only: `Webhook:...`.',
      },
      type: {
        type: 'array',
        description: 'Deliveries of events of these types only.',
        maxItems: 50,
        items: { type: 'string', enum: webhookTypes },
      },
      subject: {
        type: 'string',
        maxLength: 64,
        description: 'Deliveries of events about this resource only, by its id.',
      },
      status: described(WebhookDeliveryStatus, 'Deliveries in this state only.'),
      isRedelivery: {
        type: 'boolean',
        description:
          'true: those that were asked for only; false: those that followed from the event itself.',
      },
      ...dateRange,
      sortOrder,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: WebhookDeliveryList },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    return pageFrom(database, {
      name: 'webhookDeliveries',
      query,
      table: 'webhook_delivery_views',
      direction: query.sortOrder,
      created: { from: query.startDate, to: query.endDate },
      branches: (bind) => branches(bind, platform.id, query),
      select: 'to_jsonb(t)',
      present: presentDelivery,
      totalCount: 'NONE',
    })
  },
})

function branches(
  bind: Bind,
  platformId: string,
  { eventId, type, subject, status, isRedelivery }: Filters,
): string[] {
  const event = eventId === undefined ? null : uuidOf('Webhook', eventId)
  if (event === undefined) return []
  return [
    [
      `t.platform_id = ${bind(platformId)}`,
      ...(event === null ? [] : [`t.event_id = ${bind(event)}`]),
      ...(type === undefined ? [] : [`t.type = any (${bind(type)})`]),
      ...(subject === undefined ? [] : [`t.subject = ${bind(subject)}`]),
      ...(status === undefined ? [] : [`t.status = ${bind(status)}`]),
      // As text: an index of the few that are by hand is used for no parameter.
      ...(isRedelivery === undefined ? [] : [isRedelivery ? 't.is_manual' : 'not t.is_manual']),
    ].join(' and '),
  ]
}

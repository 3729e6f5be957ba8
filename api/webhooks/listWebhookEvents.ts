import { described } from '../../contract/components/described.ts'
import { dateRange, pageQuery, sortOrder } from '../../contract/components/shared.ts'
import {
  type WebhookEvent,
  WebhookEventList,
  WebhookEventStatus,
} from '../../contract/components/webhooks.ts'
import { type EventRow, presentEvent } from '../../contract/present/webhooks.ts'
import type { Shown } from '../../contract/shown.ts'
import { webhookTypes } from '../../contract/webhooks.ts'
import { type Bind, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import { requestOf } from './request.ts'

type Found = { readonly event: EventRow; readonly status: Shown<typeof WebhookEvent>['status'] }

type Filters = {
  readonly type?: readonly string[] | undefined
  readonly subject?: string | undefined
  readonly status?: string | undefined
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
      type: {
        type: 'array',
        description: 'Events of these types only.',
        maxItems: 50,
        items: { type: 'string', enum: webhookTypes },
      },
      subject: {
        type: 'string',
        maxLength: 64,
        description: 'Events about this resource only, by its id: `Transaction:...`, for example.',
      },
      status: described(WebhookEventStatus, 'Events in this state of delivery only.'),
      ...dateRange,
      withRequest: {
        type: 'boolean',
        default: false,
        description:
          'Whether each event shows the exact request that a receiver gets: headers, signature and ' +
          'body.',
      },
      sortOrder,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: WebhookEventList },
  errors: [],
  async handle({ query: { withRequest, ...query }, platform, dependencies }) {
    const { config, database } = dependencies
    return pageFrom(database, {
      name: 'webhookEvents',
      query,
      table: 'events',
      direction: query.sortOrder,
      created: { from: query.startDate, to: query.endDate },
      branches: (bind) => branches(bind, platform.id, query),
      select: `jsonb_build_object('event', to_jsonb(e), 'status', webhook_event_status(e))`,
      join: 'join events e on e.id = t.id',
      present: ({ event, status }: Found) => ({
        ...presentEvent(event, status),
        ...(withRequest && { request: requestOf(event, platform, config) }),
      }),
      totalCount: 'NONE',
    })
  },
})

/** An index gives the events of one type in the list's order: each type is a branch. */
function branches(bind: Bind, platformId: string, { type, subject, status }: Filters): string[] {
  const always = [
    `t.platform_id = ${bind(platformId)}`,
    ...(subject === undefined ? [] : [`t.subject = ${bind(subject)}`]),
    ...(status === undefined ? [] : [statusCondition(bind, platformId, status)]),
  ].join(' and ')
  if (type === undefined) return [always]
  return [...new Set(type)].map((each) => `${always} and t.type = ${bind(each)}`)
}

/** Written so that an index applies: undelivered events are few. */
function statusCondition(bind: Bind, platformId: string, status: string): string {
  if (status === 'UNSENT') return 't.is_unsent'
  if (status === 'DELIVERED') {
    return `exists (select 1 from webhook_deliveries d
      where d.event_id = t.id and d.status = 'DELIVERED')`
  }
  return `t.id in (select d.event_id from webhook_deliveries d
      where d.platform_id = ${bind(platformId)}
        and d.status = '${status === 'PENDING' ? 'PENDING' : 'STOPPED'}')
    and webhook_event_status(t) = ${bind(status)}`
}

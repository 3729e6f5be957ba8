/** Platforms, and what was sent to each: events, attempts, bodies. */

import type { WebhookEvent } from '../../contract/components/webhooks.ts'
import { idOf, idSchema, uuidOf } from '../../contract/ids.ts'
import { type EventRow, presentEvent } from '../../contract/present/webhooks.ts'
import type { Shown } from '../../contract/shown.ts'
import { webhookBody } from '../../contract/webhooks.ts'
import { presentPauses } from './pauses.ts'
import { platformById } from './platformById.ts'
import { operatorRoute } from './route.ts'

const PLATFORMS_MAX = 500

export const listPlatforms = operatorRoute({
  id: 'listPlatforms',
  method: 'get',
  path: '/platforms',
  role: 'VIEW',
  summary:
    'Platforms by name, with what of theirs waits; `hasMore` where there are more than are shown',
  query: {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 100 } },
  },
  async handle({ query: { name }, tx }) {
    const rows = await tx.query<{ id: string }>({
      name: 'operator_platforms',
      text: `select p.id, p.name, p.environment, p.webhook_endpoint as "webhookEndpoint", p.created_at as "createdAt",
          (select count(*)::integer from payments q where q.platform_id = p.id and q.status = 'PROCESSING') as processing,
          (select count(*)::integer from webhook_deliveries d where d.platform_id = p.id and d.status = 'PENDING') as undelivered
        from platforms p where $1::text is null or strpos(lower(p.name), lower($1)) > 0
        order by p.name, p.environment limit ${PLATFORMS_MAX + 1}`,
      values: [name ?? null],
    })
    const data = rows.slice(0, PLATFORMS_MAX).map((row) => ({
      ...row,
      id: idOf('PlatformConfig', row.id),
    }))
    return { body: { data, hasMore: rows.length > PLATFORMS_MAX } }
  },
})

type Sent = {
  readonly event: EventRow
  readonly status: Shown<typeof WebhookEvent>['status']
  readonly deliveries: readonly object[] | null
}

export const getPlatform = operatorRoute({
  id: 'readPlatform',
  method: 'get',
  path: '/platforms/:platformId',
  role: 'VIEW',
  summary:
    'What was sent to a platform, the newest first: events, their attempts and bodies; with `before`, those after that event in the list',
  query: {
    type: 'object',
    properties: {
      subject: { type: 'string', maxLength: 100 },
      before: idSchema('Webhook'),
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    },
  },
  async handle({ params, query: { subject, before, limit }, tx }) {
    const platform = await platformById(tx, params.platformId)
    const { id: platformId, name, environment, webhookEndpoint } = platform
    const rows = await tx.query<Sent>({
      name: 'operator_events_sent',
      text: `select to_jsonb(e) as event, webhook_event_status(e) as status,
          (select jsonb_agg(jsonb_build_object('endpoint', d.endpoint, 'status', d.status, 'isRedelivery', d.is_manual,
              'lastResponseStatus', d.last_status, 'lastError', d.last_error, 'lastResponseBody', d.last_response,
              'attempts', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'at', a.at,
                  'durationMs', a.duration_ms, 'responseStatus', a.status, 'error', a.error) order by a.number), '[]')
                from (select number, at, duration_ms, status, error from webhook_attempts
                  where delivery_id = d.id order by number desc limit 50) a))
              order by d.created_at)
            from webhook_deliveries d where d.event_id = e.id) as deliveries
        from events e where e.platform_id = $1 and ($2::text is null or e.subject = $2)
          and ($3::uuid is null or (e.created_at, e.id) < (select b.created_at, b.id from events b
            where b.id = $3 and b.platform_id = $1))
        order by e.created_at desc, e.id desc limit $4`,
      values: [
        ...[platformId, subject ?? null],
        before === undefined ? null : uuidOf('Webhook', before),
        limit,
      ],
    })
    const events = rows.map(({ event, status, deliveries }) => {
      const { id, type, snapshot, created_at: createdAt } = event
      const body = webhookBody({ id, type, snapshot, createdAt })
      return { ...presentEvent(event, status), body, deliveries: deliveries ?? [] }
    })
    const pauses = (await presentPauses(tx)).filter(
      (pause) =>
        pause.environment === environment &&
        (pause.platformId === null || pause.platformId === params.platformId),
    )
    return {
      body: { name, environment, webhookEndpoint, id: params.platformId, pauses, events },
      subject: params.platformId,
      platformId,
    }
  },
})

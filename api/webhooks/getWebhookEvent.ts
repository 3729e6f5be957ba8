import { type WebhookEvent, WebhookEventDetails } from '../../contract/components/webhooks.ts'
import { Refusal } from '../../contract/errors.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  type EventRow,
  presentAttempt,
  presentDelivery,
  presentEvent,
} from '../../contract/present/webhooks.ts'
import type { Shown } from '../../contract/shown.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { requestOf } from './request.ts'

type Found = {
  readonly row: EventRow
  readonly status: Shown<typeof WebhookEvent>['status']
  readonly deliveries:
    | readonly {
        readonly row: DeliveryRow
        readonly response: string | null
        readonly attempts: readonly AttemptRow[] | null
      }[]
    | null
}

/** Attempts that an answer shows, the last ones: seven days of retries are about 350. */
const ATTEMPTS_SHOWN_MAX = 500

export const getWebhookEvent = operation({
  id: 'getWebhookEvent',
  group: 'Webhooks',
  method: 'get',
  path: '/webhooks/events/:eventId',
  permission: 'VIEW',
  summary: 'Read an event with its deliveries and every attempt',
  status: 200,
  responses: { 200: WebhookEventDetails },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const uuid = requireId('Webhook', params.eventId)
    const [found] = await dependencies.database.query<Found>({
      name: 'webhook_event',
      text: `select to_jsonb(e) as row, webhook_event_status(e) as status,
          (select jsonb_agg(jsonb_build_object('row', to_jsonb(v), 'response', d.last_response,
            'attempts', (select jsonb_agg(to_jsonb(a) order by a.number) from (
              select number, at, duration_ms, status, error, ordered_fault from webhook_attempts where delivery_id = d.id
              order by number desc limit $3) a)) order by d.created_at)
            from webhook_deliveries d join webhook_delivery_views v on v.id = d.id
            where d.event_id = e.id) as deliveries
        from events e where e.id = $1 and e.platform_id = $2`,
      values: [uuid, platform.id, ATTEMPTS_SHOWN_MAX],
    })
    if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    return {
      ...presentEvent(found.row, found.status),
      request: requestOf(found.row, platform, dependencies.config),
      deliveries: (found.deliveries ?? []).map(({ row, response, attempts }) => ({
        ...presentDelivery(row),
        ...(response && { lastResponseBody: response }),
        attemptLog: (attempts ?? []).map(presentAttempt),
      })),
    }
  },
})

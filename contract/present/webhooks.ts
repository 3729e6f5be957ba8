/** Events and deliveries as a platform sees them. */

import type { WebhookAttempt, WebhookDelivery, WebhookEvent } from '../components/webhooks.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

export type EventRow = {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly snapshot: object
  readonly created_at: string
}

export type DeliveryRow = {
  readonly id: string
  readonly event_id: string
  readonly type: string
  readonly subject: string
  readonly endpoint: string
  readonly status: Shown<typeof WebhookDelivery>['status']
  readonly is_manual: boolean
  readonly is_queued: boolean
  readonly attempts: number
  readonly next_attempt_at: string
  readonly last_status: number | null
  readonly last_error: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type AttemptRow = {
  readonly number: number
  readonly at: string
  readonly duration_ms: number | null
  readonly status: number | null
  readonly error: string | null
  readonly ordered_fault: Shown<typeof WebhookAttempt>['orderedFault'] | null
}

export function presentEvent(
  row: EventRow,
  status: Shown<typeof WebhookEvent>['status'],
): Shown<typeof WebhookEvent> {
  return {
    id: idOf('Webhook', row.id),
    type: row.type,
    subject: row.subject,
    status,
    timestamp: shownInstant(row.created_at),
  }
}

export function presentDelivery(row: DeliveryRow): Shown<typeof WebhookDelivery> {
  return present({
    id: idOf('WebhookDelivery', row.id),
    eventId: idOf('Webhook', row.event_id),
    type: row.type,
    subject: row.subject,
    endpoint: row.endpoint,
    status: row.status,
    isRedelivery: row.is_manual,
    attempts: row.attempts,
    lastResponseStatus: row.last_status,
    lastError: row.last_error,
    nextAttemptAt:
      row.status === 'PENDING' && !row.is_queued ? shownInstant(row.next_attempt_at) : null,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

export function presentAttempt(row: AttemptRow): Shown<typeof WebhookAttempt> {
  return present({
    number: row.number,
    at: shownInstant(row.at),
    durationMs: row.duration_ms,
    responseStatus: row.status,
    error: row.error,
    orderedFault: row.ordered_fault,
  })
}

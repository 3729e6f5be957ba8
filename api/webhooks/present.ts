/** Events and deliveries as a platform sees them. */

import { idOf } from '../../contract/ids.ts'
import { present, shownInstant } from '../../contract/present/index.ts'
import { webhookBody } from '../../contract/webhooks.ts'
import { type Config, need } from '../../runtime/config.ts'
import { type WebhookKeys, webhookKeys } from '../../runtime/webhookKeys.ts'
import { webhookHeaders } from '../../runtime/webhookSignature.ts'

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
  readonly status: string
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
}

export function presentEvent(row: EventRow, status: string): object {
  return {
    id: idOf('Webhook', row.id),
    type: row.type,
    subject: row.subject,
    status,
    timestamp: shownInstant(row.created_at),
  }
}

/** The request that a delivery of this event makes: the same body, a fresh signature. */
export function presentRequest(row: EventRow, config: Config): object {
  const { id, type, snapshot, created_at: createdAt } = row
  const body = webhookBody({ id, type, snapshot, createdAt })
  return { headers: webhookHeaders(Buffer.from(body), keysOf(config)), body }
}

export function presentDelivery(row: DeliveryRow): object {
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

export function presentAttempt(row: AttemptRow): object {
  return present({
    number: row.number,
    at: shownInstant(row.at),
    durationMs: row.duration_ms,
    responseStatus: row.status,
    error: row.error,
  })
}

const keys = new WeakMap<Config, WebhookKeys>()

function keysOf(config: Config): WebhookKeys {
  const known = keys.get(config) ?? webhookKeys(need(config, 'WEBHOOK_SIGNING_KEY'))
  keys.set(config, known)
  return known
}

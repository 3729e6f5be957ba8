import type { EventRow } from '../../contract/present/webhooks.ts'
import { webhookBody } from '../../contract/webhooks.ts'
import { type Config, need } from '../../runtime/config.ts'
import { type WebhookKeys, webhookKeys } from '../../runtime/webhookKeys.ts'
import { webhookHeaders } from '../../runtime/webhookSignature.ts'

/** The request that a delivery of this event makes: the same body, a fresh signature. */
export function requestOf(row: EventRow, config: Config): object {
  const { id, type, snapshot, created_at: createdAt } = row
  const body = webhookBody({ id, type, snapshot, createdAt })
  return { headers: webhookHeaders(Buffer.from(body), keysOf(config)), body }
}

const keys = new WeakMap<Config, WebhookKeys>()

function keysOf(config: Config): WebhookKeys {
  const known = keys.get(config) ?? webhookKeys(need(config, 'WEBHOOK_SIGNING_KEY'))
  keys.set(config, known)
  return known
}

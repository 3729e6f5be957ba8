import type { EventRow } from '../../contract/present/webhooks.ts'
import { webhookBody } from '../../contract/webhooks.ts'
import type { Config } from '../../runtime/config.ts'
import { type PlatformSide, webhookKeyring } from '../../runtime/webhookKeys.ts'
import { webhookHeaders } from '../../runtime/webhookSignature.ts'

type Side = { readonly id: string; readonly environment: PlatformSide['environment'] }

/** The request that a delivery of this event makes: the same body, a fresh signature. */
export function requestOf(
  row: EventRow,
  { id: platformId, environment }: Side,
  config: Config,
): { readonly headers: Record<string, string>; readonly body: string } {
  const { id: eventId, type, snapshot, created_at: createdAt } = row
  const body = webhookBody({ id: eventId, type, snapshot, createdAt })
  const { signing } = webhookKeyring(config).of({ platformId, environment })
  return { headers: webhookHeaders(Buffer.from(body), signing), body }
}

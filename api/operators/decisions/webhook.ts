/** Decisions about events: they are sent to their platform again. */
import { Refusal } from '../../../contract/errors.ts'
import { uuidOf } from '../../../contract/ids.ts'
import type { Tx } from '../../../db/database.ts'
import type { Decidable } from './decidable.ts'

/** An event of a platform: by the id of its webhook. */
export async function decidableWebhook(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('Webhook', subject)
  if (uuid === undefined) return undefined
  const found = await tx.maybeOne<{
    readonly platformId: string
    readonly endpoint: string | null
    readonly state: string
    readonly isUnderWay: boolean
  }>({
    name: `decidable_webhook${isLocked ? '_locked' : ''}`,
    text: `select e.platform_id as "platformId", p.webhook_endpoint as endpoint,
        md5(webhook_event_status(e) || coalesce(p.webhook_endpoint, '')) as state,
        exists (select 1 from webhook_deliveries d where d.event_id = e.id and d.endpoint = p.webhook_endpoint
          and d.is_manual and d.status = 'PENDING') as "isUnderWay"
      from events e join platforms p on p.id = e.platform_id where e.id = $1${isLocked ? ' for update of e' : ''}`,
    values: [uuid],
  })
  if (found === undefined) return undefined
  const { platformId, state, endpoint, isUnderWay } = found
  const shared = { subject, platformId, state }
  if (endpoint === null) {
    return { ...shared, choices: [], nothing: 'Its platform has no webhook endpoint.' }
  }
  if (isUnderWay) return { ...shared, choices: [], nothing: 'It is being sent again.' }
  return {
    ...shared,
    choices: [
      {
        decision: 'resend',
        meaning: `It is sent once more, to ${endpoint}.`,
        outcomes: async () => [{ when: 'at once', result: '', transfers: [] }],
        async carryOut(within) {
          const delivery = await within.call('redeliver_webhook', platformId, uuid)
          if (delivery === null || !('id' in delivery)) {
            throw new Refusal('CONFLICT', { reason: 'Its platform has no webhook endpoint.' })
          }
          return 'It is sent once more.'
        },
      },
    ],
  }
}

/** Events of the bank: a feed, and webhooks for those who have subscribed. They name an object, and say nothing of it. */
import { createHmac } from 'node:crypto'
import { AT_ONCE, deliver } from '../deliveries.ts'
import type { Transaction } from '../store/store.ts'
import { type Bank, newId } from './bank.ts'

/** Objects that have none: an event is no object of itself. */
const silent = ['event', 'event_subscription']

/** Written in the transaction that it reports. */
export async function addEvent(
  { clock }: Bank,
  tx: Transaction,
  category: string,
  objectId: string,
): Promise<void> {
  const [type = ''] = category.split('.')
  if (silent.includes(type)) return
  const id = newId('event')
  const body = {
    ...{ id, type: 'event', created_at: clock.now().toISOString(), category },
    ...{ associated_object_type: type, associated_object_id: objectId },
  }
  await tx.query(
    `with event as (
       insert into bank_objects (id, type, body, created_at) values ($1, 'event', $2, $3)
     )
     insert into bank_deliveries (event_id, subscription_id)
     select $1, id from bank_objects where type = 'event_subscription' and body ->> 'status' = 'active'
       and (body -> 'selected_event_categories' = 'null'
         or body -> 'selected_event_categories' @> jsonb_build_array(jsonb_build_object('event_category', $4::text)))`,
    [id, JSON.stringify(body), body.created_at, category],
  )
}

type DeliveryRow = {
  id: string
  attempts: number
  url: string
  event_id: string
  body: object
  subscription_id: string
  sealed_secret: Buffer
}

const deliveries = `from bank_deliveries d join bank_objects s on s.id = d.subscription_id
  where s.body ->> 'status' = 'active'`
export const dueBankEvents = {
  due: `${deliveries} and d.next_at <= store_now()`,
  next: `select min(d.next_at) ${deliveries} and d.next_at > store_now()`,
}

/** Sends what is due. An event that is not taken comes again on the schedule, then never. */
export async function sendDueBankEvents(bank: Bank): Promise<void> {
  const { rows } = await bank.store.pool.query<DeliveryRow>({
    name: 'due-bank-events',
    text: `select d.id, d.attempts, d.subscription_id, d.event_id, s.body ->> 'url' as url,
        (select body from bank_objects e where e.id = d.event_id) as body,
        (select sealed_secret from bank_subscription_secrets k where k.subscription_id = s.id) as sealed_secret
      ${dueBankEvents.due} order by d.next_at limit ${AT_ONCE}`,
  })
  await Promise.all(rows.map((row) => sendOne(bank, row)))
}

async function sendOne(bank: Bank, row: DeliveryRow): Promise<void> {
  const { id, attempts, url, event_id: eventId } = row
  const body = JSON.stringify(row.body)
  const secret = bank.vault.open(secretOf(row.subscription_id), row.sealed_secret)
  await deliver(bank, {
    ...{ party: 'bank', operation: 'event', attempts, url, body },
    table: 'bank_deliveries',
    key: { id },
    delaysMs: bank.behaviour.eventDelaysMs,
    workOf: () => [],
    headers: async (signed) =>
      signed === undefined ? {} : signedHeaders(secret, eventId, bank.clock.now(), signed),
  })
}

/** What a secret of a subscription is sealed for. */
export const secretOf = (subscriptionId: string): string => `bank subscription:${subscriptionId}`

/** The signature of today, and the one before. */
function signedHeaders(secret: Buffer, id: string, at: Date, body: string): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000)
  const signatureOf = (text: string, encoding: 'base64' | 'hex'): string =>
    createHmac('sha256', secret).update(text).digest(encoding)
  const time = at.toISOString()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signatureOf(`${id}.${seconds}.${body}`, 'base64')}`,
    'increase-webhook-signature': `t=${time},v1=${signatureOf(`${time}.${body}`, 'hex')}`,
  }
}

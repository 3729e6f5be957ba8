/** Events to subscribers: signed, repeated on the issuer's schedule, in no promised order. */
import { randomUUID } from 'node:crypto'
import type { Work } from '../../contract/sandboxFaults.ts'
import { AT_ONCE, deliver } from '../deliveries.ts'
import type { Answer } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { type Issuer, refusal } from './issuer.ts'
import { secretsOf, signedHeaders } from './secrets.ts'

const MINUTE_MS = 60_000
const DELAYS_MS = [5_000, ...[5, 30, 120, 300, 600, 600].map((minutes) => minutes * MINUTE_MS)]

/**
 * Written in the transaction that it reports.
 *
 * @param payload the resource itself
 * @param delayMs how long it waits before the first attempt
 */
export async function addEvent(
  { vault }: Issuer,
  tx: Transaction,
  type: string,
  payload: object,
  delayMs = 0,
): Promise<void> {
  const token = randomUUID()
  const body = JSON.stringify({ event_type: type, ...payload })
  await tx.query(
    `with event as (
       insert into issuer_events (token, event_type, sealed_payload) values ($1, $2, $3))
     insert into issuer_deliveries (event_token, subscription_token, next_at)
     select $1, token, store_now() + make_interval(secs => $4) from issuer_subscriptions
     where not disabled and (event_types is null or $2 = any (event_types))`,
    [token, type, vault.seal(`event:${token}`, body), delayMs / 1_000],
  )
}

export type EventRow = {
  token: string
  event_type: string
  sealed_payload: Buffer
  created_at: Date
}

/** An event as the issuer's lists have it. */
export function presentEvent({ vault }: Issuer, row: EventRow): object {
  const payload = JSON.parse(vault.open(`event:${row.token}`, row.sealed_payload).toString('utf8'))
  return {
    token: row.token,
    event_type: row.event_type,
    payload,
    created: row.created_at.toISOString(),
  }
}

/** @throws Refusal 404 */
export async function readEvent(issuer: Issuer, token: string): Promise<Answer> {
  const { rows } = await issuer.store.pool.query<EventRow>(
    'select * from issuer_events where token = $1',
    [token],
  )
  if (rows[0] === undefined) throw refusal(404, 'Event not found')
  return { status: 200, body: presentEvent(issuer, rows[0]) }
}

type DeliveryRow = {
  event_token: string
  subscription_token: string
  event_type: string
  sealed_payload: Buffer
  url: string
  attempts: number
}

const deliveries =
  'from issuer_deliveries d join issuer_subscriptions s on s.token = d.subscription_token where not s.disabled'
export const dueEvents = {
  due: `${deliveries} and d.next_at <= store_now()`,
  next: `select min(d.next_at) ${deliveries} and d.next_at > store_now()`,
}

/** Sends what is due. An event that is not taken comes again on the schedule, then never. */
export async function sendDueEvents(issuer: Issuer): Promise<void> {
  const { rows } = await issuer.store.pool.query<DeliveryRow>({
    name: 'due-card-events',
    text: `select d.event_token, d.subscription_token, d.attempts, e.event_type, e.sealed_payload, s.url
      from issuer_deliveries d join issuer_events e on e.token = d.event_token
      join issuer_subscriptions s on s.token = d.subscription_token
      where d.next_at <= store_now() and not s.disabled order by e.ordinal limit ${AT_ONCE}`,
  })
  await Promise.all(rows.map((row) => sendOne(issuer, row)))
}

async function sendOne(issuer: Issuer, row: DeliveryRow): Promise<void> {
  const { vault, behaviour, clock } = issuer
  const { event_token, subscription_token, attempts, url } = row
  const body = vault.open(`event:${event_token}`, row.sealed_payload).toString('utf8')
  await deliver(issuer, {
    ...{ party: 'cards', operation: 'event', attempts, url, body },
    table: 'issuer_deliveries',
    key: { event_token, subscription_token },
    delaysMs: behaviour.eventDelaysMs ?? DELAYS_MS,
    workOf: () => workOfEvent(body),
    async headers(signed) {
      const secrets = signed === undefined ? [] : await secretsOf(issuer, subscription_token)
      return signedHeaders(secrets, event_token, clock.now(), signed ?? body)
    },
  })
}

/** The transaction, dispute or card that an event is about. */
function workOfEvent(body: string): Work {
  const { token, card_token, transaction_token } = JSON.parse(body) as Record<string, unknown>
  const named = [
    ['CARD_TRANSACTION_TOKEN', transaction_token],
    ['CARD_TRANSACTION_TOKEN', token],
    ['CARD_TOKEN', card_token],
    ['CARD_TOKEN', token],
  ] as const
  return named.flatMap(([by, value]) => (typeof value === 'string' ? [{ by, value }] : []))
}

/** Sends again what was not taken, between two instants. */
export async function recoverEvents(
  { store }: Issuer,
  subscription: string,
  begin: string | undefined,
  end: string | undefined,
): Promise<void> {
  await store.pool.query(
    `update issuer_deliveries d set next_at = store_now(), attempts = 0 from issuer_events e
     where e.token = d.event_token and d.subscription_token = $1 and d.delivered_at is null
       and e.created_at >= coalesce($2::timestamptz, '-infinity')
       and e.created_at <= coalesce($3::timestamptz, 'infinity')`,
    [subscription, begin, end],
  )
}

/** Sends what was never sent to this subscription, between two instants. */
export async function replayMissingEvents(
  { store }: Issuer,
  subscription: string,
  begin: string | undefined,
  end: string | undefined,
): Promise<void> {
  await store.pool.query(
    `insert into issuer_deliveries (event_token, subscription_token)
     select e.token, s.token from issuer_events e, issuer_subscriptions s
     where s.token = $1 and (s.event_types is null or e.event_type = any (s.event_types))
       and e.created_at >= coalesce($2::timestamptz, '-infinity')
       and e.created_at <= coalesce($3::timestamptz, 'infinity')
     on conflict do nothing`,
    [subscription, begin, end],
  )
}

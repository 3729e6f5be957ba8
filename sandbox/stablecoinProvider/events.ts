/** Events of the provider to its subscribers: signed, twice and out of order on purpose, so that none relies on either. */
import { createHmac } from 'node:crypto'
import type { Work } from '../../contract/sandboxFaults.ts'
import { AT_ONCE, deliver } from '../deliveries.ts'
import type { Answer } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { type Coins, moneyOf, newId, refusal, suffixOf } from './coins.ts'

/** Each with when it is sent. */
export const eventTypes = {
  'transfer.created': 'A transfer has been taken.',
  'transfer.completed': 'A transfer has reached the status complete.',
  'transfer.failed': 'A transfer has failed, or has come back.',
  'transfer.canceled': 'A transfer has been canceled.',
  'payment.completed': 'Coins have been paid to an address of the account.',
} as const

export type EventType = keyof typeof eventTypes

/** What an event says of the transfer or payment that it is about. */
type Subject = {
  readonly id: string
  readonly account_id: string
  readonly status: string
  readonly cents: string | bigint
  readonly failure: object | null
}

const NO_EVENTS = '909'

/** Whether a subscription `s` takes an event of the type that is the statement's parameter. */
const takes = (type: string): string =>
  `s.status = 'active' and (${type} = any (s.events) or split_part(${type}, '.', 1) || '.*' = any (s.events))`

/**
 * Written in the transaction that it reports. Every event is sent twice, and that of a new transfer so late that those
 * of its end overtake it.
 */
export async function addEvent(
  { behaviour, clock }: Coins,
  tx: Transaction,
  type: EventType,
  { id: subjectId, account_id, status, cents, failure }: Subject,
): Promise<void> {
  if (suffixOf(String(cents)) === NO_EVENTS) return
  const id = newId()
  const data = { id: subjectId, account_id, status, amount: moneyOf(BigInt(cents)), failure }
  const created = clock.now().toISOString()
  const lateSeconds = behaviour.lateEventMs / 1_000
  const first = type === 'transfer.created' ? lateSeconds : 0
  await tx.query(
    `with event as (
       insert into coin_events (id, account_id, type, body) values ($1, $2, $3, $4))
     insert into coin_deliveries (event_id, subscription_id, next_at)
     select $1, s.id, store_now() + make_interval(secs => late)
     from coin_subscriptions s cross join unnest($5::float8[]) as late
     where s.account_id = $2 and ${takes('$3')}`,
    [
      ...[id, account_id, type, JSON.stringify({ id, type, created, data })],
      [first, first + lateSeconds],
    ],
  )
}

/**
 * Sends an event once more, to all who take it.
 *
 * @throws Refusal 404
 */
export async function resendEvent(
  tx: Transaction,
  accountId: string,
  eventId: string,
): Promise<Answer> {
  const { rows } = await tx.query<{ id: string; type: string }>(
    'select id, type from coin_events where id = $1 and account_id = $2',
    [eventId, accountId],
  )
  const [event] = rows
  if (event === undefined) throw refusal(404, 'not_found', 'Event not found')
  await tx.query(
    `insert into coin_deliveries (event_id, subscription_id)
     select $1, s.id from coin_subscriptions s where s.account_id = $2 and ${takes('$3')}`,
    [event.id, accountId, event.type],
  )
  return { status: 202, body: event }
}

type DeliveryRow = {
  id: string
  attempts: number
  url: string
  body: string
  subscription_id: string
  sealed_secret: Buffer
}

const deliveries =
  "from coin_deliveries d join coin_subscriptions s on s.id = d.subscription_id where s.status = 'active'"
export const dueCoinEvents = {
  due: `${deliveries} and d.next_at <= store_now()`,
  next: `select min(d.next_at) ${deliveries} and d.next_at > store_now()`,
}

/** Sends what is due. An event that is not taken comes again on the schedule, then never. */
export async function sendDueCoinEvents(coins: Coins): Promise<void> {
  const { rows } = await coins.store.pool.query<DeliveryRow>({
    name: 'due-coin-events',
    text: `select d.id, d.attempts, d.subscription_id, s.url, s.sealed_secret,
        (select body from coin_events e where e.id = d.event_id) as body
      ${dueCoinEvents.due} order by d.next_at limit ${AT_ONCE}`,
  })
  await Promise.all(rows.map((row) => sendOne(coins, row)))
}

async function sendOne(coins: Coins, row: DeliveryRow): Promise<void> {
  const { id, attempts, url, body } = row
  await deliver(coins, {
    ...{ party: 'stablecoins', operation: 'event', attempts, url, body },
    table: 'coin_deliveries',
    key: { id },
    delaysMs: coins.behaviour.eventDelaysMs,
    workOf: async () => {
      const { data } = JSON.parse(body) as { data: { id: string } }
      return workOfTransfer(coins, data.id)
    },
    headers: async (signed) =>
      signed === undefined ? {} : signedHeaders(secretOf(coins, row), signed),
  })
}

/** @param secret base64url; its bytes are the key */
function signedHeaders(secret: string, body: string): Record<string, string> {
  const key = Buffer.from(secret, 'base64url')
  return { 'x-request-signature-sha-256': createHmac('sha256', key).update(body).digest('hex') }
}

/** The service notes on a transfer what it is of. */
export async function workOfTransfer({ store }: Pick<Coins, 'store'>, id: string): Promise<Work> {
  const { rows } = await store.pool.query<{ note: string | null }>(
    'select note from coin_transfers where id = $1',
    [id],
  )
  return rows.flatMap(({ note }) => workOfNote(note))
}

export function workOfNote(note: unknown): Work {
  return typeof note === 'string' ? [{ by: 'STABLECOIN_OPERATION', value: note }] : []
}

/** The secret of a subscription, as it was shown once. */
export function secretOf(
  { vault }: Pick<Coins, 'vault'>,
  row: { readonly subscription_id: string; readonly sealed_secret: Buffer },
): string {
  return vault.open(purposeOf(row.subscription_id), row.sealed_secret).toString('utf8')
}

/** What a subscription's secret is sealed for. */
export function purposeOf(subscriptionId: string): string {
  return `coin-subscription:${subscriptionId}`
}

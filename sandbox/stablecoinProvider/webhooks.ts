/** Subscriptions to the provider's events, and what has been delivered to them. */
import { randomBytes } from 'node:crypto'
import { bareHost, webhookEndpointProblem } from '../../contract/webhookEndpoint.ts'
import type { Answer } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { type Coins, newId, refusal } from './coins.ts'
import { eventTypes, purposeOf, secretOf } from './events.ts'

export type NewSubscription = { readonly url: string; readonly events: readonly string[] }

type SubscriptionRow = { id: string; url: string; events: string[]; status: string }

const SECRET_BYTES = 32
const LISTED = 100
const COLUMNS = 'id, url, events, status'

/** Every type, with when it is sent. */
export function listEventTypes(): Answer {
  const all = Object.entries(eventTypes)
  const types = all.map(([type, summary]) => ({ event_type: type, summary }))
  return { status: 200, body: { event_types: types } }
}

/** @throws Refusal 422 for an address that takes no events */
export async function subscribe(
  { vault }: Coins,
  tx: Transaction,
  accountId: string,
  { url, events }: NewSubscription,
): Promise<Answer> {
  requireReceiver(url)
  const id = newId()
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const { rows } = await tx.query<SubscriptionRow>(
    `insert into coin_subscriptions (id, account_id, url, events, sealed_secret)
     values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [id, accountId, url, events, vault.seal(purposeOf(id), secret)],
  )
  return { status: 201, body: rows[0] }
}

/** The answer to who has subscribed: the only one with the secret, which no kept answer has. */
export async function withSecret(coins: Coins, tx: Transaction, answer: Answer): Promise<Answer> {
  const { id, ...rest } = answer.body as SubscriptionRow
  const { rows } = await tx.query<{ sealed_secret: Buffer }>(
    'select sealed_secret from coin_subscriptions where id = $1',
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`no subscription ${id}`)
  const { sealed_secret } = row
  const sharedSecret = secretOf(coins, { subscription_id: id, sealed_secret })
  return { ...answer, body: { id, sharedSecret, ...rest } }
}

export async function listSubscriptions({ store }: Coins, accountId: string): Promise<Answer> {
  const { rows } = await store.pool.query<SubscriptionRow>(
    `select ${COLUMNS} from coin_subscriptions where account_id = $1 and status = 'active' order by ordinal`,
    [accountId],
  )
  return { status: 200, body: { subscriptions: rows } }
}

/** @throws Refusal 404 */
export async function readSubscription(
  { store }: Coins,
  accountId: string,
  id: string,
): Promise<Answer> {
  const { rows } = await store.pool.query<SubscriptionRow>(
    `select ${COLUMNS} from coin_subscriptions where id = $1 and account_id = $2 and status = 'active'`,
    [id, accountId],
  )
  return answerOf(rows)
}

/**
 * What is named replaces what was there.
 *
 * @throws Refusal 404, and 422 for an address that takes no events
 */
export async function changeSubscription(
  tx: Transaction,
  accountId: string,
  id: string,
  { url, events }: Partial<NewSubscription>,
): Promise<Answer> {
  if (url !== undefined) requireReceiver(url)
  const { rows } = await tx.query<SubscriptionRow>(
    `update coin_subscriptions set url = coalesce($3, url), events = coalesce($4, events)
     where id = $1 and account_id = $2 and status = 'active' returning ${COLUMNS}`,
    [id, accountId, url ?? null, events ?? null],
  )
  return answerOf(rows)
}

/** @throws Refusal 404 */
export async function archiveSubscription(
  { store }: Coins,
  accountId: string,
  id: string,
): Promise<Answer> {
  const { rows } = await store.pool.query<SubscriptionRow>(
    `update coin_subscriptions set status = 'archived'
     where id = $1 and account_id = $2 and status = 'active' returning ${COLUMNS}`,
    [id, accountId],
  )
  return { ...answerOf(rows), status: 204, body: null }
}

function answerOf([row]: readonly SubscriptionRow[]): Answer {
  if (row === undefined) throw refusal(404, 'not_found', 'Subscription not found')
  return { status: 200, body: row }
}

/** The newest deliveries, of archived subscriptions too. */
export async function listDeliveries({ store }: Coins, accountId: string): Promise<Answer> {
  const { rows } = await store.pool.query<object>(
    `select d.id, d.subscription_id, d.event_id, e.type as event_type, d.attempts, d.last_status as http_status,
       d.delivered_at, case when s.status = 'active' then d.next_at end as next_attempt_at
     from coin_deliveries d join coin_subscriptions s on s.id = d.subscription_id
       join coin_events e on e.id = d.event_id
     where s.account_id = $1 order by d.ordinal desc limit ${LISTED}`,
    [accountId],
  )
  return { status: 200, body: { deliveries: rows } }
}

/** The real one takes https alone; a receiver on this machine has no certificate. */
function requireReceiver(text: string): void {
  const problem = webhookEndpointProblem(text, 'LOCAL') ?? plainProblem(new URL(text))
  if (problem === undefined) return
  throw refusal(422, 'invalid_request', `url ${problem}`, '/url')
}

function plainProblem(url: URL): string | undefined {
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(bareHost(url))
  return url.protocol === 'https:' || isHere ? undefined : 'must be an https URL'
}

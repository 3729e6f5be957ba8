/** Where live authorizations and events go, and the secrets that sign them. */
import { randomUUID } from 'node:crypto'
import type { Answer } from '../http.ts'
import { addEvent } from './events.ts'
import { type Issuer, refusal } from './issuer.ts'
import { freshSecret, LIVE_DECISIONS, putSecret, secretsOf } from './secrets.ts'

/** Of the subscription that the settings name. */
export const OWN_SUBSCRIPTION = '00000000-0000-4000-8000-00000000ca2d'

export type SubscriptionRow = {
  token: string
  url: string
  description: string
  disabled: boolean
  event_types: string[] | null
}

/** What the settings name is enrolled as if the service had done it. */
export async function enrolConfigured(issuer: Issuer): Promise<void> {
  const { decisionUrl, decisionSecret, eventUrl, eventSecret } = issuer.account
  await issuer.store.transaction(async (tx) => {
    const known = async (owner: string, secret: string): Promise<void> => {
      const [present] = await secretsOf(issuer, owner)
      if (present !== secret) await putSecret(issuer, tx, owner, secret)
    }
    await known(LIVE_DECISIONS, decisionSecret)
    if (decisionUrl !== undefined) {
      await tx.query(
        `insert into issuer_responders (type, url) values ('AUTH_STREAM_ACCESS', $1)
         on conflict (type) do update set url = $1`,
        [decisionUrl],
      )
    }
    if (eventUrl === undefined) return
    await tx.query(
      `insert into issuer_subscriptions (token, url, description) values ($1, $2, 'settings')
       on conflict (token) do update set url = $2, disabled = false`,
      [OWN_SUBSCRIPTION, eventUrl],
    )
    await known(OWN_SUBSCRIPTION, eventSecret)
  })
}

export async function enrolResponder(issuer: Issuer, type: string, url: string): Promise<Answer> {
  await issuer.store.pool.query(
    `insert into issuer_responders (type, url) values ($1, $2)
     on conflict (type) do update set url = $2`,
    [type, url],
  )
  return { status: 200, body: { enrolled: true } }
}

export async function responderOf({ store }: Issuer, type: string): Promise<Answer> {
  const { rows } = await store.pool.query<{ url: string }>(
    'select url from issuer_responders where type = $1',
    [type],
  )
  return { status: 200, body: { enrolled: rows.length > 0, url: rows[0]?.url ?? null } }
}

export async function removeResponder({ store }: Issuer, type: string): Promise<Answer> {
  await store.pool.query('delete from issuer_responders where type = $1', [type])
  return { status: 204, body: null }
}

/** @throws Refusal 404 */
export async function readSecret(issuer: Issuer, owner: string): Promise<Answer> {
  const [secret] = await secretsOf(issuer, owner)
  if (secret === undefined) throw refusal(404, 'Event subscription not found')
  return { status: 200, body: { secret } }
}

/** @throws Refusal 404 */
export async function rotateSecret(issuer: Issuer, owner: string): Promise<Answer> {
  await readSecret(issuer, owner)
  await putSecret(issuer, issuer.store.pool, owner, freshSecret())
  return { status: 204, body: null }
}

export type NewSubscription = {
  readonly url: string
  readonly description?: string
  readonly disabled?: boolean
  readonly event_types?: readonly string[]
}

export async function subscribe(issuer: Issuer, wanted: NewSubscription): Promise<Answer> {
  const token = randomUUID()
  const row = await issuer.store.transaction(async (tx) => {
    const { rows } = await tx.query<SubscriptionRow>(
      `insert into issuer_subscriptions (token, url, description, disabled, event_types)
       values ($1, $2, $3, $4, $5) returning *`,
      [
        token,
        wanted.url,
        wanted.description ?? '',
        wanted.disabled ?? false,
        wanted.event_types ?? null,
      ],
    )
    await putSecret(issuer, tx, token, freshSecret())
    return rows[0]
  })
  return { status: 201, body: row && presentSubscription(row) }
}

export function presentSubscription(row: SubscriptionRow): object {
  const { token, url, description, disabled, event_types } = row
  return { token, url, description, disabled, event_types }
}

/** @throws Refusal 404 */
export async function unsubscribe({ store }: Issuer, token: string): Promise<Answer> {
  const { rowCount } = await store.pool.query('delete from issuer_subscriptions where token = $1', [
    token,
  ])
  if (rowCount === 0) throw refusal(404, 'Event subscription not found')
  return { status: 204, body: null }
}

/** An event about nothing, to try an endpoint. */
export async function sendExample(issuer: Issuer, type: string): Promise<Answer> {
  await issuer.store.transaction((tx) => addEvent(issuer, tx, type, { example: true }))
  return { status: 202, body: {} }
}

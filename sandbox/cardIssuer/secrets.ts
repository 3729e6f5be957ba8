/** The signatures of what the issuer sends: those of Standard Webhooks, with one or two secrets. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Transaction } from '../store/store.ts'
import type { Issuer } from './issuer.ts'

/** The owner of the secret of live authorizations; every other owner is a subscription. */
export const LIVE_DECISIONS = 'auth_stream'
const PREFIX = 'whsec_'

export function freshSecret(): string {
  return `${PREFIX}${randomBytes(24).toString('base64')}`
}

type SecretRow = { sealed: Buffer; sealed_previous: Buffer | null }

/** The secrets that sign now, the present one first; none for an owner that is unknown. */
export async function secretsOf(
  { store, vault }: Issuer,
  owner: string,
): Promise<readonly string[]> {
  const { rows } = await store.pool.query<SecretRow>(
    `select sealed, case when previous_until > store_now() then sealed_previous end as sealed_previous
     from issuer_secrets where owner = $1`,
    [owner],
  )
  const [row] = rows
  if (row === undefined) return []
  const sealed = row.sealed_previous === null ? [row.sealed] : [row.sealed, row.sealed_previous]
  return sealed.map((one) => vault.open(purposeOf(owner), one).toString('utf8'))
}

const purposeOf = (owner: string): string => `issuer-secret:${owner}`

/** Replaces the secret; the former one signs beside it for a day. */
export async function putSecret(
  { vault }: Issuer,
  tx: Pick<Transaction, 'query'>,
  owner: string,
  secret: string,
): Promise<void> {
  await tx.query(
    `insert into issuer_secrets as s (owner, sealed) values ($1, $2)
     on conflict (owner) do update set sealed = $2, sealed_previous = s.sealed,
       previous_until = store_now() + interval '24 hours'`,
    [owner, vault.seal(purposeOf(owner), secret)],
  )
}

/**
 * The headers of one message.
 *
 * @param body the bytes as sent
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  now: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

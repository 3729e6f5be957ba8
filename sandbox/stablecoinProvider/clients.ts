/** Applications, their tokens and their accounts. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type Koa from 'koa'
import type { Answer } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { type Coins, hashOf, newId, refusal, suffixOf } from './coins.ts'
import { isScope } from './scopes.ts'

const LIFETIME_SECONDS = 3_599
const REFUSED = '001'
const TWO_ACCOUNTS = '002'

/** Answers a token for HTTP Basic; a client that is new gets an account, or two by its suffix. */
export async function grantToken(coins: Coins, ctx: Koa.Context, form: string): Promise<Answer> {
  const [scheme, credentials = ''] = ctx.get('authorization').split(' ')
  const [id = '', secret = ''] = Buffer.from(credentials, 'base64')
    .toString('utf8')
    .split(':')
    .map(decodeURIComponent)
  if (scheme !== 'Basic' || id === '' || secret === '') return denied(401, 'invalid_client')
  const asked = new URLSearchParams(form)
  if (asked.get('grant_type') !== 'client_credentials') {
    return denied(400, 'unsupported_grant_type')
  }
  const scopes = (asked.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
  if (!scopes.every(isScope)) return denied(400, 'invalid_scope')
  const token = `ory_at_${randomBytes(32).toString('base64url')}`
  const isGranted = await coins.store.transaction(async (tx) => {
    if (suffixOf(id) === REFUSED || !(await isClient(tx, id, secret))) return false
    await tx.query(
      `insert into coin_tokens (token_hash, client_id, expires_at, scopes)
       values ($1, $2, store_now() + make_interval(secs => $3), $4)`,
      // Asking for none is asking for all.
      [hashOf(token), id, LIFETIME_SECONDS, scopes.length === 0 ? null : scopes],
    )
    return true
  })
  if (!isGranted) return denied(401, 'invalid_client')
  const body = {
    access_token: token,
    expires_in: LIFETIME_SECONDS,
    scope: scopes.join(' '),
    token_type: 'bearer',
  }
  return { status: 200, body }
}

function denied(status: number, error: string): Answer {
  return { status, body: { error, error_description: 'Client authentication failed' } }
}

async function isClient(tx: Transaction, id: string, secret: string): Promise<boolean> {
  const hash = hashOf(secret)
  const { rowCount } = await tx.query(
    'insert into coin_clients (id, secret_hash) values ($1, $2) on conflict do nothing',
    [id, hash],
  )
  if (rowCount === 1) {
    const names = suffixOf(id) === TWO_ACCOUNTS ? ['Main', 'Second'] : ['Main']
    for (const name of names) {
      await tx.query('insert into coin_accounts (id, client_id, name) values ($1, $2, $3)', [
        ...[newId(), id, name],
      ])
    }
    return true
  }
  const { rows } = await tx.query<{ secret_hash: Buffer; is_shut: boolean }>(
    'select secret_hash, is_shut from coin_clients where id = $1',
    [id],
  )
  const [client] = rows
  return client !== undefined && !client.is_shut && timingSafeEqual(client.secret_hash, hash)
}

/** Who asks, and what its token may do: all where that is null. */
export type Client = { readonly id: string; readonly scopes: readonly string[] | null }

/** The client of a request. @throws Refusal 401 */
export async function clientOf({ store }: Coins, ctx: Koa.Context): Promise<Client> {
  const token = ctx.get('authorization').replace(/^Bearer /, '')
  const { rows } = await store.pool.query<Client>(
    `select t.client_id as id, t.scopes from coin_tokens t join coin_clients c on c.id = t.client_id
     where t.token_hash = $1 and t.expires_at > store_now() and not c.is_shut`,
    [hashOf(token)],
  )
  const [found] = rows
  if (found === undefined) throw refusal(401, 'unauthorized', 'The token is not valid')
  return found
}

type AccountRow = { id: string; name: string; created_at: Date }

export async function listAccounts({ store }: Coins, clientId: string): Promise<Answer> {
  const { rows } = await store.pool.query<AccountRow>(
    'select id, name, created_at from coin_accounts where client_id = $1 order by ordinal',
    [clientId],
  )
  return { status: 200, body: { accounts: rows.map(presentAccount) } }
}

/** One that is the client's, which has been looked at. */
export async function readAccount(
  { store }: Coins,
  clientId: string,
  accountId: string,
): Promise<Answer> {
  const { rows } = await store.pool.query<AccountRow>(
    'select id, name, created_at from coin_accounts where client_id = $1 and id = $2',
    [clientId, accountId],
  )
  return { status: 200, body: rows.map(presentAccount)[0] ?? {} }
}

function presentAccount({ id, name, created_at: created }: AccountRow): object {
  return {
    ...{ id, name, status: 'complete' },
    ...{ created: created.toISOString(), updated: created.toISOString() },
  }
}

/** @throws Refusal 404 for an account of another client */
export async function requireAccount(
  { store }: Coins,
  clientId: string,
  accountId: string,
): Promise<string> {
  const { rowCount } = await store.pool.query(
    'select 1 from coin_accounts where id = $1 and client_id = $2',
    [accountId, clientId],
  )
  if (rowCount === 0) throw refusal(404, 'not_found', 'Account not found')
  return accountId
}

/**
 * The table of `contract/stampRules.ts` as the database applies it: each rule, each kind of key.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StampRule, stampRules, type WalletOperationKind } from '../../contract/stampRules.ts'
import { createPlatform } from '../../db/platforms.ts'
import { createDevice } from '../../scripts/serviceDriver/device.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

/** Public keys by what they are to the credential, the session or the code of a request. */
const keys = {
  thatSession: createDevice().publicKey,
  sameCredential: createDevice().publicKey,
  otherCredential: createDevice().publicKey,
  ended: createDevice().publicKey,
  expired: createDevice().publicKey,
  anotherWallet: createDevice().publicKey,
  sealedBesideTheCode: createDevice().publicKey,
  fresh: createDevice().publicKey,
  none: '',
}
type Key = keyof typeof keys

const letIn: Readonly<Record<StampRule, readonly Key[]>> = {
  ANY_SESSION: ['thatSession', 'sameCredential', 'otherCredential'],
  SESSION_OF_ANOTHER_CREDENTIAL: ['otherCredential'],
  THAT_SESSION: ['thatSession'],
  SEALED_KEY: ['sealedBesideTheCode'],
  NO_STAMP: Object.keys(keys) as Key[],
}

let database: TestDatabase
let client: pg.Client
let platformId: string
/** Accounts with their credentials, and the session that requests are about. */
let wallet: { account: string; credential: string }
let sessionId: string

beforeAll(async () => {
  database = await aDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { clientId } = await createPlatform(database.url, { name: 'one', environment: 'SANDBOX' })
  const { rows } = await client.query('select platform_id from tokens where client_id = $1', [
    clientId,
  ])
  platformId = rows[0].platform_id
  wallet = await aWallet()
  const other = await aCredential(wallet.account)
  const elsewhere = await aWallet()
  sessionId = await aSession(wallet.account, wallet.credential, keys.thatSession)
  await aSession(wallet.account, wallet.credential, keys.sameCredential)
  await aSession(wallet.account, other, keys.otherCredential)
  await aSession(elsewhere.account, elsewhere.credential, keys.anotherWallet)
  const ended = await aSession(wallet.account, other, keys.ended)
  await client.query('update sessions set ended_at = service_now() where id = $1', [ended])
  // Within the last five seconds a session is not taken: the provider's clock is another.
  await aSession(wallet.account, other, keys.expired, 4)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

async function aWallet(): Promise<typeof wallet> {
  const [customer, account] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
     select $1, id, $2, 'INDIVIDUAL', '$' || $2 || '@' || uma_domain, 'APPROVED' from platforms where id = $3`,
    [customer, customer, platformId],
  )
  await client.query(
    "select open_internal_account($1, $2, $3, 'EMBEDDED_WALLET', 'USDB', 'ACTIVE')",
    [account, platformId, customer],
  )
  await client.query('insert into wallets (account_id) values ($1)', [account])
  return { account, credential: await aCredential(account) }
}

async function aCredential(account: string): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into credentials (id, platform_id, account_id, type, nickname)
     values ($1, $2, $3, 'PASSKEY', 'key')`,
    [id, platformId, account],
  )
  return id
}

async function aSession(
  account: string,
  credential: string,
  publicKey: string,
  seconds = 900,
): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into sessions (id, platform_id, account_id, credential_id, type, nickname, public_key,
       api_key_id, expires_at)
     values ($1, $2, $3, $4, 'PASSKEY', 'key', $5, $6, service_now() + make_interval(secs => $7))`,
    [id, platformId, account, credential, publicKey, id, seconds],
  )
  return id
}

async function aRequest(operation: WalletOperationKind): Promise<string> {
  const id = randomUUID()
  const request = {
    id,
    platformId,
    operation,
    accountId: wallet.account,
    credentialId: wallet.credential,
    sessionId,
    method: 'POST',
    path: '/',
    bodyHash: '00',
    payloadToSign: 'text',
    stampRule: stampRules[operation],
    lifetimeSeconds: 300,
  }
  await client.query('select open_request($1::jsonb)', [JSON.stringify(request)])
  await client.query('update requests set required_public_key = $2 where id = $1', [
    id,
    keys.sealedBesideTheCode,
  ])
  return id
}

describe('who may stamp', () => {
  it.each(Object.entries(stampRules) as [WalletOperationKind, StampRule][])(
    '%s: %s',
    async (operation, rule) => {
      const request = await aRequest(operation)
      const taken: string[] = []
      for (const [name, key] of Object.entries(keys)) {
        const { rows } = await client.query<{ may: boolean }>(
          'select may_stamp(r, $2) as may from requests r where id = $1',
          [request, key],
        )
        if (rows[0]?.may === true) taken.push(name)
      }
      expect(taken.sort()).toEqual([...letIn[rule]].sort())
    },
  )

  it('a rule that the database does not know lets nobody in', async () => {
    const request = await aRequest('EXPORT')
    await client.query("update requests set stamp_rule = 'ANYBODY' where id = $1", [request])
    const { rows } = await client.query(
      'select may_stamp(r, $2) as may from requests r where id = $1',
      [request, keys.thatSession],
    )
    expect(rows).toEqual([{ may: false }])
  })
})

describe('challenges of one wallet within a minute', () => {
  it('are limited, also many at once; those of another wallet are not among them', async () => {
    const all = new pg.Pool({ connectionString: database.url, max: 10 })
    const open = async (id: string, accountId: string): Promise<unknown> => {
      const request = {
        ...{ id, platformId, operation: 'PASSKEY_LOGIN', accountId, method: 'POST', path: '/' },
        ...{ bodyHash: '00', payloadToSign: 'text', stampRule: 'NO_STAMP', lifetimeSeconds: 300 },
      }
      const { rows } = await all.query<{ opened: unknown }>('select open_request($1) as opened', [
        JSON.stringify(request),
      ])
      return rows[0]?.opened
    }
    const [before] = (
      await all.query<{ count: number }>(
        'select count(*)::integer as count from requests where account_id = $1',
        [wallet.account],
      )
    ).rows
    const ids = Array.from({ length: 200 }, () => randomUUID())
    const opened = await Promise.all(ids.map((id) => open(id, wallet.account)))
    const taken = ids.filter((_, index) => opened[index] !== null)
    expect(taken).toHaveLength(120 - (before?.count ?? 0))
    // A repeat of one that is there is answered.
    expect(await open(taken[0] ?? '', wallet.account)).toMatchObject({ id: taken[0] })
    const { rows } = await all.query<{ id: string }>(
      'select id from internal_accounts where id <> $1 limit 1',
      [wallet.account],
    )
    expect(await open(randomUUID(), rows[0]?.id ?? '')).not.toBe(null)
    await all.query(`update requests set created_at = created_at - interval '1 minute'`)
    expect(await open(randomUUID(), wallet.account)).not.toBe(null)
    await all.end()
  })
})

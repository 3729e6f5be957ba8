/** The pool and its transactions, on a database of their own. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase, type Tx, UNIQUE_VIOLATION } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { DatabaseBusy } from '../../db/pool.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let made: TestDatabase
let database: Database
let platformId: string

beforeAll(async () => {
  made = await aDatabase()
  // Instants are of UTC, wherever the server is.
  const elsewhere = openDatabase(made.url, { poolMax: 1 })
  await elsewhere.query({
    text: `do $$ begin execute format('alter database %I set time zone ''Asia/Tokyo''', current_database()); end $$`,
  })
  await elsewhere.close()
  database = openDatabase(made.url, { poolMax: 4 })
  await createPlatform(made.url, { name: 'records', environment: 'SANDBOX' })
  const row = await database.one<{ id: string }>({ text: 'select id from platforms' })
  platformId = row.id
})
afterAll(async () => {
  await database.close()
  await made.drop()
})

function aToken(clientId: string = randomUUID()) {
  const secretHash = Buffer.alloc(32)
  const permissions: 'VIEW'[] = ['VIEW']
  return { id: randomUUID(), platformId, clientId, secretHash, permissions, name: 'a token' }
}

async function exists({ id }: { readonly id: string }): Promise<boolean> {
  return (await database.models.Token.findByPk(id)) !== null
}

const failure = new Error('the work failed')

describe('transaction', () => {
  it('commits what the work has written, by model and by statement', async () => {
    const token = aToken()
    const name = await database.transaction(async (tx) => {
      await tx.models.Token.create(token, { transaction: tx.transaction })
      const values = [token.id]
      await tx.query({ text: `update tokens set name = 'renamed' where id = $1`, values })
      const row = { text: 'select name from tokens where id = $1', values }
      return (await tx.one<{ name: string }>(row)).name
    })
    expect(name).toBe('renamed')
    expect((await database.models.Token.findByPk(token.id))?.name).toBe('renamed')
  })

  it('rolls back when the work throws, and throws the same', async () => {
    const token = aToken()
    const work = async (tx: Tx): Promise<void> => {
      await tx.models.Token.create(token, { transaction: tx.transaction })
      throw failure
    }
    await expect(database.transaction(work)).rejects.toBe(failure)
    expect(await exists(token)).toBe(false)
  })

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['a statement of the pool', () => database.query({ text: 'select 1' })],
    ['a call of the pool', () => database.call('purge_expired_secrets')],
    ['another transaction', () => database.transaction((tx) => tx.query({ text: 'select 1' }))],
    ['a model without the transaction', (tx) => tx.models.Token.findByPk(randomUUID())],
    ['a model that writes without it', (tx) => tx.models.Token.create(aToken())],
  ])('refuses a second connection: %s', async (_, second) => {
    const token = aToken()
    const work = async (tx: Tx): Promise<unknown> => {
      await tx.models.Token.create(token, { transaction: tx.transaction })
      return second(tx)
    }
    await expect(database.transaction(work)).rejects.toThrow('a second connection')
    expect(await exists(token)).toBe(false)
  })

  it.each<[string, (tx: Tx) => Promise<unknown>[]]>([
    ['statements', (tx) => [tx.query({ text: 'select 1' }), tx.query({ text: 'select 2' })]],
    [
      'models',
      (tx) =>
        [aToken(), aToken()].map((token) =>
          tx.models.Token.create(token, { transaction: tx.transaction }),
        ),
    ],
    [
      'a statement and a model',
      (tx) => [
        tx.query({ text: 'select pg_sleep(0.1)' }),
        tx.models.Token.create(aToken(), { transaction: tx.transaction }),
      ],
    ],
  ])('refuses two at once: %s', async (_, both) => {
    const count = { text: 'select count(*)::integer as count from tokens' }
    const before = await database.query(count)
    const work = (tx: Tx): Promise<unknown> => Promise.all(both(tx))
    await expect(database.transaction(work)).rejects.toThrow('two statements of one transaction')
    expect(await database.query(count)).toEqual(before)
  })

  it('fails when a statement of the work has failed, though the work resolves', async () => {
    const statement = database.transaction(async (tx) => {
      await tx.query({ text: "update rail_cursors set position = '7'" })
      await tx.query({ text: 'select 1 / 0' }).catch(() => undefined)
      return 'done'
    })
    await expect(statement).rejects.toMatchObject({ code: '22012' })
    const token = aToken()
    const model = database.transaction(async (tx) => {
      const { transaction } = tx
      await tx.models.Token.create(token, { transaction })
      await tx.models.Token.create(token, { transaction }).catch(() => undefined)
      return 'done'
    })
    await expect(model).rejects.toMatchObject({ code: UNIQUE_VIOLATION })
    const cursor = await database.one({
      text: 'select max(position) as position from rail_cursors',
    })
    expect(cursor).toEqual({ position: '' })
    expect(await exists(token)).toBe(false)
  })

  it('throws the errors of PostgreSQL as the driver does', async () => {
    const token = aToken()
    const twice = (tx: Tx) => tx.models.Token.create(token, { transaction: tx.transaction })
    await database.transaction(twice)
    await expect(database.transaction(twice)).rejects.toMatchObject({ code: UNIQUE_VIOLATION })
    const text = 'select 1 / 0'
    await expect(database.transaction((tx) => tx.query({ text }))).rejects.toMatchObject({
      code: '22012',
    })
    await expect(database.query({ text })).rejects.toMatchObject({ code: '22012' })
  })

  it('has no statement after its end', async () => {
    const after = await database.transaction(async (tx) => tx)
    await expect(after.query({ text: 'select 1' })).rejects.toThrow('the transaction is over')
    const { transaction } = after
    await expect(after.models.Token.create(aToken(), { transaction })).rejects.toThrow('is over')
  })

  it('is ended by PostgreSQL when its process hangs between two statements', async () => {
    const text = `select current_setting('idle_in_transaction_session_timeout') as setting,
      current_setting('statement_timeout') as longest`
    const row = await database.transaction((tx) => tx.one({ text }))
    expect(row).toEqual({ setting: '5s', longest: '5s' })
  })

  it('says that the pool is exhausted', async () => {
    const small = openDatabase(made.url, { poolMax: 1 })
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holding = small.transaction(() => held)
    const text = 'select 1'
    await Promise.all([
      expect(small.transaction((tx) => tx.query({ text }))).rejects.toBeInstanceOf(DatabaseBusy),
      expect(small.query({ text })).rejects.toBeInstanceOf(DatabaseBusy),
    ])
    release()
    await holding
    expect(await small.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
    await small.close()
  })
})

describe('a statement', () => {
  const nothing = { name: 'no_token', text: `select 1 from tokens where name = 'nobody'` }

  it('has one row, or is an error that names it', async () => {
    expect(await database.one({ text: 'select 1 as one' })).toEqual({ one: 1 })
    await expect(database.one(nothing)).rejects.toThrow('no_token returned no row')
  })

  it('may have no row', async () => {
    expect(await database.maybeOne({ text: 'select 1 as one' })).toEqual({ one: 1 })
    expect(await database.maybeOne(nothing)).toBeUndefined()
  })

  it('reads a bigint as one, a date as text, and instants in JSON by UTC', async () => {
    const row = await database.one({
      text: `select 9007199254740993::bigint as amount, date '2026-02-03' as day,
        to_jsonb(timestamptz '2026-02-03 04:05:06Z') as at`,
    })
    expect(row).toEqual({
      ...{ amount: 9007199254740993n, day: '2026-02-03', at: '2026-02-03T04:05:06+00:00' },
    })
  })
})

describe('call', () => {
  it('passes an object as jsonb, null as null, and returns the value', async () => {
    expect(await database.call('expire_payment', randomUUID())).toBeFalsy()
    const id = randomUUID()
    await database.call(
      'open_internal_account',
      id,
      platformId,
      null,
      'INTERNAL_FIAT',
      'USD',
      'ACTIVE',
    )
    const text = 'select currency, customer_id from internal_accounts where id = $1'
    expect(await database.one({ text, values: [id] })).toEqual({
      currency: 'USD',
      customer_id: null,
    })
    await database.call('emit_event', platformId, 'TEST', 'Thing:1', { a: [1, 'b'] })
    const event = await database.one({
      text: `select snapshot from events where subject = 'Thing:1'`,
    })
    expect(event).toEqual({ snapshot: { a: [1, 'b'] } })
  })

  it('belongs to the transaction that it is called in', async () => {
    const id = randomUUID()
    const work = async (tx: Tx): Promise<void> => {
      await tx.call('open_internal_account', id, platformId, null, 'INTERNAL_FIAT', 'EUR', 'ACTIVE')
      throw failure
    }
    await expect(database.transaction(work)).rejects.toBe(failure)
    const text = 'select 1 from internal_accounts where id = $1'
    expect(await database.query({ text, values: [id] })).toEqual([])
  })
})

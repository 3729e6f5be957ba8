/** Encrypted columns: the keys that the database needs, and how values get a new one. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { identityNumberOf, type RecordCipher } from '../../contract/sealedText.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { openRecords, refuseMissingKeys } from '../../db/recordKeys.ts'
import { reencryptRecords } from '../../db/reencrypt.ts'
import { keyRing } from '../../runtime/keyRing.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'
import { countOf } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

const [oldKey, newKey] = ['1a'.repeat(32), '2b'.repeat(32)]
const cipherOf = (...keys: string[]): RecordCipher =>
  createRecordCipher(keyRing('RECORD_KEYS', keys.join(',')))
const before = cipherOf(oldKey)
const rotating = cipherOf(newKey, oldKey)
const after = cipherOf(newKey)

let made: TestDatabase | undefined
let database: Database

beforeEach(async () => {
  await close()
  made = await aDatabase()
  database = openDatabase(made.url, { poolMax: 4 })
  await createPlatform(made.url, { name: 'records', environment: 'SANDBOX' })
})
afterAll(() => close())

async function close(): Promise<void> {
  await database?.close()
  await made?.drop()
}

/** A customer whose identifier is stored as it is given. */
async function aCustomer(stored: (id: string) => string | null): Promise<string> {
  const id = randomUUID()
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address,
        identity_number, kyc_status)
      select $1, id, $2, 'INDIVIDUAL', '$' || $2 || '@' || uma_domain, $3, 'APPROVED' from platforms`,
    values: [id, id, stored(id)],
  })
  return id
}

const sealedBy = (cipher: RecordCipher, text: string) => (id: string) =>
  cipher.seal(text, identityNumberOf(id))

/** A contact change that waits, with a new identifier that is recorded with it. */
async function aContactChange(customerId: string, stored: string): Promise<string> {
  const id = randomUUID()
  await database.query({
    text: `with account as (
        insert into ledger_accounts (id, kind, environment, currency, has_floor)
        values ($1, 'HOLDER', 'SANDBOX', 'USDB', true) returning id),
      wallet as (
        insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status)
        select $1, platform_id, 'SANDBOX', $2, 'EMBEDDED_WALLET', 'USDB', 'ACTIVE' from customers where id = $2
        returning id)
      insert into requests (id, platform_id, account_id, operation, method, path, body_hash,
        payload_to_sign, status, expires_at, customer_id, intent)
      select $1, platform_id, $1, 'CONTACT_CHANGE', 'PATCH', '/', '', '', 'OPEN', service_now(), $2, $3
      from customers where id = $2`,
    values: [id, customerId, { contact: 'a@b.c', fields: { identityNumber: stored } }],
  })
  return id
}

async function storedOf(id: string): Promise<string> {
  const row = await database.one<{ value: string }>({
    text: `select identity_number as value from customers where id = $1`,
    values: [id],
  })
  return row.value
}

describe('records:reencrypt', () => {
  test('encrypts clear text and values of an old key, in requests that wait too', async () => {
    const clear = await aCustomer(() => '123-45-6789')
    const old = await aCustomer(sealedBy(before, '222-22-2222'))
    const none = await aCustomer(() => null)
    const request = await aContactChange(old, sealedBy(before, '333-33-3333')(old))
    const { changed, left } = await reencryptRecords(database, rotating)
    expect({ changed, left }).toEqual({ changed: 3, left: {} })
    expect(after.open(await storedOf(clear), identityNumberOf(clear))).toBe('123-45-6789')
    expect(after.open(await storedOf(old), identityNumberOf(old))).toBe('222-22-2222')
    expect(await storedOf(none)).toBeNull()
    const { intent } = await database.one<{ intent: { fields: { identityNumber: string } } }>({
      text: 'select intent from requests where id = $1',
      values: [request],
    })
    expect(intent).toMatchObject({ contact: 'a@b.c' })
    expect(after.open(intent.fields.identityNumber, identityNumberOf(old))).toBe('333-33-3333')
    // Once more changes nothing.
    expect((await reencryptRecords(database, rotating)).changed).toBe(0)
  })

  test('is not done while a value needs a key that the ring lacks', async () => {
    await aCustomer(sealedBy(before, '222-22-2222'))
    await aCustomer(sealedBy(before, '333-33-3333'))
    await openRecords(database, before).missingKeys()
    await openRecords(database, after).missingKeys()
    const { changed, left, retired } = await reencryptRecords(database, after)
    expect({ changed, left, retired }).toEqual({
      changed: 0,
      left: { [before.currentId]: 2 },
      retired: [],
    })
    expect(await openRecords(database, after).missingKeys()).toEqual([before.currentId])
    expect((await reencryptRecords(database, rotating)).retired).toEqual([before.currentId])
    expect(await openRecords(database, after).missingKeys()).toEqual([])
  })

  test('run twice at once, while customers change: every value stays what it was', async () => {
    const count = countOf(450, 5_000)
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      ids.push(await aCustomer(sealedBy(before, `old ${index}`)))
    }
    const changing = async (): Promise<void> => {
      for (const id of ids.filter((_, index) => index % 10 === 0)) {
        const identityNumber = sealedBy(rotating, 'changed')(id)
        await database.call('change_customer', id, { identityNumber, profile: {} })
      }
    }
    await Promise.all([
      reencryptRecords(database, rotating),
      reencryptRecords(database, rotating),
      changing(),
    ])
    expect((await reencryptRecords(database, rotating)).left).toEqual({})
    for (const [index, id] of ids.entries()) {
      const expected = index % 10 === 0 ? 'changed' : `old ${index}`
      expect(after.open(await storedOf(id), identityNumberOf(id))).toBe(expected)
    }
  })
})

describe('a process that lacks a key', () => {
  test('is refused at its start, from the moment when another one may encrypt with it', async () => {
    const lacking = openRecords(database, before)
    await refuseMissingKeys(lacking)
    const next = openRecords(database, rotating)
    await next.seal('123-45-6789', identityNumberOf(randomUUID()))
    await refuseMissingKeys(next)
    await refuseMissingKeys(openRecords(database, cipherOf(oldKey, newKey)))
    await expect(refuseMissingKeys(lacking)).rejects.toThrow(
      `RECORD_KEYS lacks ${rotating.currentId}`,
    )
  })

  test('is refused too when another one goes on with a key that is no longer noted', async () => {
    const late = openRecords(database, cipherOf(oldKey, newKey))
    await late.missingKeys()
    expect((await reencryptRecords(database, rotating)).retired).toEqual([before.currentId])
    await refuseMissingKeys(openRecords(database, after))
    const id = randomUUID()
    const value = await late.seal('123-45-6789', identityNumberOf(id))
    await aCustomer(() => value)
    await expect(refuseMissingKeys(openRecords(database, after))).rejects.toThrow(
      `RECORD_KEYS lacks ${before.currentId}`,
    )
  })

  test('starts while the database cannot be asked, and is not ready', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { poolMax: 2 })
    const records = openRecords(away, before)
    await refuseMissingKeys(records)
    await expect(records.missingKeys()).rejects.toThrow()
    await away.close()
  })
})

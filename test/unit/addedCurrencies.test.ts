/** A currency that a platform adds gives the customers of before an account each, once, whatever else happens to them. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { customerAccountTypeOf } from '../../contract/money.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { createPlatform } from '../../db/platforms.ts'
import { openAddedAccounts } from '../../worker/addedCurrencies.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

const TERMS = { SERVICE_END_USER_TERMS: { termsVersion: '1' } }

let database: Database
let fixture: LedgerFixture
let url: string
let platform: { readonly id: string; readonly domain: string }

useLedgerFixture((given) => {
  ;({ database, fixture, url } = given)
})
beforeEach(async () => {
  const { clientId } = await createPlatform(url, { name: randomUUID(), regulated: false })
  platform = await database.one({
    text: `select p.id, p.uma_domain as domain from platforms p join tokens t on t.platform_id = p.id
      where t.client_id = $1`,
    values: [clientId],
  })
})

/** A customer who gets accounts in these currencies alone: the others are added later. */
async function aCustomer(fields: object = {}, currencies = ['USD']): Promise<string> {
  const id = randomUUID()
  const accounts = currencies.map((currency) => ({
    ...{ id: randomUUID(), currency, type: customerAccountTypeOf(currency) },
  }))
  await fixture.ask('create_customer', {
    ...{ id, platformId: platform.id, customerType: 'INDIVIDUAL', currencies: [], accounts },
    ...{ platformCustomerId: id, umaAddress: `$${id}@${platform.domain}`, profile: {} },
    ...{ credentialId: randomUUID(), operation: 'createCustomer', requestHash: 'ab'.repeat(32) },
    agreementConsents: TERMS,
    ...fields,
  })
  return id
}

async function add(currency: string): Promise<void> {
  await database.query({
    text: 'insert into added_currencies (platform_id, currency, account_type) values ($1, $2, $3)',
    values: [platform.id, currency, customerAccountTypeOf(currency)],
  })
}

type Opened = { readonly status: string; readonly needs: boolean; readonly logins: string[] | null }

async function accountsOf(customer: string, currency: string): Promise<Opened[]> {
  return database.query<Opened>({
    text: `select status, needs_contact as needs,
        (select array_agg(contact) from credentials where account_id = a.id) as logins
      from internal_accounts a where customer_id = $1 and currency = $2`,
    values: [customer, currency],
  })
}

async function progress(): Promise<{ opened: number; isFinished: boolean }> {
  return database.one({
    text: `select sum(accounts_opened)::int as opened, bool_and(finished_at is not null) as "isFinished"
      from added_currencies where platform_id = $1`,
    values: [platform.id],
  })
}

const count = async (text: string, ...values: unknown[]): Promise<number> =>
  Number((await database.one<{ n: bigint }>({ text: `select count(*) as n ${text}`, values })).n)

test('each customer of before gets one account and one event, by several workers at once', async () => {
  const customers: string[] = []
  for (let n = 0; n < 250; n += 1) customers.push(await aCustomer())
  const [has = '', gone = ''] = [await aCustomer({}, ['USD', 'EUR']), await aCustomer()]
  await fixture.ask('delete_customer', { platformId: platform.id, customerId: gone, by: 'test' })
  await add('EUR')
  const workers = Array.from({ length: 4 }, () => openDatabase(url, { poolMax: 2 }))
  await Promise.all([...workers, ...workers].map(openAddedAccounts))
  await openAddedAccounts(database)
  await Promise.all(workers.map((worker) => worker.close()))
  expect(await progress()).toEqual({ opened: 250, isFinished: true })
  for (const customer of [...customers, has]) {
    expect(await accountsOf(customer, 'EUR')).toEqual([
      { status: 'ACTIVE', needs: false, logins: null },
    ])
  }
  expect(await accountsOf(gone, 'EUR')).toEqual([])
  const events = await count(
    `from events where platform_id = $1 and type = 'INTERNAL_ACCOUNT.STATUS_UPDATED'
      and snapshot ->> 'currency' = 'EUR'`,
    platform.id,
  )
  expect(events).toBe(250)
  expect((await checkLedger(database)).findings).toEqual([])
})

test('what the customer is like decides what the account begins as', async () => {
  const [noTerms, frozen, email, noContact] = [
    await aCustomer({ agreementConsents: {} }),
    await aCustomer(),
    await aCustomer({ email: 'one@example.com' }),
    await aCustomer(),
  ]
  const taken = await aCustomer({ email: 'Taken@example.com' })
  const sameTaken = await aCustomer({ email: 'taken@example.com' })
  const owner = await aCustomer({ email: 'owner@example.com' }, ['USDB'])
  const other = await aCustomer({ email: 'OWNER@example.com' })
  await database.query({
    text: `update internal_accounts set status = 'FROZEN' where customer_id = $1`,
    values: [frozen],
  })
  await add('EUR')
  await add('USDB')
  await openAddedAccounts(database)
  const wallet = async (id: string): Promise<Opened | undefined> =>
    (await accountsOf(id, 'USDB'))[0]
  expect(await accountsOf(noTerms, 'EUR')).toMatchObject([{ status: 'PENDING' }])
  expect(await wallet(noTerms)).toMatchObject({ status: 'PENDING', needs: true })
  expect(await accountsOf(frozen, 'EUR')).toMatchObject([{ status: 'FROZEN' }])
  expect(await wallet(frozen)).toMatchObject({ status: 'FROZEN' })
  const withLogin = (contact: string): Opened => ({
    ...{ status: 'PENDING', needs: false, logins: [contact] },
  })
  expect(await wallet(email)).toEqual(withLogin('one@example.com'))
  const waits = { status: 'PENDING', needs: true, logins: null }
  expect([await wallet(noContact), await wallet(other)]).toEqual([waits, waits])
  // The first of two with one address logs in by it.
  expect([await wallet(taken), await wallet(sameTaken)]).toEqual([
    withLogin('Taken@example.com'),
    waits,
  ])
  expect(await wallet(owner)).toEqual(withLogin('owner@example.com'))
  const starts = await count(
    `from pending_starts where kind = 'CUSTOMER' and subject_id = any ($1)`,
    [noTerms, frozen, email, noContact, other, taken, sameTaken],
  )
  expect(starts).toBe(2)
})

test('a customer who is created by what was read before the currency was added gets its account too', async () => {
  await aCustomer()
  await add('EUR')
  await openAddedAccounts(database)
  expect(await progress()).toEqual({ opened: 1, isFinished: true })
  // As by a request, or a row of an import, that had read the currencies before.
  const late = await aCustomer()
  expect(await progress()).toMatchObject({ isFinished: false })
  await aCustomer({}, ['USD', 'EUR'])
  await openAddedAccounts(database)
  expect(await accountsOf(late, 'EUR')).toHaveLength(1)
  expect(await progress()).toEqual({ opened: 2, isFinished: true })
})

test('neither waits for the other: a customer is created while accounts are being opened', async () => {
  const email = `${randomUUID()}@example.com`
  await aCustomer({ email })
  await add('USDB')
  const client = new pg.Client(url)
  await client.connect()
  // A creation with that contact, which has not come to its accounts yet.
  await client.query('begin')
  await client.query('select lock_credential_key($1, $2, $3)', [platform.id, 'EMAIL_OTP', email])
  const opening = openAddedAccounts(database)
  await expect
    .poll(() =>
      count(`from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`),
    )
    .toBe(1)
  await client.query(
    `update added_currencies set after_at = null, after_id = null, finished_at = null, restarts = restarts + 1
      where platform_id = $1`,
    [platform.id],
  )
  await client.query('commit')
  await client.end()
  await opening
  expect(await progress()).toEqual({ opened: 1, isFinished: true })
  const { restarts } = await database.one<{ restarts: number }>({
    text: 'select restarts from added_currencies where platform_id = $1',
    values: [platform.id],
  })
  expect(restarts).toBe(1)
})

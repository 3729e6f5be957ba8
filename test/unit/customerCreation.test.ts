/** The decision that creates a customer: once, before its fence, with the start of its wallet's onboarding. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { instant } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture
let umaDomain: string

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
beforeAll(async () => {
  const platform = await database.one<{ uma_domain: string }>({
    text: 'select uma_domain from platforms where id = $1',
    values: [fixture.platformId],
  })
  umaDomain = platform.uma_domain
})

const inSeconds = (seconds: number): string => instant(Date.now() + seconds * 1_000).toISOString()

function aCustomer(fields: object = {}): Record<string, unknown> & { readonly id: string } {
  const id = randomUUID()
  return {
    ...{ id, platformId: fixture.platformId, customerType: 'INDIVIDUAL', currencies: [] },
    ...{ platformCustomerId: id, umaAddress: `$${id}@${umaDomain}`, profile: {} },
    ...{ accounts: [], credentialId: randomUUID(), operation: 'createCustomer' },
    requestHash: 'ab'.repeat(32),
    ...fields,
  }
}

test('a customer is created before its deadline and never after it', async () => {
  const early = aCustomer({ decideBefore: inSeconds(300) })
  expect(await fixture.ask('create_customer', early)).toMatchObject({ outcome: 'COMMITTED' })
  // Run again, it finds its own commit.
  const again = { ...early, decideBefore: inSeconds(-1) }
  expect(await fixture.ask('create_customer', again)).toMatchObject({ outcome: 'COMMITTED' })
  const late = aCustomer({ decideBefore: inSeconds(-1) })
  expect(await fixture.ask('create_customer', late)).toMatchObject({
    outcome: 'REFUSED',
    code: 'SERVICE_UNAVAILABLE',
  })
  const rows = await database.query({
    text: 'select 1 from customers where id = $1',
    values: [late.id],
  })
  expect(rows).toEqual([])
  expect(await fixture.ask('find_customer_creation', late)).toEqual({
    ...{ outcome: 'NONE', isFinal: true },
  })
  expect(await fixture.ask('find_customer_creation', early)).toEqual({ outcome: 'COMMITTED' })
})

test('what a run carries makes the same customer again in a database that has lost it', async () => {
  const wallet = randomUUID()
  const customer = aCustomer({
    ...{ key: randomUUID(), email: `${wallet}@example.com`, identityNumber: 'sealed' },
    ...{ currencies: ['USDB'], profile: { fullName: 'Ada Lovelace' }, region: 'US' },
    accounts: [{ id: wallet, currency: 'USDB', type: 'EMBEDDED_WALLET' }],
    agreementConsents: { SERVICE_END_USER_TERMS: { termsVersion: '1' } },
  })
  const rowOf = async () =>
    (
      await database.one<{ row: object }>({
        text: `select to_jsonb(c) - '{created_at,updated_at}'::text[] || jsonb_build_object(
            'accounts', (select jsonb_agg(to_jsonb(a) - '{created_at,updated_at}'::text[]) from internal_accounts a
              where a.customer_id = c.id),
            'credentials', (select jsonb_agg(l.id || l.type || l.contact) from credentials l where l.account_id = $2)) as row
          from customers c where c.id = $1`,
        values: [customer.id, wallet],
      })
    ).row
  const made = (await fixture.ask('create_customer', customer)) as {
    readonly start: { readonly row: { readonly kind: string; readonly facts: object } }
  }
  expect(made.start.row).toMatchObject({ kind: 'CUSTOMER', account_id: wallet, number: 1 })
  const row = await rowOf()
  for (const text of [
    'delete from pending_starts where subject_id = $1',
    'delete from credentials where account_id in (select id from internal_accounts where customer_id = $1)',
    'delete from wallets where account_id in (select id from internal_accounts where customer_id = $1)',
    'delete from internal_accounts where customer_id = $1',
    'delete from idempotency_keys where resource_id = $1',
    'delete from customers where id = $1',
  ]) {
    await database.query({ text, values: [customer.id] })
  }
  await database.query({
    text: 'delete from ledger_balances where account_id = $1',
    values: [wallet],
  })
  await database.query({ text: 'delete from ledger_accounts where id = $1', values: [wallet] })
  const { id, platformId } = customer
  const again = { ...made.start.row.facts, id, platformId }
  expect(await fixture.ask('create_customer', again)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await rowOf()).toEqual(row)
})

test('two bodies with one key at one instant: the row of the key decides', async () => {
  const key = randomUUID()
  const customers = ['aa', 'bb'].map((byte) => aCustomer({ key, requestHash: byte.repeat(32) }))
  const outcomes = await Promise.all(
    customers.map((customer) => fixture.ask('create_customer', customer)),
  )
  expect(outcomes).toEqual(
    expect.arrayContaining([
      { outcome: 'COMMITTED' },
      { outcome: 'REFUSED', code: 'DUPLICATE_PAY_REQUEST' },
    ]),
  )
})

test('a customer whose key has been purged is not created again, and not returned', async () => {
  const customer = aCustomer({ key: randomUUID() })
  expect(await fixture.ask('create_customer', customer)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await fixture.ask('create_customer', customer)).toMatchObject({ outcome: 'COMMITTED' })
  await database.query({
    text: 'delete from idempotency_keys where key = $1',
    values: [customer.key],
  })
  expect(await fixture.ask('create_customer', customer)).toMatchObject({
    outcome: 'REFUSED',
    code: 'DUPLICATE_PAY_REQUEST',
  })
})

test('sandbox money whose key has been purged is refused, not credited and not an error', async () => {
  const key = randomUUID()
  expect(await fixture.fund(0, 500, key)).toHaveProperty('account')
  const before = await fixture.count()
  await database.query({ text: 'delete from idempotency_keys where key = $1', values: [key] })
  expect(await fixture.fund(0, 500, key)).toEqual({ refused: 'DUPLICATE_PAY_REQUEST' })
  expect(await fixture.count()).toEqual(before)
})

/** A Lightning invoice is paid once, in its time, whatever account or customer it is of: by the SQL functions. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'
import { orderOf, withOrder } from './payerFixture.ts'

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

const HOUR = 3_600_000

/** An account of the fixture's first customer, or of the platform, over an invoice. */
async function anInvoiceAccount(
  hash: string,
  { isOfPlatform = false, expiresAt = new Date(Date.now() + HOUR) } = {},
): Promise<string> {
  const id = randomUUID()
  const { customerId } = orderOf(fixture.planned('BANK', 2))
  const made = await fixture.ask('create_external_account', {
    ...{ id, platformId: fixture.platformId, ...(isOfPlatform ? {} : { customerId }) },
    ...{ accountType: 'LIGHTNING', currency: 'BTC', status: 'ACTIVE', isDefault: false },
    ...{ accountInfo: { accountType: 'LIGHTNING', invoice: `lnbc${id}` }, identity: id },
    ...{ invoiceHash: hash, invoiceExpiresAt: expiresAt.toISOString() },
  })
  expect(made).not.toBeNull()
  return id
}

async function aPaymentTo(destinationAccountId: string): Promise<PlannedPayment> {
  const planned = withOrder(fixture.planned('BANK', 100), { destinationAccountId })
  await fixture.create(planned)
  return planned
}

const aHash = (): string => randomUUID().replaceAll('-', '').repeat(2)

test('of two accounts over one payment hash one is paid, at one instant and later', async () => {
  const hash = aHash()
  const accounts = [
    await anInvoiceAccount(hash),
    await anInvoiceAccount(hash, { isOfPlatform: true }),
  ]
  const payments = await Promise.all([...accounts, ...accounts].map(aPaymentTo))
  const answers = (await Promise.all(payments.map((one) => fixture.execute(one)))) as {
    outcome: string
    code?: string
  }[]
  expect(answers.map(({ outcome, code }) => code ?? outcome).sort()).toEqual([
    'COMMITTED',
    ...['CONFLICT', 'CONFLICT', 'CONFLICT'],
  ])
})

test('an account that is deleted and made again does not pay it again', async () => {
  const hash = aHash()
  const first = await anInvoiceAccount(hash)
  expect(await fixture.execute(await aPaymentTo(first))).toMatchObject({ outcome: 'COMMITTED' })
  expect(await fixture.ask('remove_external_account', fixture.platformId, first, false)).toBe(
    'DELETED',
  )
  const again = await aPaymentTo(await anInvoiceAccount(hash))
  expect(await fixture.execute(again)).toMatchObject({ code: 'CONFLICT' })
})

test('a payment that failed before it was paid gives way; one that had settled does not', async () => {
  const hash = aHash()
  const account = await anInvoiceAccount(hash)
  const failed = await aPaymentTo(account)
  await fixture.execute(failed)
  await fixture.ask(
    'fail_payment',
    failed.id,
    'QUOTE_EXECUTION_FAILED',
    'TRANSACTION_FAILED',
    'COMPLETED',
  )
  const second = await aPaymentTo(account)
  expect(await fixture.execute(second)).toMatchObject({ outcome: 'COMMITTED' })
  await database.query({
    text: `update transactions set settled_at = service_now() where id = $1`,
    values: [second.transactionId],
  })
  await database.query({
    text: `update payments set status = 'FAILED' where id = $1`,
    values: [second.id],
  })
  const third = await aPaymentTo(account)
  expect(await fixture.execute(third)).toMatchObject({ code: 'CONFLICT' })
})

test('a refusal binds nothing', async () => {
  const account = await anInvoiceAccount(aHash())
  const poor = withOrder(fixture.planned('BANK', 99_000_000), { destinationAccountId: account })
  await fixture.create(poor)
  expect(await fixture.execute(poor)).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  expect(await fixture.execute(await aPaymentTo(account))).toMatchObject({ outcome: 'COMMITTED' })
})

test('an invoice that has expired after the quote is not paid', async () => {
  const account = await anInvoiceAccount(aHash())
  const late = await aPaymentTo(account)
  await database.query({
    text: `update external_accounts set invoice_expires_at = service_now() - interval '1 second' where id = $1`,
    values: [account],
  })
  expect(await fixture.execute(late)).toMatchObject({ code: 'CONFLICT' })
})

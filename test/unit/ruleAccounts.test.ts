/** Sweeps in the database alone: each once, judged like any payment, and what freezes, limits and regions make of them. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import { transactionIdOf } from '../../domain/payments/order.ts'
import { parseConfig } from '../../runtime/config.ts'
import { sweepDeposit } from '../../worker/sweepDeposit.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'
import { aSweepingHolder, type Holder } from './sweepingHolder.ts'

let fixture: LedgerFixture
let database: Database

useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
})
afterEach(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})

const AMOUNT = 5_000
const log = pino({ enabled: false })
const config = parseConfig({})

const aHolder = (more?: Parameters<typeof aSweepingHolder>[1]): Promise<Holder> =>
  aSweepingHolder({ database, fixture }, more)

async function arrive({ reference }: Holder, amount = AMOUNT): Promise<string> {
  const id = randomUUID()
  const outcome = await fixture.ask(
    'receive_deposit',
    'SANDBOX',
    id,
    reference,
    String(amount),
    'USD',
  )
  expect(outcome).toBe('APPLIED')
  return String(await fixture.ask('deposit_uuid', 'SANDBOX', id))
}

const outside = { railProviderFor: () => 'RAIL' as const }
const sweep = (depositId: string): Promise<void> =>
  sweepDeposit({ database, config, log, clock: systemClock, outside }, depositId)

/** State and reasons of the sweep, the deposit's status, and what the account and its holder have. */
async function stateOf({ own, account }: Holder, depositId: string): Promise<unknown> {
  const [row] = await database.query<{ shown: unknown }>({
    text: `select jsonb_build_object('state', s.state, 'reason', s.reason, 'refusal', s.refusal, 'status', t.status,
        'failure', t.failure_reason, 'own', (select posted from ledger_balances where account_id = $2),
        'kept', (select posted + pending_in from ledger_balances where account_id = $3),
        'sweeps', (select count(*) from payments where source_account_id = $3)) as shown
      from deposit_sweeps s join transactions t on t.id = $1
      where deposit_uuid(s.environment, s.deposit_id) = $1`,
    values: [depositId, own, account],
  })
  return row?.shown
}

const given = (reason: string, refusal: string | null, own = AMOUNT): object => ({
  ...{
    state: 'GIVEN',
    status: 'FAILED',
    reason,
    failure: reason,
    refusal,
    own,
    kept: 0,
    sweeps: 0,
  },
})

test('what nobody carries is its holder’s', async () => {
  const holder = await aHolder({ to: 'bank' })
  const deposit = await arrive(holder)
  await sweepDeposit(
    {
      ...{ database, config, log, clock: systemClock },
      outside: { railProviderFor: () => undefined },
    },
    deposit,
  )
  expect(await stateOf(holder, deposit)).toMatchObject(given('ACCOUNT_CANNOT_RECEIVE', null))
})

test('until it is swept a deposit is on its way, and nobody can spend it', async () => {
  const holder = await aHolder()
  const deposit = await arrive(holder)
  expect(await stateOf(holder, deposit)).toMatchObject({
    ...{ state: 'WAITING', status: 'PROCESSING', own: 0, kept: AMOUNT },
  })
  expect(
    await fixture.ask('delete_customer', {
      ...{ customerId: holder.customerId, platformId: fixture.platformId, by: 'test' },
    }),
  ).toMatchObject({ code: 'CONFLICT', reason: 'The customer has a balance.' })
  await sweep(deposit)
})

test('fifty jobs at once sweep a deposit once', async () => {
  const holder = await aHolder()
  const deposit = await arrive(holder)
  await Promise.all(Array.from({ length: 50 }, () => sweep(deposit)))
  await sweep(deposit)
  expect(await stateOf(holder, deposit)).toEqual({
    ...{ state: 'EXECUTED', reason: null, refusal: null, status: 'COMPLETED', failure: null },
    ...{ own: 0, kept: 0, sweeps: 1 },
  })
})

test('deposits of one account are swept side by side', async () => {
  const holder = await aHolder()
  const deposits = await Promise.all(
    Array.from({ length: 20 }, (_, i) => arrive(holder, 1_000 + i)),
  )
  await Promise.all(deposits.map(sweep))
  expect(await stateOf(holder, deposits[0] ?? '')).toMatchObject({ own: 0, kept: 0, sweeps: 20 })
})

test('a freeze between arrival and sweep: the own account has the money, and nothing leaves', async () => {
  const holder = await aHolder()
  const deposit = await arrive(holder)
  await database.query({
    text: `update customers set kyc_status = 'REJECTED' where id = $1`,
    values: [holder.customerId],
  })
  await database.query({
    text: 'select freeze_customer(c) from customers c where id = $1',
    values: [holder.customerId],
  })
  await sweep(deposit)
  expect(await stateOf(holder, deposit)).toEqual(given('SWEEP_QUOTE_FAILED', 'USER_NOT_READY'))
})

test('what an operator has frozen is swept after the release, and once', async () => {
  for (const kind of ['customer', 'account', 'payee'] as const) {
    const holder = await aHolder({ to: 'bank' })
    const deposit = await arrive(holder)
    const { rule } = await database.one<{ rule: { destination: { accountId: string } } }>({
      text: 'select sweep_rule as rule from internal_accounts where id = $1',
      values: [holder.account],
    })
    const subject = {
      customer: `Customer:${holder.customerId}`,
      account: `InternalAccount:${holder.account}`,
      payee: rule.destination.accountId,
    }[kind]
    expect(await database.call('freeze_subject', subject, 'Ada', 'a court order')).toBe('FROZEN')
    for (let turn = 0; turn < 3; turn += 1) await sweep(deposit)
    const waiting = { state: 'WAITING', status: 'PROCESSING', own: 0, kept: AMOUNT, sweeps: 0 }
    expect(await stateOf(holder, deposit), kind).toMatchObject(waiting)
    expect(await database.call('queue_waiting_sweeps', '0', 100)).toBe(0n)
    expect(await database.call('release_subject', subject, 'Ada', 'lifted')).toBe('RELEASED')
    await Promise.all([1, 2, 3].map(() => sweep(deposit)))
    expect(await stateOf(holder, deposit), kind).toMatchObject({ state: 'EXECUTED', sweeps: 1 })
  }
})

test('what the judgement refuses after the price leaves no payment', async () => {
  // Nobody is there to authorize a payout of a customer in the region.
  const holder = await aHolder({ to: 'bank', region: 'DE' })
  const deposit = await arrive(holder)
  await sweep(deposit)
  expect(await stateOf(holder, deposit)).toEqual(
    given('QUOTE_EXECUTION_FAILED', 'SCA_SESSION_REQUIRED'),
  )
  const own = await aHolder({ region: 'DE' })
  const kept = await arrive(own)
  await sweep(kept)
  expect(await stateOf(own, kept)).toMatchObject({ state: 'EXECUTED', status: 'COMPLETED' })
})

test('outside the band nothing is priced', async () => {
  const holder = await aHolder()
  const deposit = await arrive(holder, 100_000_001)
  await sweep(deposit)
  expect(await stateOf(holder, deposit)).toEqual(
    given('SWEEP_AMOUNT_OUT_OF_RANGE', null, 100_000_001),
  )
})

/** What a rail has paid for a deposit before the database was set back, which nothing of ours knows. */
async function paidBefore(depositId: string, amount: string): Promise<string> {
  const paymentId = deriveUuid('sweepDeposit', depositId)
  const reference = `Transaction:${transactionIdOf(paymentId)}`
  const sum = { sendingCurrency: 'USD', sendingAmount: amount, receivingCurrency: 'USD' }
  const lost = { environment: 'SANDBOX', reference, accountId: null, ...sum }
  expect(await fixture.ask('book_lost_payout', { ...lost, receivingAmount: amount })).toBe(true)
  return paymentId
}

test('what the rail has paid of a sweep before a restore is what its payment pays', async () => {
  const holder = await aHolder({ to: 'bank' })
  const deposit = await arrive(holder)
  const paymentId = await paidBefore(deposit, '4321')
  await sweep(deposit)
  expect(await stateOf(holder, deposit)).toMatchObject({ state: 'EXECUTED', kept: AMOUNT })
  const [payment] = await database.query<{ sent: bigint; received: bigint }>({
    text: 'select sending_amount as sent, receiving_amount as received from payments where id = $1',
    values: [paymentId],
  })
  expect(payment).toEqual({ sent: BigInt(AMOUNT), received: 4_321n })
})

test('what the rail has paid of a sweep before a restore is not given to the holder too', async () => {
  const holder = await aHolder({ to: 'bank' })
  for (const status of ['ACTIVE', 'DELETED']) {
    const deposit = await arrive(holder)
    await paidBefore(deposit, '4321')
    await database.query({
      text:
        status === 'DELETED'
          ? 'update external_accounts set deleted_at = service_now() where customer_id = $1'
          : `update customers set region = 'DE' where id = $1`,
      values: [holder.customerId],
    })
    await expect(sweep(deposit)).rejects.toThrow('was paid out before the restore')
    expect(await stateOf(holder, deposit)).toMatchObject({ state: 'WAITING', own: 0 })
  }
})

test('a job that has given up is queued again, and only that', async () => {
  const holder = await aHolder()
  const deposit = await arrive(holder)
  const key = `sweep of ${deposit}`
  expect(await fixture.ask('queue_waiting_sweeps', '-1 minute', 10)).toBe(0n)
  await database.query({
    text: 'update graphile_worker._private_jobs set attempts = max_attempts where key = $1',
    values: [key],
  })
  expect(await fixture.ask('queue_waiting_sweeps', '-1 minute', 10)).toBe(1n)
  await sweep(deposit)
  await database.query({
    text: 'delete from graphile_worker._private_jobs where key = $1',
    values: [key],
  })
  expect(await fixture.ask('queue_waiting_sweeps', '-1 minute', 10)).toBe(0n)
})

test('a deposit of the bank account of another currency is unapplied, as of any account', async () => {
  const { reference } = await aHolder()
  const id = randomUUID()
  expect(await fixture.ask('receive_deposit', 'SANDBOX', id, reference, '100', 'EUR')).toBe(
    'UNAPPLIED',
  )
})

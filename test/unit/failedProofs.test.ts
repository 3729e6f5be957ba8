/** A proof of a payee's wallet that fails: nothing is paid to it until one succeeds, and what waits says so. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  useLedgerFixture,
} from './ledgerFixture.ts'
import { withOrder } from './payerFixture.ts'

const AT_ONCE = 50

let database: Database
let fixture: LedgerFixture
let url: string
let payee: string

useLedgerFixture((given) => {
  ;({ database, fixture, url } = given)
})
beforeAll(async () => {
  const { id } = await underWay()
  const row = await database.one<{ payee: string }>({
    text: 'select destination_account_id as payee from payments where id = $1',
    values: [id],
  })
  payee = row.payee
})
afterEach(() => fixture.ask('move_external_account', payee, 'ACTIVE'))

const underWay = (): Promise<PlannedPayment> => executed(fixture, fixture.planned('BANK', 100))

/** Begins a challenge of an account. */
async function challenge(accountId = payee): Promise<string> {
  const id = randomUUID()
  const message = 'I own this wallet'
  const asked = { id, accountId, method: 'WALLET_SIGNATURE', message, lifetimeSeconds: 600 }
  expect(await fixture.ask('open_ownership_challenge', asked)).toMatchObject({ id })
  return id
}

async function prove(isProven: boolean, accountId = payee): Promise<void> {
  await fixture.ask('move_external_account', accountId, 'PENDING_OWNERSHIP_VERIFICATION')
  const outcome = isProven ? 'SUCCEEDED' : 'FAILED'
  const ended = fixture.ask('finish_ownership_challenge', await challenge(accountId), isProven)
  expect(await ended).toMatchObject({ outcome })
}

const actionOf = async ({ id }: PlannedPayment): Promise<unknown> =>
  ((await fixture.ask('prepare_payout', id)) as { action: string }).action

const reasonsOf = ({ transactionId }: PlannedPayment): Promise<unknown[]> =>
  database.query({
    text: `select code, waiting_party, waiting_reason from timeline where subject = $1 and code like 'PAYEE%'`,
    values: [`Transaction:${transactionId}`],
  })

const resumeJobs = (): Promise<unknown[]> =>
  database.query({
    text: `select 1 from graphile_worker._private_jobs where key = 'resume-payouts'`,
  })

async function pendingReasonOf({
  transactionId,
}: {
  readonly transactionId: string
}): Promise<unknown> {
  const [row] = await database.query<{ pending_reason: string | null }>({
    text: 'select pending_reason from transactions where id = $1',
    values: [transactionId],
  })
  return row?.pending_reason
}

async function resumed(): Promise<unknown[]> {
  const rows = await database.query<{ payment_id: string }>({
    text: 'select * from resumed_payouts($1, 1000)',
    values: ['00000000-0000-0000-0000-000000000000'],
  })
  return rows.map((row) => row.payment_id)
}

test('what is executed and has not left waits for a proof that succeeds, and says so once', async () => {
  const [left, waits] = [await underWay(), await underWay()]
  expect(await actionOf(left)).toBe('SUBMIT')
  await prove(false)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await actionOf(waits)).toBe('WAIT')
    expect(await fixture.ask('is_held', waits.id)).toBe(true)
  }
  expect(await pendingReasonOf(waits)).toBe('WALLET_VERIFICATION_REQUIRED')
  const wait = { waiting_party: 'CUSTOMER', waiting_reason: 'OWNERSHIP_PROOF' }
  expect(await reasonsOf(waits)).toMatchObject([{ code: 'PAYEE_UNPROVEN', ...wait }])
  const inbox = await database.query({
    text: 'select reason from waiting_payments(-1) where subject = $1',
    values: [`Transaction:${waits.transactionId}`],
  })
  expect(inbox).toEqual([{ reason: 'OWNERSHIP_PROOF' }])
  // What has left is followed.
  expect(await actionOf(left)).toBe('SUBMIT')
  // Another challenge proves nothing.
  await challenge()
  expect(await actionOf(waits)).toBe('WAIT')
  expect(await resumed()).not.toContain(waits.id)
  expect(await resumeJobs()).toEqual([])
  await prove(true)
  expect(await resumeJobs()).toHaveLength(1)
  expect(await resumed()).toContain(waits.id)
  expect(await actionOf(waits)).toBe('SUBMIT')
  expect(await fixture.ask('is_held', waits.id)).toBe(false)
  expect(await pendingReasonOf(waits)).toBeNull()
})

test('an operator stops what waits, and nothing of it leaves', async () => {
  const waits = await underWay()
  await prove(false)
  expect(await actionOf(waits)).toBe('WAIT')
  await fixture.ask('request_stop', waits.id, false)
  expect(await actionOf(waits)).toBe('NONE')
})

test('what waits for the proof of an account that is deleted ends, and is refunded', async () => {
  const [left, waits, signing] = [await underWay(), await underWay(), await underWay()]
  expect(await actionOf(left)).toBe('SUBMIT')
  await prove(false)
  expect(await actionOf(waits)).toBe('WAIT')
  const remove = () => fixture.ask('remove_external_account', fixture.platformId, payee, false)
  try {
    expect(await remove()).toBe('DELETED')
    // At once, and one that has come to no step yet as well.
    expect(await resumed()).toContain(waits.id)
    for (const one of [waits, signing]) {
      expect(await actionOf(one)).toBe('NONE')
      expect(await fixture.ask('is_held', one.id)).toBe(false)
    }
    expect(await reasonsOf(waits)).toMatchObject([
      { code: 'PAYEE_UNPROVEN' },
      { code: 'PAYEE_DELETED', waiting_party: null },
    ])
    // What has left is followed.
    expect(await actionOf(left)).toBe('SUBMIT')
    const cancelled = ['QUOTE_EXECUTION_FAILED', 'USER_CANCELLATION', 'ALLOWED']
    expect(await fixture.ask('fail_payment', waits.id, ...cancelled)).toBe('FAILED')
  } finally {
    await database.query({
      text: 'update external_accounts set deleted_at = null where id = $1',
      values: [payee],
    })
  }
})

test('the deletion of an account that is proven stops nothing', async () => {
  const waits = await underWay()
  await prove(true)
  await fixture.ask('remove_external_account', fixture.platformId, payee, false)
  expect(await actionOf(waits)).toBe('SUBMIT')
  await database.query({
    text: 'update external_accounts set deleted_at = null where id = $1',
    values: [payee],
  })
})

test('nothing new is executed, nor while another challenge is open', async () => {
  const planned = fixture.planned('BANK', 100)
  await fixture.create(planned)
  await prove(false)
  await challenge()
  expect(await fixture.execute(planned)).toMatchObject({
    outcome: 'REFUSED',
    code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
  })
})

test('of fifty payouts at once with the proof that fails none leaves after it has failed', async () => {
  const planned: PlannedPayment[] = []
  for (let count = 0; count < AT_ONCE; count += 1) planned.push(await underWay())
  await fixture.ask('move_external_account', payee, 'PENDING_OWNERSHIP_VERIFICATION')
  await noneLeavesAfter(planned, await challenge())
})

/** Has fifty payments leave while the proof of the challenge fails. */
async function noneLeavesAfter(planned: readonly PlannedPayment[], id: string): Promise<void> {
  const many = openDatabase(url, { poolMax: 25, poolWaitMs: 60_000, statementTimeoutMs: 60_000 })
  const leave = planned.map(({ id: payment }) => many.call('prepare_payout', payment))
  await Promise.any(leave)
  await fixture.ask('finish_ownership_challenge', id, false)
  const left = async (): Promise<number> =>
    (
      await database.one<{ count: number }>({
        text: `select count(*)::integer as count from rail_orders where kind = 'PAYOUT' and submitted_at is not null
          and payment_id = any ($1)`,
        values: [planned.map(({ id: payment }) => payment)],
      })
    ).count
  const atAnswer = await left()
  await Promise.all(leave)
  await many.close()
  expect(await left()).toBe(atAnswer)
  const actions = await Promise.all(planned.map(actionOf))
  expect(actions.filter((action) => action === 'SUBMIT')).toHaveLength(atAnswer)
  expect(actions.filter((action) => action === 'WAIT')).toHaveLength(AT_ONCE - atAnswer)
}

describe('a wallet whose proof has failed under another registration', () => {
  const REQUIRED = 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'

  type Registered = {
    readonly platformId: string
    readonly identity: string
    readonly type: string
  }

  const newWallet = (): Registered => ({
    ...{ platformId: fixture.platformId, identity: `0X${randomBytes(20).toString('hex')}` },
    type: 'BASE_WALLET',
  })

  async function register(
    { platformId, identity, type }: Registered,
    customerId?: string,
  ): Promise<string> {
    const id = randomUUID()
    const row = { id, platformId, customerId, accountType: type, currency: 'USD', identity }
    const pending = { ...row, status: 'PENDING_OWNERSHIP_VERIFICATION', accountInfo: {} }
    expect(await fixture.ask('create_external_account', pending)).toMatchObject({ id })
    return id
  }

  async function aCustomerOf(platformId: string): Promise<string> {
    const id = randomUUID()
    await database.query({
      text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
        select $1, id, $2, 'INDIVIDUAL', '$' || $2 || '@' || uma_domain, 'APPROVED' from platforms where id = $3`,
      values: [id, id, platformId],
    })
    return id
  }

  const refusalOf = async (account: string): Promise<unknown> =>
    (
      await database.one<{ refusal: string | null }>({
        text: 'select account_refusal($1) as refusal',
        values: [account],
      })
    ).refusal

  const payTo = (destinationAccountId: string): PlannedPayment =>
    withOrder(fixture.planned('BANK', 100), { destinationAccountId })

  const remove = async (account: string): Promise<void> => {
    const { platformId } = fixture
    expect(await fixture.ask('remove_external_account', platformId, account, false)).toBe('DELETED')
  }

  test('made anew it is not paid before a proof of it succeeds', async () => {
    const wallet = newWallet()
    const first = await register(wallet)
    const planned = payTo(first)
    expect(await fixture.create(planned)).not.toHaveProperty('refused')
    await prove(false, first)
    await remove(first)
    // Also on a chain that has the same addresses.
    for (const again of [
      await register(wallet),
      await register({ ...wallet, type: 'POLYGON_WALLET' }),
    ]) {
      expect(await refusalOf(again)).toBe(REQUIRED)
      expect(await fixture.create(payTo(again))).toMatchObject({ refused: REQUIRED })
      await challenge(again)
      expect(await refusalOf(again)).toBe(REQUIRED)
      await prove(true, again)
      expect(await refusalOf(again)).toBeNull()
      await executed(fixture, payTo(again))
      await remove(again)
    }
    // It forgets nothing.
    expect(await refusalOf(await register(wallet))).toBe(REQUIRED)
  })

  test('another customer of the platform proves it as its own, and another platform knows of nothing', async () => {
    const wallet = newWallet()
    const failed = await register(wallet)
    const others = await register(wallet, await aCustomerOf(fixture.platformId))
    const waits = await executed(fixture, payTo(others))
    await prove(false, failed)
    expect(await refusalOf(others)).toBe(REQUIRED)
    expect(await actionOf(waits)).toBe('WAIT')
    const { id: platformId } = await database.one<{ id: string }>({
      text: 'select id from platforms where id <> $1 limit 1',
      values: [fixture.platformId],
    })
    expect(await refusalOf(await register({ ...wallet, platformId }))).toBeNull()
    await prove(true, failed)
    expect(await refusalOf(others)).toBeNull()
    expect(await resumed()).toContain(waits.id)
    expect(await actionOf(waits)).toBe('SUBMIT')
  })

  test('of fifty payouts to another registration none leaves after the proof has failed', async () => {
    const wallet = newWallet()
    const failed = await register(wallet)
    const others = await register(wallet, await aCustomerOf(fixture.platformId))
    const planned: PlannedPayment[] = []
    for (let count = 0; count < AT_ONCE; count += 1) {
      planned.push(await executed(fixture, payTo(others)))
    }
    await noneLeavesAfter(planned, await challenge(failed))
  })
})

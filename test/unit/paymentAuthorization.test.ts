/** A payer's authorization of a payment, by the SQL functions that decide it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'
import { aPayer, logIn, orderOf, type Payer, withOrder } from './payerFixture.ts'

let database: Database
let fixture: LedgerFixture
let payer: Payer

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
beforeAll(async () => {
  payer = await aPayer(database, fixture)
})
beforeEach(async () => {
  await database.query({ text: 'delete from sca_lockouts' })
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})

const AMOUNT = 1_000

type Row = Readonly<Record<string, unknown>>

async function paymentOf({ id }: Pick<PlannedPayment, 'id'>): Promise<Row> {
  const [found] = await database.query<{ row: Row }>({
    text: `select to_jsonb(q) || jsonb_build_object('transaction', to_jsonb(t)) as row
      from payments q join transactions t on t.id = q.transaction_id where q.id = $1`,
    values: [id],
  })
  if (found === undefined) throw new Error('no such payment')
  return found.row
}

async function eventsOf({ transactionId }: PlannedPayment): Promise<string[]> {
  const rows = await database.query<{ type: string }>({
    text: 'select type from events where subject = $1 order by created_at, id',
    values: [`Transaction:${transactionId}`],
  })
  return rows.map(({ type }) => type.replace('OUTGOING_PAYMENT.', '')).sort()
}

async function timelineOf({ transactionId }: PlannedPayment): Promise<string[]> {
  const rows = await database.query<{ line: string }>({
    text: `select concat_ws(' ', code, waiting_party, waiting_reason) as line from timeline
      where subject = $1 order by id`,
    values: [`Transaction:${transactionId}`],
  })
  return rows.map(({ line }) => line)
}

async function spendable(): Promise<number> {
  const [row] = await database.query<{ left: bigint }>({
    text: 'select posted - pending_out as left from ledger_balances where account_id = $1',
    values: [orderOf(fixture.planned('BANK', 2)).sourceAccountId],
  })
  return Number(row?.left)
}

const follow = ({ id }: Pick<PlannedPayment, 'id'>): Promise<unknown> =>
  fixture.ask('follow_authorization', id)

// One person asks for the codes of all tests: each test has an hour of its own.
beforeEach(async () => {
  await database.query({ text: 'delete from person_counts' })
})

async function executed(planned: PlannedPayment): Promise<PlannedPayment> {
  await fixture.create(planned)
  expect(await fixture.execute(planned)).toMatchObject({ outcome: 'COMMITTED' })
  return planned
}

/** Lets the time of the payment's challenges pass. */
async function runOut({ id }: PlannedPayment): Promise<void> {
  await database.query({
    text: 'update sca_challenges set expires_at = service_now() where subject_id = $1',
    values: [id],
  })
}

async function trust(planned: PlannedPayment, isTrusted: boolean): Promise<void> {
  await database.query({
    text: 'update external_accounts set trusted_at = $2 where id = $1',
    values: [orderOf(planned).destinationAccountId, isTrusted ? new Date() : null],
  })
}

test('the money is held, and the payment waits for its payer before its first step', async () => {
  const before = await spendable()
  const planned = fixture.planned('BANK', AMOUNT)
  await fixture.create(planned)
  const answer = await fixture.execute(planned)
  expect(answer).toMatchObject({
    outcome: 'COMMITTED',
    steps: ['AUTHORIZE', 'PAY_OUT', 'SETTLE'],
    payment: {
      status: 'PENDING_AUTHORIZATION',
      sca_challenge: { purpose: 'PAYOUT', factor: 'SMS_OTP', available_factors: ['SMS_OTP'] },
    },
  })
  expect(JSON.stringify(answer)).not.toContain('code_key')
  expect(await spendable()).toBe(before - AMOUNT)
  // The same request again gets the same answer, and opens no other challenge.
  expect(await fixture.execute(planned)).toMatchObject({
    ...{ isReplay: true, payment: (answer as { payment: object }).payment },
  })
  expect(await payer.challengesOf(planned.id)).toHaveLength(1)
  expect(await follow(planned)).toMatchObject({ state: 'WAITING' })

  expect(await payer.prove(planned)).toBe('OK')
  expect(await follow(planned)).toEqual({ state: 'AUTHORIZED' })
  expect(await paymentOf(planned)).toMatchObject({
    status: 'PROCESSING',
    transaction: { status: 'PROCESSING' },
  })
  expect(await eventsOf(planned)).toEqual(['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING'])
  expect(await timelineOf(planned)).toEqual([
    'QUOTED CUSTOMER EXECUTE_CALL',
    'EXECUTED CUSTOMER PAYOUT_AUTHORIZATION',
    'AUTHORIZED PAYOUT_RAIL PAYOUT',
  ])
})

test('its message names the amount and the payee', async () => {
  const bank = randomUUID()
  await database.query({
    text: `insert into external_accounts (id, platform_id, customer_id, account_type, currency, status,
        account_info, identity) values ($1, $2, $3, 'USD_ACCOUNT', 'USD', 'ACTIVE', $4, '000987654321')`,
    values: [
      ...[bank, fixture.platformId, payer.customerId],
      { beneficiary: { fullName: 'Grace Hopper' } },
    ],
  })
  const planned = await executed(
    withOrder(fixture.planned('BANK', AMOUNT), { destinationAccountId: bank }),
  )
  const [challenge] = await payer.challengesOf(planned.id)
  expect(challenge).toMatchObject({
    recipient: '+491701234567',
    message: { amount: '10.00 USD, of which 9.90 USD to the payee', payee: 'Grace Hopper ...4321' },
  })
})

test('a conversion needs two proofs, one after the other', async () => {
  const planned = await executed(
    withOrder(fixture.planned('BANK', AMOUNT), { receivingCurrency: 'EUR' }),
  )
  expect(await payer.prove(planned)).toBe('OK')
  expect(await paymentOf(planned)).toMatchObject({ status: 'PENDING_AUTHORIZATION' })
  expect(await follow(planned)).toMatchObject({ state: 'WAITING' })
  expect(await payer.prove(planned)).toBe('OK')
  expect(await paymentOf(planned)).toMatchObject({ status: 'PROCESSING' })
  const purposes = (await payer.challengesOf(planned.id)).map(({ purpose }) => purpose)
  expect(purposes).toEqual(['CURRENCY_CONVERSION', 'PAYOUT'])
})

test('a trusted beneficiary needs no PAYOUT proof, and the payment says so', async () => {
  const same = fixture.planned('BANK', AMOUNT)
  const converted = withOrder(fixture.planned('BANK', AMOUNT), { receivingCurrency: 'EUR' })
  await trust(same, true)
  await executed(same)
  expect(await paymentOf(same)).toMatchObject({
    status: 'PROCESSING',
    sca_exemption: 'TRUSTED_BENEFICIARY',
  })
  await executed(converted)
  expect(await payer.prove(converted)).toBe('OK')
  expect(await paymentOf(converted)).toMatchObject({
    status: 'PROCESSING',
    sca_exemption: 'TRUSTED_BENEFICIARY',
  })
  // Trust that is withdrawn after the quote was made counts.
  const later = fixture.planned('BANK', AMOUNT)
  await fixture.create(later)
  await trust(later, false)
  await fixture.execute(later)
  expect(await paymentOf(later)).toMatchObject({
    status: 'PENDING_AUTHORIZATION',
    sca_exemption: null,
  })
})

test('without a proof in time the payment fails, and nothing has moved', async () => {
  const before = await spendable()
  const planned = await executed(fixture.planned('BANK', AMOUNT))
  await runOut(planned)
  expect(await payer.prove(planned)).toBe('EXPIRED')
  for (let turn = 0; turn < 2; turn += 1) expect(await follow(planned)).toEqual({ state: 'FAILED' })
  expect(await paymentOf(planned)).toMatchObject({
    status: 'FAILED',
    transaction: { status: 'FAILED', failure_reason: 'SCA_NOT_COMPLETED', refund: null },
  })
  expect(await spendable()).toBe(before)
  expect(await eventsOf(planned)).toEqual(['FAILED', 'PENDING', 'PENDING_AUTHORIZATION'])
  expect(await payer.prove(planned)).toBe('NONE')
})

test('a payment that is ended meanwhile is not authorized', async () => {
  const before = await spendable()
  const planned = await executed(fixture.planned('BANK', AMOUNT))
  const reason = 'COMPLIANCE_REJECTED'
  const end = await fixture.ask(
    'fail_payment',
    planned.id,
    reason,
    'TRANSACTION_FAILED',
    'COMPLETED',
  )
  expect(end).toBe('FAILED')
  expect(await payer.prove(planned)).toBe('NONE')
  expect(await spendable()).toBe(before)
})

test('of a proof and the end of its time that cross, one decides', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const planned = await executed(fixture.planned('BANK', AMOUNT))
    const ends = follow(planned).then(async () => {
      await runOut(planned)
      return follow(planned)
    })
    const [proof] = await Promise.all([payer.prove(planned), ends])
    const { status } = await paymentOf(planned)
    expect(status).toBe(proof === 'OK' ? 'PROCESSING' : 'FAILED')
  }
})

test('wrong proofs are counted, and lock', async () => {
  const planned = await executed(fixture.planned('BANK', AMOUNT))
  const outcomes = []
  for (let turn = 0; turn < 6; turn += 1) {
    outcomes.push(await payer.prove(planned, { isRight: false }))
  }
  expect(outcomes).toEqual([...Array(5).fill('WRONG'), 'LOCKED'])
  expect(await payer.prove(planned)).toBe('LOCKED')
  // The lock ends, the tries of the challenge do not come back.
  await database.query({ text: 'delete from sca_lockouts' })
  expect(await payer.prove(planned)).toBe('EXHAUSTED')
})

test('the same proof again is no other proof', async () => {
  const planned = await executed(
    withOrder(fixture.planned('BANK', AMOUNT), { receivingCurrency: 'EUR' }),
  )
  expect(await payer.prove(planned, { text: 'first' })).toBe('OK')
  // The answer was lost: it is not the code of the next challenge, and not counted as a wrong one.
  expect(await payer.prove(planned, { text: 'first', isRight: false })).toBe('REPEATED')
  expect(await payer.prove(planned, { text: 'second' })).toBe('OK')
  expect(await payer.prove(planned, { text: 'second', isRight: false })).toBe('REPEATED')
  expect(await payer.prove(planned, { text: 'third', isRight: true })).toBe('NONE')
  expect(await payer.challengesOf(planned.id)).toHaveLength(2)
})

test('without a login nothing is executed or authorized', async () => {
  const open = await executed(fixture.planned('BANK', AMOUNT))
  await payer.logOut()
  expect(await payer.prove(open)).toBe('SCA_SESSION_REQUIRED')
  const planned = fixture.planned('BANK', AMOUNT)
  await fixture.create(planned)
  const refusal = { outcome: 'REFUSED', code: 'SCA_SESSION_REQUIRED' }
  expect(await fixture.execute(planned)).toEqual(refusal)
  // A refusal leaves nothing behind: the same request is executed once its payer has logged in.
  await logIn(database, fixture.platformId, payer.customerId)
  expect(await fixture.execute(planned)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await payer.prove(open)).toBe('OK')
})

test('a code that went to an old phone number authorizes nothing', async () => {
  const planned = await executed(fixture.planned('BANK', AMOUNT))
  const number = async (to: string): Promise<void> => {
    await database.query({
      text: 'update customers set phone_number = $2 where id = $1',
      values: [payer.customerId, to],
    })
    await database.query({
      text: 'update customers set phone_verified_at = service_now() where id = $1',
      values: [payer.customerId],
    })
    await logIn(database, fixture.platformId, payer.customerId)
  }
  await number('+491701234568')
  expect(await payer.prove(planned)).toBe('NONE')
  expect(await follow(planned)).toEqual({ state: 'FAILED' })
  await number('+491701234567')
})

test('a quote is under the stricter rule: that of its making, or of its execution', async () => {
  const region = (value: string): Promise<unknown> =>
    database.query({
      text: 'update customers set region = $2 where id = $1',
      values: [payer.customerId, value],
    })
  const inside = fixture.planned('BANK', AMOUNT)
  await fixture.create(inside)
  await region('US')
  const outside = fixture.planned('BANK', AMOUNT)
  await fixture.create(outside)
  await region('DE')
  await logIn(database, fixture.platformId, payer.customerId)
  for (const planned of [outside, inside]) {
    await fixture.execute(planned)
    expect(await paymentOf(planned)).toMatchObject({
      ...{ status: 'PENDING_AUTHORIZATION', sca_purposes: ['PAYOUT'] },
    })
  }
})

test('what comes in, or stays the customer’s own, needs no proof', async () => {
  for (const shape of ['OWN', 'PULLED_OWN', 'FUNDED_OWN', 'INCOMING'] as const) {
    const planned = fixture.planned(shape, AMOUNT)
    await fixture.create(planned)
    const row = await paymentOf(planned)
    const target = orderOf(planned).destinationInternalId
    const [account] = await database.query<{ customer_id: string | null }>({
      text: 'select customer_id from internal_accounts where id = $1',
      values: [target],
    })
    const isOwn = account?.customer_id === payer.customerId || shape === 'INCOMING'
    expect(row.sca_purposes, shape).toEqual(isOwn ? null : ['PAYOUT'])
  }
})

test('a transfer goes to trusted beneficiaries alone', async () => {
  const transfer = (): PlannedPayment =>
    withOrder(fixture.planned('BANK', AMOUNT), { kind: 'TRANSFER_OUT' })
  expect(await fixture.place(transfer())).toMatchObject({
    ...{ outcome: 'REFUSED', code: 'SCA_SESSION_REQUIRED' },
  })
  const planned = transfer()
  await trust(planned, true)
  expect(await fixture.place(planned)).toMatchObject({ outcome: 'COMMITTED' })
  await trust(planned, false)
  expect(await paymentOf(planned)).toMatchObject({ sca_exemption: 'TRUSTED_BENEFICIARY' })
})

test('what is executed at once waits too', async () => {
  const planned = fixture.planned('BANK', AMOUNT)
  expect(await fixture.place(planned)).toMatchObject({
    outcome: 'COMMITTED',
    payment: { status: 'PENDING_AUTHORIZATION' },
  })
  expect(await payer.prove(planned)).toBe('OK')
})

test('a payment between accounts is not settled before it is authorized', async () => {
  const planned = await executed(fixture.planned('NEIGHBOUR', AMOUNT))
  expect(await paymentOf(planned)).toMatchObject({ status: 'PENDING_AUTHORIZATION' })
  expect(await payer.prove(planned)).toBe('OK')
  expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
})

test('the receiver’s platform is asked only after the payer', async () => {
  const asked = async (planned: PlannedPayment): Promise<number> => {
    const rows = await database.query({
      text: 'select 1 from incoming_approvals where payment_id = $1',
      values: [planned.id],
    })
    return rows.length
  }
  const planned = await executed(fixture.planned('UMA_NEIGHBOUR', AMOUNT))
  expect(await asked(planned)).toBe(0)
  expect(await payer.prove(planned)).toBe('OK')
  expect(await asked(planned)).toBe(1)
})

test('a deposit is announced when its payment is authorized', async () => {
  const instructions = [{ accountOrWalletInfo: { accountType: 'IBAN' } }]
  const planned = withOrder(fixture.planned('FUNDED_BANK', AMOUNT), {
    paymentInstructions: instructions,
    codeKey: 'key',
  })
  expect(await fixture.create(planned)).toMatchObject({
    payment: {
      status: 'PENDING_AUTHORIZATION',
      payment_instructions: null,
      sca_challenge: { purpose: 'PAYOUT' },
    },
  })
  const waiting = await paymentOf(planned)
  expect(waiting.transaction).toMatchObject({ payment_instructions: null, reference: null })
  const deposit = String(AMOUNT)
  expect(await fixture.execute(planned, deposit)).toMatchObject({ code: 'CONFLICT' })

  expect(await payer.prove(planned)).toBe('OK')
  expect(await paymentOf(planned)).toMatchObject({
    status: 'PENDING',
    payment_instructions: instructions,
    withheld_instructions: null,
    transaction: { status: 'PENDING', payment_instructions: instructions },
  })
  expect(await eventsOf(planned)).toEqual(['PENDING', 'PENDING_AUTHORIZATION'])
  const execution = { paymentId: planned.id, platformId: fixture.platformId }
  const started = { ...execution, requestHash: 'ab'.repeat(32), depositedAmount: deposit }
  expect(await fixture.ask('decide_payment', started)).toMatchObject({ outcome: 'COMMITTED' })
})

test('a deposit that is not authorized in time is never announced', async () => {
  const planned = withOrder(fixture.planned('FUNDED_BANK', AMOUNT), {
    paymentInstructions: [{ accountOrWalletInfo: { accountType: 'IBAN' } }],
  })
  await fixture.create(planned)
  await runOut(planned)
  expect(await follow(planned)).toEqual({ state: 'FAILED' })
  expect(await paymentOf(planned)).toMatchObject({
    status: 'FAILED',
    payment_instructions: null,
    withheld_instructions: null,
    transaction: { failure_reason: 'SCA_NOT_COMPLETED', payment_instructions: null },
  })
})

test('an invoice that waits for its authorization is not executed by another payment', async () => {
  const first = fixture.planned('BANK', AMOUNT)
  const [second, third] = [fixture.planned('BANK', AMOUNT), fixture.planned('BANK', AMOUNT)]
  const invoice = randomUUID()
  await database.query({
    text: `insert into external_accounts (id, platform_id, customer_id, account_type, currency, status,
        account_info, identity, invoice_hash, invoice_expires_at)
      values ($1, $2, $3, 'LIGHTNING', 'USD', 'ACTIVE', '{"invoice": "lnbc1"}', $4, $4,
        service_now() + interval '1 day')`,
    values: [invoice, fixture.platformId, payer.customerId, invoice],
  })
  const all = [first, second, third].map((planned) =>
    withOrder(planned, { destinationAccountId: invoice }),
  )
  for (const planned of all) await fixture.create(planned)
  const [one, two, three] = all as [PlannedPayment, PlannedPayment, PlannedPayment]
  expect(await fixture.execute(one)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await fixture.execute(two)).toMatchObject({ code: 'CONFLICT' })
  await runOut(one)
  await follow(one)
  expect(await fixture.execute(three)).toMatchObject({ outcome: 'COMMITTED' })
})

test('a payee who is gone while the payer is asked is not paid, and nothing has moved', async () => {
  const before = await spendable()
  for (const [shape, change] of [
    ['NEIGHBOUR', `internal_accounts set status = $2 where id = $1`],
    ['BANK', `external_accounts set deleted_at = $2 where id = $1`],
  ] as const) {
    const planned = await executed(fixture.planned(shape, AMOUNT))
    const { destinationInternalId, destinationAccountId } = orderOf(planned)
    const id = shape === 'BANK' ? destinationAccountId : destinationInternalId
    const [gone, back] = shape === 'BANK' ? [new Date(), null] : ['CLOSED', 'ACTIVE']
    await database.query({ text: `update ${change}`, values: [id, gone] })
    expect(await payer.prove(planned)).toBe('NONE')
    await database.query({ text: `update ${change}`, values: [id, back] })
    expect(await follow(planned)).toEqual({ state: 'FAILED' })
    expect(await paymentOf(planned)).toMatchObject({
      transaction: { failure_reason: 'ACCOUNT_CANNOT_RECEIVE' },
    })
    expect(await spendable()).toBe(before)
  }
})

test('a customer who is frozen authorizes nothing any more', async () => {
  const planned = await executed(fixture.planned('BANK', AMOUNT))
  const text = 'select freeze_customer(c) from customers c where id = $1'
  await database.query({ text, values: [payer.customerId] })
  expect(await paymentOf(planned)).toMatchObject({
    status: 'FAILED',
    transaction: { failure_reason: 'COMPLIANCE_REJECTED' },
  })
  expect(await payer.prove(planned)).toBe('NONE')
})

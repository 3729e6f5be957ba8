/** Ends of a payment that cross, one by one, by the SQL functions that book them. */
import { afterAll, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createPayoutCalls } from '../../activities/payments/payout.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { openRows } from '../support/openRows.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  useLedgerFixture,
} from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})

const AMOUNT = 1_000

const underWay = (shape: Shape): Promise<PlannedPayment> =>
  executed(fixture, fixture.planned(shape, AMOUNT))

/** The step's entries of a payment, with what they debit or credit by kind of account. */
async function booked({ transactionId }: PlannedPayment): Promise<string[]> {
  const rows = await database.query<{ line: string }>({
    text: `select split_part(t.id, '/', 2) || coalesce('/' || nullif(split_part(t.id, '/', 3), ''), '')
        || ' ' || d.kind || '>' || c.kind as line
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id where t.reference = $1 order by 1`,
    values: [`Transaction:${transactionId}`],
  })
  return rows.map(({ line }) => line)
}

async function incomingOf({ id }: PlannedPayment): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>({
    text: `select t.status from payments q join transactions t on t.id = q.incoming_transaction_id
      where q.id = $1`,
    values: [id],
  })
  return row?.status
}

const refund = ({ id }: PlannedPayment): Promise<unknown> =>
  fixture.ask('fail_payment', id, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')
/** What the rail is to be asked about an instruction, which leaves by that. */
const railCall = ({ id }: PlannedPayment, kind: string, attempt = 1): Promise<unknown> =>
  fixture.ask('prepare_rail_call', id, kind, attempt)
const say = ({ id }: PlannedPayment, decision: string): Promise<unknown> =>
  fixture.ask('record_approval_decision', id, {
    decision,
    by: 'call',
    ...(decision === 'REJECTED' && { failureReason: 'COMPLIANCE_REJECTED' }),
  })

test('a platform that approves what an operator has refunded meanwhile gets the recorded decision', async () => {
  const planned = await underWay('UMA_NEIGHBOUR')
  expect(await refund(planned)).toBe('FAILED')
  expect(await say(planned, 'APPROVED')).toMatchObject({
    decision: 'REJECTED',
    isDecidedNow: false,
  })
  expect(await incomingOf(planned)).toBe('FAILED')
})

test('an incoming payment that an operator has failed is not funded by a late approval', async () => {
  const planned = await underWay('INCOMING')
  expect(await refund(planned)).toBe('FAILED')
  expect(await say(planned, 'APPROVED')).toMatchObject({
    decision: 'REJECTED',
    isDecidedNow: false,
  })
  expect(await booked(planned)).toEqual([])
})

test('a rejection after an operator recorded the payment as paid comes too late', async () => {
  const planned = await underWay('UMA_NEIGHBOUR')
  expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
  expect(await say(planned, 'REJECTED')).toMatchObject({
    decision: 'APPROVED',
    isDecidedNow: false,
  })
  expect(await incomingOf(planned)).toBe('COMPLETED')
})

test('what the receiver’s platform has rejected is not settled, whoever says so', async () => {
  const planned = await underWay('UMA_NEIGHBOUR')
  await say(planned, 'REJECTED')
  expect(await fixture.ask('settle_payment', planned.id)).toBe('FAILED')
  expect(await booked(planned)).toEqual(['hold HOLDER>LIQUIDITY', 'void HOLDER>LIQUIDITY'])
})

test('and retried it has not settled late', async () => {
  const planned = await underWay('UMA_BANK')
  await say(planned, 'REJECTED')
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await fixture.ask('settle_payment', planned.id)).toBe('FAILED')
  }
  expect(await booked(planned)).toEqual(['hold HOLDER>LIQUIDITY', 'void HOLDER>LIQUIDITY'])
})

test('a payout that had settled before its refund over the rail is in suspense', async () => {
  const planned = await underWay('FUNDED_BANK')
  await fixture.ask('record_rail_settlement', planned.id)
  expect(await refund(planned)).toBe('REFUND_AT_RAIL')
  expect(await fixture.ask('settle_refund', planned.id, true)).toBe('FAILED')
  expect(await booked(planned)).toEqual([
    'funding FUNDING>LIQUIDITY',
    'landed-late SUSPENSE>RAIL',
    'refund LIQUIDITY>RAIL',
  ])
})

test('a return does not wait for a platform that has spent its fee', async () => {
  const planned = await underWay('BANK_WITH_FEES')
  expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
  await database.query({
    text: `select ledger_transfer('test/spend', 'POSTED', t.credit_account_id,
        service_account('SANDBOX', 'RAIL', 'USD'), 'USD', 10, null, 'test/spend')
      from ledger_transfers t where t.id = $1`,
    values: [`Quote:${planned.id}/platform-fee`],
  })
  expect(await fixture.ask('return_payment', planned.id, 'PAYOUT_RETURNED')).toBe('FAILED')
  expect(await booked(planned)).toContain('return/platform-fee SUSPENSE>LIQUIDITY')
  expect(await booked(planned)).toContain('return/post LIQUIDITY>HOLDER')
})

test('a collection that is taken back ends both transactions of the payment that it funded', async () => {
  const planned = await underWay('PULLED_OWN')
  await fixture.ask('book_collection', planned.id)
  expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
  expect(await incomingOf(planned)).toBe('COMPLETED')
  await fixture.ask('return_collection', planned.id)
  expect(await incomingOf(planned)).toBe('COMPLETED')
  expect(await fixture.ask('resolve_collection', planned.id, 'refund')).toBe('FAILED')
  expect(await incomingOf(planned)).toBe('FAILED')
})

test('a top-up has one transaction, the incoming one, whatever the order says', async () => {
  const planned = await underWay('FUNDED_OWN')
  expect(await incomingOf(planned)).toBeUndefined()
  const rows = await database.query({
    text: 'select type, direction from transactions where id = $1 or quote_id = $2',
    values: [planned.transactionId, planned.id],
  })
  expect(rows).toEqual([{ type: 'INCOMING', direction: 'CREDIT' }])
})

test('a bank account pulled after its payment was given up is paid back, once', async () => {
  const planned = await underWay('PULLED_OWN')
  expect(await refund(planned)).toBe('FAILED')
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await fixture.ask('settle_late_collection', planned.id)).toBe('REFUND_AT_RAIL')
  }
  expect(await fixture.ask('settle_refund', planned.id, true)).toBe('FAILED')
  expect(await fixture.ask('settle_late_collection', planned.id)).toBe('FAILED')
  expect(await booked(planned)).toEqual(['funding FUNDING>LIQUIDITY', 'refund LIQUIDITY>RAIL'])
})

const took = ['collection-returned SUSPENSE>RAIL', 'funding FUNDING>LIQUIDITY']

test('a collection whose return is reported before its settlement: the payment fails as if never funded', async () => {
  const planned = await underWay('PULLED_BANK')
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await fixture.ask('return_collection', planned.id)).toBe('FAILED')
    await fixture.ask('book_collection', planned.id)
    expect(await fixture.ask('settle_late_collection', planned.id)).toBe('FAILED')
  }
  expect(await booked(planned)).toEqual(['collection-covered LIQUIDITY>SUSPENSE', ...took])
  // Its workflow goes on with what it knew, and orders no payout.
  expect(await railCall(planned, 'PAYOUT')).toMatchObject({ action: 'NONE', isFirst: true })
  expect(await refund(planned)).toBe('FAILED')
})

test('a collection taken back while the payout is under way: covered when that fails', async () => {
  const planned = await underWay('PULLED_BANK')
  await fixture.ask('book_collection', planned.id)
  await railCall(planned, 'PAYOUT')
  expect(await fixture.ask('return_collection', planned.id)).toBe('PROCESSING')
  expect(await refund(planned)).toBe('FAILED')
  expect(await booked(planned)).toEqual(['collection-covered LIQUIDITY>SUSPENSE', ...took])
})

test('a payment that an operator recorded as paid before its payout was submitted: no payout follows', async () => {
  const closings = [
    ['COMPLETED', []],
    ['FAILED', ['fail_payment', 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED']],
  ] as const
  for (const [status, failure] of closings) {
    const planned = await underWay('BANK')
    const [fail, ...reasons] = failure
    if (fail !== undefined) await fixture.ask(fail, planned.id, ...reasons)
    await fixture.ask('settle_payment', planned.id)
    // An attempt of the activity that began before the decision, and gets its connection after it.
    const submitted: string[] = []
    const { payOut } = createPayoutCalls({
      database,
      config: {},
      outside: {
        payoutRail: () => ({
          find: async () => undefined,
          submit: async ({ reference }: { reference: string }) => {
            submitted.push(reference)
            return { reference, state: 'SETTLED' }
          },
        }),
      },
    } as unknown as ActivityDependencies)
    await payOut({ paymentId: planned.id, settles: true })
    expect(submitted, status).toEqual([])
  }
})

test('a payment that was closed before its collection was submitted: no collection follows', async () => {
  for (const close of ['settle_payment', 'fail_payment']) {
    const planned = await underWay('PULLED_BANK')
    const reasons = ['ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED']
    await fixture.ask(close, planned.id, ...(close === 'fail_payment' ? reasons : []))
    expect(await railCall(planned, 'COLLECTION'), close).toMatchObject({ action: 'NONE' })
  }
  const planned = await underWay('PULLED_BANK')
  expect(await railCall(planned, 'COLLECTION')).toMatchObject({ action: 'SUBMIT' })
  await fixture.ask('settle_payment', planned.id)
  // The rail may have it: the activity goes on with it.
  expect(await railCall(planned, 'COLLECTION')).toMatchObject({ action: 'FOLLOW' })
})

test('and a loss when that settles, until the payout comes back', async () => {
  const planned = await underWay('PULLED_BANK')
  await railCall(planned, 'PAYOUT')
  await fixture.ask('return_collection', planned.id)
  expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
  expect(await fixture.ask('resolve_collection', planned.id, 'refund')).toBe('NOT_REVERSIBLE')
  expect(await fixture.ask('return_payment', planned.id, 'PAYOUT_RETURNED')).toBe('FAILED')
  expect(await booked(planned)).toContain('collection-covered LIQUIDITY>SUSPENSE')
  expect(await fixture.ask('resolve_collection', planned.id, 'paid')).toBe('FAILED')
})

test('a collection taken back before its refund is ordered: that never is', async () => {
  const planned = await underWay('PULLED_OWN')
  await refund(planned)
  await fixture.ask('settle_late_collection', planned.id)
  expect(await fixture.ask('return_collection', planned.id)).toBe('FAILED')
  expect(await railCall(planned, 'REFUND')).toMatchObject({ action: 'NONE' })
  expect(await booked(planned)).toEqual(['collection-covered LIQUIDITY>SUSPENSE', ...took])
})

test('a collection returned after its refund was paid is a loss; with the refund in suspense it is not', async () => {
  for (const [isPaid, owed] of [
    [true, 'MADE_GOOD'],
    [false, 'FAILED'],
  ] as const) {
    const planned = await underWay('PULLED_OWN')
    await refund(planned)
    await fixture.ask('settle_late_collection', planned.id)
    await railCall(planned, 'REFUND')
    await fixture.ask('return_collection', planned.id)
    await fixture.ask('settle_refund', planned.id, isPaid)
    expect(await fixture.ask('refund_from_suspense', planned.id)).toBe('NOTHING_IN_SUSPENSE')
    expect(await fixture.ask('resolve_collection', planned.id, 'paid')).toBe(owed)
  }
})

test('money in suspense covers a collection returned later, and cannot be refunded', async () => {
  const planned = await underWay('PULLED_OWN')
  await refund(planned)
  await fixture.ask('settle_late_collection', planned.id)
  await fixture.ask('settle_refund', planned.id, false)
  await fixture.ask('return_collection', planned.id)
  expect(await fixture.ask('refund_from_suspense', planned.id)).toBe('NOTHING_IN_SUSPENSE')
  expect(await fixture.ask('reopen_refund', planned.id, 2)).toBe('NOTHING_IN_SUSPENSE')
  expect(await fixture.ask('resolve_collection', planned.id, 'paid')).toBe('NOTHING_OWED')
})

test('a refund that is returned before its settlement is booked', async () => {
  const planned = await underWay('FUNDED_BANK')
  await refund(planned)
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await fixture.ask('return_refund', planned.id, 1)).toBe('FAILED')
    expect(await fixture.ask('settle_refund', planned.id, true)).toBe('FAILED')
    expect(await fixture.ask('settle_late_refund', planned.id, 1)).toBe('FAILED')
  }
  expect(await booked(planned)).toEqual([
    'funding FUNDING>LIQUIDITY',
    'refund LIQUIDITY>RAIL',
    'refund-returned RAIL>SUSPENSE',
  ])
})

test('a first refund that lands while the second one is not ordered yet is the refund', async () => {
  const planned = await underWay('FUNDED_BANK')
  await refund(planned)
  await fixture.ask('settle_refund', planned.id, false)
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await fixture.ask('reopen_refund', planned.id, 2)).toBe('REFUND_AT_RAIL')
  }
  await fixture.ask('settle_late_refund', planned.id, 1)
  expect(await fixture.ask('settle_refund', planned.id, true)).toBe('FAILED')
  expect(await booked(planned)).toContain('refund-landed-late LIQUIDITY>RAIL')
  expect(await fixture.ask('refund_from_suspense', planned.id)).toBe('NOTHING_IN_SUSPENSE')
})

test('a first refund that lands after the second one was ordered is in suspense', async () => {
  const planned = await underWay('FUNDED_BANK')
  await refund(planned)
  await fixture.ask('settle_refund', planned.id, false)
  await fixture.ask('reopen_refund', planned.id, 2)
  await railCall(planned, 'REFUND', 2)
  await fixture.ask('settle_late_refund', planned.id, 1)
  await fixture.ask('settle_refund', planned.id, true)
  expect(await booked(planned)).toEqual([
    'funding FUNDING>LIQUIDITY',
    'refund-again/2 SUSPENSE>LIQUIDITY',
    'refund-landed-late SUSPENSE>RAIL',
    'refund/2 LIQUIDITY>RAIL',
    'set-aside LIQUIDITY>SUSPENSE',
  ])
})

test('a sweep looks for the workflow that carries the refund', async () => {
  const kindOf = async ({ id }: PlannedPayment): Promise<string | undefined> => {
    const rows = await database.query<{ id: string; kind: string }>({
      text: `select id, kind from ${openRows()} where id = '${id}'`,
    })
    return rows[0]?.kind
  }
  const late = await underWay('PULLED_OWN')
  await refund(late)
  await fixture.ask('settle_late_collection', late.id)
  expect(await kindOf(late)).toBe('COLLECTED_LATE')
  await fixture.ask('settle_refund', late.id, false)
  await fixture.ask('reopen_refund', late.id, 2)
  expect(await kindOf(late)).toBe('REFUND_RETRY')
  const returned = await underWay('FUNDED_BANK')
  await refund(returned)
  expect(await kindOf(returned)).toBe('PAYMENT')
})

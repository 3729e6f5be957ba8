/** A payout whose activity books the settlement: run again, and crossed by what else ends its payment. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { withinAttempt } from '../../activities/attempt.ts'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createPayoutCalls, type PayoutOrder } from '../../activities/payments/payout.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import type { PayoutState } from '../../providers/payoutRail/index.ts'
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
const settled = { state: 'SETTLED', status: 'COMPLETED' }

const underWay = (shape: Shape = 'BANK'): Promise<PlannedPayment> =>
  executed(fixture, fixture.planned(shape, AMOUNT))

/** What the rail shows of a payout, when it is asked; undefined: it does not know it. */
type Rail = { state: PayoutState | undefined; readonly asked: string[]; onCall?(): Promise<void> }
type Hooks = {
  afterPreparing?(): Promise<void>
  beforeSettling?(): Promise<void>
  afterSettling?(): Promise<void>
}

const aRail = (state: Rail['state'] = 'SETTLED'): Rail => ({ state, asked: [] })

/** The activity over a rail of the test; what a hook throws, it sees. */
function payOut(
  rail: Rail,
  order: PayoutOrder,
  { afterPreparing, beforeSettling, afterSettling }: Hooks = {},
) {
  const answer = (call: string) => async (given: string | { reference: string }) => {
    rail.asked.push(call)
    await rail.onCall?.()
    const reference = typeof given === 'string' ? given : given.reference
    return rail.state && { reference, state: rail.state }
  }
  const [find, submit, cancel] = ['find', 'submit', 'cancel'].map(answer)
  const call: Database['call'] = async (name, ...values) => {
    if (name !== 'settle_payment') {
      const answer = await database.call(name, ...values)
      if (name === 'prepare_payout') await afterPreparing?.()
      return answer
    }
    await beforeSettling?.()
    const status = await database.call(name, ...values)
    await afterSettling?.()
    return status
  }
  const calls = createPayoutCalls({
    config: {},
    database: { ...database, call },
    outside: { payoutRail: () => ({ find, submit, cancel }) },
  } as unknown as ActivityDependencies)
  return calls.payOut(order)
}

const settling = ({ id }: PlannedPayment): PayoutOrder => ({ paymentId: id, settles: true })

/** Steps of the payment’s timeline, and its events. */
async function recordedOf({ transactionId }: PlannedPayment): Promise<string[]> {
  const rows = await database.query<{ what: string }>({
    text: `select code as what from timeline where subject = $1
      union all select type from events where subject = $1`,
    values: [`Transaction:${transactionId}`],
  })
  return rows.map(({ what }) => what)
}

const timesOf = async (planned: PlannedPayment, what: string): Promise<number> =>
  (await recordedOf(planned)).filter((one) => one === what).length

async function expectSettledOnce(planned: PlannedPayment): Promise<void> {
  expect(await timesOf(planned, 'SETTLED')).toBe(1)
  expect(await timesOf(planned, 'OUTGOING_PAYMENT.COMPLETED')).toBe(1)
}

const fail = ({ id }: PlannedPayment): Promise<unknown> =>
  fixture.ask('fail_payment', id, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')

test('it answers the status of the payment, and does so again without a call to the rail', async () => {
  const planned = await underWay()
  const rail = aRail()
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await payOut(rail, settling(planned))).toEqual(settled)
    // Whatever the rail shows later.
    rail.state = [undefined, 'FAILED', 'RETURNED'][attempt] as Rail['state']
  }
  expect(rail.asked).toEqual(['submit'])
  await expectSettledOnce(planned)
})

test('a workflow that does not ask for it books the settlement by itself', async () => {
  const planned = await underWay()
  const rail = aRail()
  expect(await payOut(rail, { paymentId: planned.id, settles: false })).toEqual({
    state: 'SETTLED',
  })
  expect(await timesOf(planned, 'SETTLED')).toBe(0)
  expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
  expect(await payOut(rail, { paymentId: planned.id, settles: false })).toEqual({
    state: 'SETTLED',
  })
  expect(rail.asked).toEqual(['submit'])
})

test('an attempt that could not book, or whose answer was lost, is repeated with the same result', async () => {
  const lost = async (): Promise<void> => {
    throw new Error('the connection is lost')
  }
  for (const [hooks, asked] of [
    [{ beforeSettling: lost }, ['submit', 'find']],
    [{ afterSettling: lost }, ['submit']],
  ] as const) {
    const planned = await underWay()
    const rail = aRail()
    await expect(payOut(rail, settling(planned), hooks)).rejects.toThrow('the connection is lost')
    expect(await payOut(rail, settling(planned))).toEqual(settled)
    expect(rail.asked).toEqual(asked)
    await expectSettledOnce(planned)
  }
})

test('an attempt that stood still for longer than it may take submits nothing', async () => {
  const planned = await underWay()
  const rail = aRail()
  const late = { afterPreparing: () => sleep(60) }
  const attempt = withinAttempt(50, () => payOut(rail, settling(planned), late))
  await expect(attempt).rejects.toThrow('took too long to submit')
  expect(rail.asked).toEqual([])
  // The next one does.
  rail.state = undefined
  rail.onCall = async () => {
    if (rail.asked.at(-1) === 'submit') rail.state = 'SETTLED'
  }
  expect(await withinAttempt(60_000, () => payOut(rail, settling(planned)))).toEqual(settled)
  expect(rail.asked).toEqual(['find', 'submit'])
})

test('no row of the payment is locked while the rail is asked', async () => {
  const planned = await underWay()
  const rail: Rail = {
    ...aRail(),
    onCall: async () => {
      await database.query({
        text: `select 1 from payments q join rail_orders o on o.payment_id = q.id
          join ledger_balances b on b.account_id = q.source_account_id where q.id = $1 for update nowait`,
        values: [planned.id],
      })
    },
  }
  expect(await payOut(rail, settling(planned))).toEqual(settled)
  expect(rail.asked).toEqual(['submit'])
})

test('a payout that was taken back has settled before: its run says so, and nothing is booked again', async () => {
  for (const shape of ['BANK', 'FUNDED_BANK'] as const) {
    for (const [undo, state] of [
      ['return_payment', 'RETURNED'],
      ['reverse_payout', 'FAILED'],
      ['return_payment', undefined],
    ] as const) {
      const planned = await underWay(shape)
      const rail = aRail()
      await payOut(rail, settling(planned))
      const status = shape === 'BANK' ? 'FAILED' : 'REFUND_AT_RAIL'
      expect(await fixture.ask(undo, planned.id, 'PAYOUT_RETURNED')).toBe(status)
      const before = [await fixture.count(), await recordedOf(planned)]
      rail.state = state
      expect(await payOut(rail, settling(planned))).toEqual({ state: 'SETTLED', status: 'FAILED' })
      expect([await fixture.count(), await recordedOf(planned)]).toEqual(before)
    }
  }
})

test('a payment that has failed stays so; what settles then is booked in suspense, once', async () => {
  const planned = await underWay()
  const rail = aRail()
  // An attempt that dies before it books.
  const dies = { beforeSettling: () => Promise.reject(new Error('killed')) }
  await expect(payOut(rail, settling(planned), dies)).rejects.toThrow('killed')
  expect(await fail(planned)).toBe('FAILED')
  rail.state = 'FAILED'
  expect(await payOut(rail, settling(planned))).toMatchObject({ state: 'FAILED' })
  rail.state = undefined
  expect(await payOut(rail, settling(planned))).toMatchObject({ cause: 'USER_CANCELLATION' })
  rail.state = 'SETTLED'
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await payOut(rail, settling(planned))).toEqual({
      state: 'SETTLED',
      status: 'SETTLED_LATE',
    })
  }
  expect(await timesOf(planned, 'PAYOUT_SETTLED_AFTER_REFUND')).toBe(1)
  expect(await timesOf(planned, 'SETTLED')).toBe(0)
})

test('a payment that its receiver’s platform has rejected is not settled: what the rail has paid is missing in suspense, once', async () => {
  const planned = await underWay('INCOMING_BANK')
  const rejected = { decision: 'REJECTED', by: 'call', failureReason: 'COMPLIANCE_REJECTED' }
  await fixture.ask('start_approval_request', planned.id)
  await fixture.ask('record_approval_decision', planned.id, rejected)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await payOut(aRail(), settling(planned))).toEqual({
      state: 'SETTLED',
      status: 'SETTLED_LATE',
    })
  }
  expect(await timesOf(planned, 'PAYOUT_SETTLED_AFTER_REFUND')).toBe(1)
  expect(await timesOf(planned, 'SETTLED')).toBe(0)
})

test('what an operator has recorded as paid is confirmed or contradicted by the rail, as before', async () => {
  const confirmed = await underWay()
  await fixture.ask('prepare_payout', confirmed.id)
  expect(await fixture.ask('settle_unconfirmed', confirmed.id, false)).toBe('COMPLETED')
  const rail = aRail()
  expect(await payOut(rail, settling(confirmed))).toEqual(settled)
  expect(rail.asked).toEqual(['find'])
  expect(await timesOf(confirmed, 'PAID_CONFIRMED')).toBe(1)
  await expectSettledOnce(confirmed)

  const contradicted = await underWay()
  await fixture.ask('prepare_payout', contradicted.id)
  await fixture.ask('settle_unconfirmed', contradicted.id, false)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(
      await payOut(aRail('FAILED'), { paymentId: contradicted.id, settles: false }),
    ).toMatchObject({
      state: 'FAILED',
    })
  }
  expect(await timesOf(contradicted, 'PAYOUT_FAILED_AFTER_SETTLEMENT')).toBe(1)
})

/** What may come at the same moment, and what the payment shows after both. */
const rivals: Readonly<Record<string, (planned: PlannedPayment) => Promise<unknown>>> = {
  'another attempt': (planned) => payOut(aRail(), settling(planned)),
  'the rail’s notice': ({ transactionId }) =>
    fixture.ask('book_notice', 'SANDBOX', `Transaction:${transactionId}`, 'SETTLED'),
  'an operator’s “paid”': ({ id }) => fixture.ask('settle_payment', id),
  'an operator’s “paid”, unconfirmed': async ({ id }) => {
    await fixture.ask('settle_unconfirmed', id, false)
    // The run waits for the rail's word then.
    await payOut(aRail(), { paymentId: id, settles: false })
  },
  'an operator’s stop': async (planned) => {
    await fixture.ask('request_stop', planned.id, false)
    // The rail cannot stop it any more: the decision is refused, and the run settles.
    expect(await payOut(aRail(), { paymentId: planned.id, settles: false })).toEqual({
      state: 'SETTLED',
    })
    expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
  },
}

test.each(Object.keys(rivals))(
  '%s before, after and while it books: settled once',
  async (name) => {
    const rival = rivals[name] as (planned: PlannedPayment) => Promise<unknown>
    for (const order of ['before', 'after', 'while'] as const) {
      const planned = await underWay()
      let meanwhile: Promise<unknown> = Promise.resolve()
      const end = await payOut(aRail(), settling(planned), {
        async beforeSettling() {
          if (order === 'before') await rival(planned)
          if (order === 'while') meanwhile = rival(planned)
        },
        async afterSettling() {
          if (order === 'after') await rival(planned)
        },
      })
      await meanwhile
      expect(end, order).toEqual(settled)
      await expectSettledOnce(planned)
      expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
      const unconfirmed = await database.query({
        text: 'select 1 from rail_orders where payment_id = $1 and unconfirmed_since is not null',
        values: [planned.id],
      })
      expect(unconfirmed).toEqual([])
    }
  },
)

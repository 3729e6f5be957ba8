/**
 * A store that is set back to before a payment's instructions were sent, which the rail has carried out: whatever would
 * end the payment then, nothing is refunded that the rail has paid.
 */
import { afterAll, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createApprovalSteps } from '../../activities/payments/approval.ts'
import {
  createCollectionCalls,
  createCollectionSteps,
} from '../../activities/payments/collection.ts'
import { createPayoutCalls } from '../../activities/payments/payout.ts'
import { createRefundCalls } from '../../activities/payments/refund.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { openOutsideParties } from '../../providers/outsideParties.ts'
import type { PayoutState } from '../../providers/payoutRail/index.ts'
import type { Reconciliation } from '../../worker/reconcile/finding.ts'
import { findAll } from '../../worker/reconcile/index.ts'
import { instructionFindings } from '../../worker/reconcile/instructions.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  useLedgerFixture,
} from './ledgerFixture.ts'
import { aPayer, withOrder } from './payerFixture.ts'
import { config, encoded, foundBy } from './recordedRuns.ts'

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})

const AMOUNT = 1_000

const underWay = (shape: Shape, changes: object = {}): Promise<PlannedPayment> =>
  executed(fixture, withOrder(fixture.planned(shape, AMOUNT), { ...changes }))

const referenceOf = ({ transactionId }: PlannedPayment): string => `Transaction:${transactionId}`

/** A rail that has carried out these, and voids or keeps whatever else it is asked to cancel. */
function aRail(states: Readonly<Record<string, PayoutState>>, terms: object = {}) {
  const known = new Map(Object.entries(states))
  const asked: string[] = []
  const answer =
    (call: string, unknown?: PayoutState) => async (given: string | { reference: string }) => {
      const reference = typeof given === 'string' ? given : given.reference
      const state = known.get(reference) ?? unknown
      asked.push(call)
      if (state !== undefined) known.set(reference, state)
      return state && { reference, state, ...terms }
    }
  const rail = {
    find: answer('find'),
    submit: answer('submit', 'PENDING'),
    collect: answer('collect', 'PENDING'),
    cancel: answer('cancel', 'FAILED'),
  }
  return { asked, outside: { payoutRail: () => rail, railProviders: () => ['RAIL'] } }
}

type Rail = ReturnType<typeof aRail>

/** As `payments admin reconcile --apply` does; what it has found. */
async function reconcile({ outside }: Rail): Promise<string[]> {
  const found = await instructionFindings(
    { database, outside } as unknown as Reconciliation,
    'SANDBOX',
  )
  for (const finding of found) {
    if (!('apply' in finding)) throw new Error('nothing is to be applied')
    expect(await finding.apply()).toBe('recorded')
    expect(await finding.apply()).toBe('left as it was')
  }
  return found.map(({ subject }) => subject)
}

const activities = ({ outside }: Rail): ActivityDependencies =>
  ({ config: {}, database, outside }) as unknown as ActivityDependencies

const payOut = (rail: Rail, { id }: PlannedPayment) =>
  createPayoutCalls(activities(rail)).payOut({ paymentId: id, settles: true })

/** The steps that its next run does. */
async function stepsOf(planned: PlannedPayment): Promise<unknown> {
  return ((await fixture.execute(planned)) as { steps: unknown }).steps
}

const cancels: Readonly<Record<string, (planned: PlannedPayment) => Promise<unknown>>> = {
  'its platform': ({ id, transactionId }) =>
    database
      .call('request_cancel', fixture.platformId, transactionId, null)
      .then((outcome) => expect(outcome, id).toBe('REQUESTED')),
  'an operator': ({ id }) => database.call('request_stop', id, false),
}

test.each(Object.keys(cancels))('%s wants it stopped: the rail decides', async (who) => {
  const cancel = cancels[who] as (planned: PlannedPayment) => Promise<unknown>
  const planned = await underWay('BANK')
  const rail = aRail({ [referenceOf(planned)]: 'SETTLED' })
  expect(await reconcile(rail)).toEqual([referenceOf(planned)])
  expect(await reconcile(rail)).toEqual([])
  await cancel(planned)
  expect(await payOut(rail, planned)).toEqual({ state: 'SETTLED', status: 'COMPLETED' })
  expect(rail.asked).not.toContain('submit')

  // The rail has nothing of it: it is refunded.
  const unsent = await underWay('BANK')
  expect(await reconcile(rail)).toEqual([])
  await cancel(unsent)
  expect(await payOut(rail, unsent)).toMatchObject({ cause: 'USER_CANCELLATION' })
})

test('a command without the settings of a rail that is to be asked ends with an error', async () => {
  const planned = await underWay('BANK')
  const client = { workflow: { list: async function* () {} } }
  const outside = openOutsideParties({ SANDBOX: {}, PRODUCTION: {} }, 1)
  const context = { ...{ database, client, config, outside }, since: new Date() }
  await expect(findAll(context as unknown as Reconciliation)).rejects.toThrow(
    'No payout rail is configured for SANDBOX.',
  )
  await cancels['an operator']?.(planned)
  await payOut(aRail({}), planned)
})

test.each([
  ['amount', { amountMinor: '999', currency: 'USD' }],
  ['currency', { amountMinor: '990', currency: 'EUR' }],
])(
  'what the rail has paid is of another %s: it is not the end of this payment',
  async (_, terms) => {
    const planned = await underWay('BANK')
    const rail = aRail({ [referenceOf(planned)]: 'SETTLED' }, terms)
    await expect(payOut(rail, planned)).rejects.toMatchObject({ type: 'OUTCOME_UNKNOWN' })
    expect(await stepsOf(planned)).toContain('PAY_OUT')
    const own = aRail(
      { [referenceOf(planned)]: 'SETTLED' },
      { amountMinor: '990', currency: 'USD' },
    )
    expect(await payOut(own, planned)).toEqual({ state: 'SETTLED', status: 'COMPLETED' })
  },
)

test('a payment that a bank account funds: both instructions are known to have left', async () => {
  const planned = await underWay('PULLED_BANK')
  const [payout, collection] = [referenceOf(planned), `${referenceOf(planned)}/collect`]
  const rail = aRail({ [collection]: 'SETTLED', [payout]: 'PENDING' })
  expect((await reconcile(rail)).sort()).toEqual([payout, collection].sort())
  await cancels['its platform']?.(planned)
  const paymentId = planned.id
  expect(await createCollectionCalls(activities(rail)).collect({ paymentId })).toEqual({
    state: 'SETTLED',
  })
  await createCollectionSteps(activities(rail)).bookCollection({ paymentId })
  await expect(payOut(rail, planned)).rejects.toThrow()
  const settled = aRail({ [payout]: 'SETTLED' })
  expect(await payOut(settled, planned)).toEqual({ state: 'SETTLED', status: 'COMPLETED' })
})

test('what comes before a payout is not asked for again', async () => {
  for (const shape of ['UMA_BANK', 'INCOMING_BANK'] as const) {
    const planned = await underWay(shape, { steps: ['SIGN', 'APPROVE', 'PAY_OUT'] })
    expect(await stepsOf(planned)).toEqual(['SIGN', 'APPROVE', 'PAY_OUT', 'SETTLE'])
    const rail = aRail({ [referenceOf(planned)]: 'SETTLED' })
    expect(await reconcile(rail)).toEqual([referenceOf(planned)])
    expect(await stepsOf(planned)).toEqual(['PAY_OUT', 'SETTLE'])
    // A run that was started before it was recorded.
    const { recordApprovalDecision } = createApprovalSteps(activities(rail))
    expect(await recordApprovalDecision({ paymentId: planned.id, decision: 'WAIT' })).toMatchObject(
      {
        decision: 'APPROVED',
      },
    )
    expect(await payOut(rail, planned)).toEqual({ state: 'SETTLED', status: 'COMPLETED' })
  }
})

test('a payment whose execution is lost as well is not started again before its payout is known to have left', async () => {
  const planned = fixture.planned('BANK', AMOUNT)
  await fixture.create(planned)
  const { facts } = await database.one<{ facts: object }>({
    text: `select jsonb_build_object('row', to_jsonb(q) || '{"status": "PROCESSING"}', 'executedAt', service_now()) as facts
      from payments q where id = $1`,
    values: [planned.id],
  })
  const rail = aRail({ [referenceOf(planned)]: 'SETTLED' })
  const input = { paymentId: planned.id, platformId: fixture.platformId, facts }
  const { finding, started } = await foundBy({ database, ...rail }, planned.id, 'COMPLETED', [
    { workflowExecutionStartedEventAttributes: { input: await encoded(input) } },
  ])
  if (finding === undefined || !('apply' in finding)) throw new Error('nothing is to be applied')
  await finding.apply()
  expect(started).toEqual([`Quote:${planned.id}`])
  expect(await reconcile(rail)).toEqual([])
  await cancels['its platform']?.(planned)
  expect(await payOut(rail, planned)).toEqual({ state: 'SETTLED', status: 'COMPLETED' })
})

test('a refund that the rail has is not set aside', async () => {
  const planned = await underWay('FUNDED_BANK')
  await fixture.ask(
    'fail_payment',
    planned.id,
    'QUOTE_EXECUTION_FAILED',
    'TRANSACTION_FAILED',
    'COMPLETED',
  )
  const refund = `${referenceOf(planned)}/refund`
  const rail = aRail({ [refund]: 'SETTLED' })
  expect(await reconcile(rail)).toEqual([refund])
  await database.call('request_stop', planned.id, true)
  const paid = await createRefundCalls(activities(rail)).payRefund({ paymentId: planned.id })
  expect(paid).toEqual({ state: 'SETTLED' })
  expect(await database.call('settle_refund', planned.id, true)).toBe('FAILED')
})

test('a payer who had authorized it is not asked again, and its time does not run out', async () => {
  await aPayer(database, fixture)
  const planned = await underWay('BANK')
  const [payment] = await database.query({
    text: 'select status from payments where id = $1',
    values: [planned.id],
  })
  expect(payment).toEqual({ status: 'PENDING_AUTHORIZATION' })
  await database.query({
    text: `update sca_challenges set expires_at = service_now() - interval '1 minute' where subject_id = $1`,
    values: [planned.id],
  })
  const rail = aRail({ [referenceOf(planned)]: 'SETTLED' })
  expect(await reconcile(rail)).toEqual([referenceOf(planned)])
  expect(await database.call('follow_authorization', planned.id)).toEqual({ state: 'AUTHORIZED' })
  expect(await payOut(rail, planned)).toEqual({ state: 'SETTLED', status: 'COMPLETED' })
})

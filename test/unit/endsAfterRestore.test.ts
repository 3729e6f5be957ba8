/**
 * A store that is set back to before a payment had failed, or was stopped, without anything of it at the rail: what its
 * platform was answered holds, and nothing of it is paid.
 */
import { afterAll, describe, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import {
  cancelled,
  collectionReturned,
  type FailedOutcome,
} from '../../activities/payments/outcome.ts'
import { createPayoutCalls } from '../../activities/payments/payout.ts'
import { createRefundCalls } from '../../activities/payments/refund.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  useLedgerFixture,
} from './ledgerFixture.ts'
import { aPayer, withOrder } from './payerFixture.ts'
import { answered, encoded, foundBy, recorded, signalled } from './recordedRuns.ts'

let database: Database
let fixture: LedgerFixture
useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})

const AMOUNT = 1_000
const refused: FailedOutcome = { ...cancelled, cause: 'TRANSACTION_FAILED' }
const operatorsRefund = { decision: 'refund', by: 'Grace Hopper', reason: 'a mistake' }
const completed = async (result: string): Promise<object> => ({
  workflowExecutionCompletedEventAttributes: { result: await encoded(result) },
})

const underWay = (shape: Shape, changes: object = {}): Promise<PlannedPayment> =>
  executed(fixture, withOrder(fixture.planned(shape, AMOUNT), { ...changes }))

/** A rail without any of it, which takes what it is sent. */
function aRail() {
  const asked: string[] = []
  const take =
    (call: string, isTaken: boolean) => async (given: { reference: string } | string) => {
      asked.push(call)
      return isTaken ? { reference: given, state: 'SETTLED' } : undefined
    }
  const rail = {
    find: take('find', false),
    submit: take('submit', true),
    collect: take('collect', true),
    cancel: take('cancel', false),
  }
  return { asked, outside: { payoutRail: () => rail, railProviders: () => ['RAIL'] } }
}

type Rail = ReturnType<typeof aRail>

/** Takes the payment over, twice, from what its run has left. */
async function takeOver(
  { id }: PlannedPayment,
  status: 'COMPLETED' | 'TERMINATED',
  events: readonly object[],
  { outside }: Rail = aRail(),
  facts?: object,
): Promise<void> {
  const input = { paymentId: id, platformId: fixture.platformId, facts }
  const started = { workflowExecutionStartedEventAttributes: { input: await encoded(input) } }
  const { finding } = await foundBy({ database, outside }, id, status, [started, ...events])
  if (finding === undefined || !('apply' in finding)) throw new Error('nothing is to be applied')
  for (let time = 0; time < 2; time += 1) await finding.apply()
}

/** What its next run does at the rail, and how it ends. */
async function nextRun({ id }: PlannedPayment, { outside }: Rail): Promise<string> {
  const dependencies = { config: {}, database, outside } as unknown as ActivityDependencies
  const steps = await database.call('steps_of_payment', id)
  if (steps.length === 0) return 'ALREADY_CLOSED'
  if (steps.includes('REFUND')) {
    const { state } = await createRefundCalls(dependencies).payRefund({ paymentId: id })
    return database.call('settle_refund', id, state === 'SETTLED')
  }
  if (!steps.includes('PAY_OUT')) return database.call('settle_payment', id)
  const paid = await createPayoutCalls(dependencies).payOut({ paymentId: id, settles: true })
  if (paid.state === 'SETTLED') return paid.status ?? paid.state
  return database.call('fail_payment', id, paid.reason, paid.cause, 'COMPLETED')
}

async function answerOf({ transactionId }: PlannedPayment): Promise<unknown> {
  return database.one({
    text: `select status, failure_reason as reason, refund ->> 'reason' as cause, refund ->> 'status' as refund
      from transactions where id = $1`,
    values: [transactionId],
  })
}

const failedWith = ({ reason, cause }: FailedOutcome) => ({
  ...{ status: 'FAILED', reason, cause },
  refund: 'COMPLETED',
})

const stoppedByOperator = async () => [
  await signalled(operatorsRefund, 'resolve'),
  await recorded('requestStop', undefined),
]

type History = {
  readonly status: 'COMPLETED' | 'TERMINATED'
  readonly events: () => Promise<readonly object[]>
  readonly ends: FailedOutcome
}

const histories: Readonly<Record<string, History>> = {
  'its payee was deleted': {
    status: 'COMPLETED',
    events: async () => [...(await answered('payOut', cancelled)), await completed('FAILED')],
    ends: cancelled,
  },
  'its payee was deleted, and its run ended before it had booked that': {
    status: 'TERMINATED',
    events: () => answered('payOut', cancelled),
    ends: cancelled,
  },
  'an operator had it refunded': {
    status: 'COMPLETED',
    events: async () => [
      ...(await stoppedByOperator()),
      ...(await answered('payOut', cancelled)),
      await completed('FAILED'),
    ],
    ends: refused,
  },
  'its wallet did not sign': {
    status: 'COMPLETED',
    events: async () => [
      ...(await answered('signTransfer', { outcome: 'REFUSED', reason: 'no' })),
      await completed('FAILED'),
    ],
    ends: refused,
  },
  'it had failed before its run was ended': {
    status: 'TERMINATED',
    events: async () => [await recorded('failPayment', 'FAILED')],
    ends: refused,
  },
  'its run found it closed': {
    status: 'COMPLETED',
    events: async () => [await recorded('stepsOfPayment', []), await completed('ALREADY_CLOSED')],
    ends: refused,
  },
}

describe.each(Object.entries(histories))('%s', (_, { status, events, ends }) => {
  test.each<Shape>(['BANK', 'UMA_BANK'])(
    'of %s nothing leaves, and it ends as it was',
    async (shape) => {
      const planned = await underWay(shape)
      const rail = aRail()
      await takeOver(planned, status, await events(), rail)
      await nextRun(planned, rail)
      expect(rail.asked).not.toContain('submit')
      expect(await answerOf(planned)).toEqual(failedWith(ends))
    },
  )

  test('what a deposit has funded goes back', async () => {
    const planned = await underWay('FUNDED_BANK')
    const rail = aRail()
    await takeOver(planned, status, await events(), rail)
    expect(await nextRun(planned, rail)).toBe('FAILED')
    expect(rail.asked).toEqual(['submit'])
    expect(await answerOf(planned)).toEqual(failedWith(ends))
  })
})

test.each(['requestStop', 'resolve'])(
  'what was to be stopped, as %s says, is stopped',
  async (by) => {
    for (const [shape, changes] of [
      ['BANK', {}],
      ['NEIGHBOUR', { steps: ['SIGN'] }],
      ['UMA_NEIGHBOUR', {}],
    ] as const) {
      const planned = await underWay(shape, changes)
      const events = await stoppedByOperator()
      const rail = aRail()
      await takeOver(planned, 'TERMINATED', by === 'resolve' ? events.slice(0, 1) : events, rail)
      expect(await nextRun(planned, rail)).toBe('FAILED')
      expect(rail.asked).toEqual([])
    }
  },
)

test('what was settled before its run was ended is not stopped by a decision that came too late', async () => {
  const planned = await underWay('NEIGHBOUR', { steps: ['SIGN'] })
  const settled = [
    await recorded('settlePayment', 'COMPLETED'),
    await signalled(operatorsRefund, 'resolve'),
  ]
  const input = { paymentId: planned.id, platformId: fixture.platformId }
  const started = { workflowExecutionStartedEventAttributes: { input: await encoded(input) } }
  const { finding } = await foundBy({ database }, planned.id, 'TERMINATED', [started, ...settled])
  expect(finding).toBeUndefined()
  expect(await nextRun(planned, aRail())).toBe('COMPLETED')
})

test('a wallet payment inside fails as it had', async () => {
  const planned = await underWay('NEIGHBOUR', { steps: ['SIGN'] })
  await takeOver(planned, 'COMPLETED', [
    ...(await answered('signTransfer', { outcome: 'REFUSED', reason: 'no' })),
    await completed('FAILED'),
  ])
  expect(await nextRun(planned, aRail())).toBe('ALREADY_CLOSED')
  expect(await answerOf(planned)).toEqual(failedWith(refused))
})

test('a refund that an operator had set aside is not paid', async () => {
  for (const events of [
    [...(await answered('payRefund', cancelled)), await completed('FAILED')],
    [await recorded('requestStop', undefined)],
  ]) {
    const planned = await underWay('FUNDED_BANK')
    const rail = aRail()
    const before = [
      ...(await answered('payOut', refused)),
      await recorded('failPayment', 'REFUND_AT_RAIL'),
    ]
    await takeOver(planned, 'TERMINATED', [...before, ...events], rail)
    expect(await nextRun(planned, rail)).toBe('FAILED')
    expect(rail.asked).toEqual([])
    expect(await answerOf(planned)).toMatchObject({ status: 'FAILED', refund: 'FAILED' })
  }
})

test('the refund of a returned payout that an operator had set aside is not paid', async () => {
  const planned = await underWay('FUNDED_BANK')
  await fixture.ask('prepare_payout', planned.id)
  expect(await database.call('settle_payment', planned.id)).toBe('COMPLETED')
  const input = { paymentId: planned.id, correction: 'RETURNED', reason: 'PAYOUT_RETURNED' }
  const { finding } = await foundBy(
    { database },
    planned.id,
    'COMPLETED',
    [
      { workflowExecutionStartedEventAttributes: { input: await encoded(input) } },
      await recorded('correctPayment', 'REFUND_AT_RAIL'),
      ...(await answered('payRefund', cancelled)),
      await completed('FAILED'),
    ],
    'return',
  )
  if (finding === undefined || !('apply' in finding)) throw new Error('nothing is to be applied')
  for (let time = 0; time < 2; time += 1) await finding.apply()
  const rail = aRail()
  // What its next run does first.
  await database.call('return_payment', planned.id, 'PAYOUT_RETURNED')
  expect(await nextRun(planned, rail)).toBe('FAILED')
  expect(rail.asked).toEqual([])
  expect(await answerOf(planned)).toMatchObject({ status: 'FAILED', refund: 'FAILED' })
})

test('the rail has the payout: the rail ends it', async () => {
  const planned = await underWay('BANK')
  await database.call('take_over_rail_order', planned.id, 'PAYOUT', 1, 'RAIL', null, null)
  await takeOver(planned, 'COMPLETED', [await completed('FAILED')])
  expect(await answerOf(planned)).toMatchObject({ status: 'PROCESSING' })
})

test('the rail has the collection: it is followed, and nothing is paid out with it', async () => {
  const planned = await underWay('PULLED_BANK')
  await database.call('take_over_rail_order', planned.id, 'COLLECTION', 1, 'RAIL', null, null)
  await takeOver(planned, 'COMPLETED', [
    ...(await answered('collect', collectionReturned)),
    await completed('FAILED'),
  ])
  const rail = aRail()
  await database.call('book_collection', planned.id)
  expect(await nextRun(planned, rail)).toBe('REFUND_AT_RAIL')
  expect(rail.asked).toEqual([])
})

test('a payment whose execution is lost as well, and which was to be stopped, is not paid', async () => {
  const planned = fixture.planned('BANK', AMOUNT)
  await fixture.create(planned)
  const { facts } = await database.one<{ facts: object }>({
    text: `select jsonb_build_object('row', to_jsonb(q) || '{"status": "PROCESSING"}', 'executedAt', service_now()) as facts
      from payments q where id = $1`,
    values: [planned.id],
  })
  const rail = aRail()
  await takeOver(planned, 'TERMINATED', await stoppedByOperator(), rail, facts)
  expect(await nextRun(planned, rail)).toBe('FAILED')
  expect(rail.asked).not.toContain('submit')

  // One that had failed is a person's to close.
  const other = fixture.planned('BANK', AMOUNT)
  const input = { paymentId: other.id, platformId: fixture.platformId }
  await fixture.create(other)
  const row = {
    ...(facts as { row: object }).row,
    id: other.id,
    transaction_id: other.transactionId,
  }
  const events = [
    {
      workflowExecutionStartedEventAttributes: {
        input: await encoded({ ...input, facts: { ...facts, row } }),
      },
    },
    await recorded('failPayment', 'FAILED'),
  ]
  const { finding } = await foundBy({ database, ...aRail() }, other.id, 'TERMINATED', events)
  expect(finding).toMatchObject({ undecided: expect.stringContaining('it had failed') })
})

test('a payer whose authorization had failed cannot give it any more', async () => {
  const payer = await aPayer(database, fixture)
  for (const events of [
    [await recorded('followAuthorization', { state: 'FAILED' }), await completed('FAILED')],
    [await completed('ALREADY_CLOSED')],
  ]) {
    const planned = await underWay('BANK')
    await takeOver(planned, 'COMPLETED', events)
    expect(await payer.prove(planned)).toBe('NONE')
    expect(await answerOf(planned)).toMatchObject({
      status: 'FAILED',
      reason: 'SCA_NOT_COMPLETED',
    })
  }
})

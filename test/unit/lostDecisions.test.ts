/**
 * A store that is set back to when the payer, or the receiver's platform, had been asked and had not decided: they are
 * not asked again, and what they had decided holds.
 */
import { expect, test } from 'vitest'
import { createApprovalSteps } from '../../activities/payments/approval.ts'
import type { Database } from '../../db/database.ts'
import {
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  useLedgerFixture,
} from './ledgerFixture.ts'
import { aPayer } from './payerFixture.ts'
import { answered, encoded, foundBy, recorded, signalled } from './recordedRuns.ts'

let database: Database
let fixture: LedgerFixture
useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

const approved = { decision: 'APPROVED', receiverCustomerInfo: { FULL_NAME: 'Ada' } } as const
const rejected = { decision: 'REJECTED', failureReason: 'COMPLIANCE_REJECTED' } as const
const byCall = { ...rejected, by: 'call', reason: 'a sanctions list' } as const
const WAIT = { decision: 'WAIT' } as const

/** What the run of a payment has left in its history. */
type History = {
  readonly answer?: object
  readonly recorded?: object
  readonly signal?: object
  readonly authorization?: readonly string[]
  /** What its row had left to do when it began. */
  readonly steps?: readonly string[]
  readonly result?: string
}

async function eventsOf({ id }: PlannedPayment, given: History): Promise<object[]> {
  const input = { paymentId: id, platformId: fixture.platformId }
  const authorization = given.authorization ?? []
  return [
    { workflowExecutionStartedEventAttributes: { input: await encoded(input) } },
    ...(given.steps ? [await recorded('stepsOfPayment', given.steps)] : []),
    ...(await Promise.all(
      authorization.map((state) => recorded('followAuthorization', { state })),
    )),
    ...(given.answer ? await answered('requestApproval', given.answer) : []),
    ...(given.signal === undefined ? [] : [await signalled(given.signal)]),
    ...(given.recorded ? [await recorded('recordApprovalDecision', given.recorded)] : []),
    ...(given.result
      ? [{ workflowExecutionCompletedEventAttributes: { result: await encoded(given.result) } }]
      : []),
  ]
}

/** Finds and takes over the payment, twice; how often its workflow was started. */
async function takeOver(planned: PlannedPayment, status: string, history: History) {
  const events = await eventsOf(planned, history)
  const { finding, started } = await foundBy({ database }, planned.id, status, events)
  if (finding === undefined) return started
  if (!('apply' in finding)) throw new Error('nothing is to be applied')
  for (let time = 0; time < 2; time += 1) await finding.apply()
  expect(started).toEqual([`Quote:${planned.id}`, `Quote:${planned.id}`])
  return started
}

async function executed(shape: Shape): Promise<PlannedPayment> {
  const planned = fixture.planned(shape, 1_000)
  await fixture.create(planned)
  expect(await fixture.execute(planned)).toMatchObject({ outcome: 'COMMITTED' })
  return planned
}

test.each<[string, Shape, string, History, object?]>([
  [
    'COMPLETED',
    'UMA_BANK',
    'APPROVED',
    { answer: approved, recorded: { ...approved, by: 'webhook' } },
  ],
  [
    'TERMINATED',
    'UMA_BANK',
    'APPROVED',
    { answer: WAIT, recorded: { decision: 'APPROVED', by: 'call' } },
  ],
  [
    'COMPLETED',
    'INCOMING_BANK',
    'APPROVED',
    { answer: WAIT, recorded: { decision: 'APPROVED', by: 'call' } },
  ],
  [
    'TERMINATED',
    'UMA_NEIGHBOUR',
    'APPROVED',
    { answer: approved, recorded: { ...approved, by: 'webhook' } },
  ],
  // Ended before it had recorded what it was answered.
  ['TERMINATED', 'UMA_BANK', 'APPROVED', { answer: approved }],
  [
    'COMPLETED',
    'UMA_BANK',
    'REJECTED',
    { answer: rejected, recorded: { ...rejected, by: 'webhook' } },
  ],
  // By a call: as the row had it, and as the signal has it.
  ['COMPLETED', 'UMA_BANK', 'REJECTED', { answer: WAIT, recorded: byCall }, byCall],
  ['TERMINATED', 'INCOMING', 'REJECTED', { signal: byCall }, byCall],
  ['TERMINATED', 'UMA_BANK', 'REJECTED', { answer: approved, signal: byCall }, byCall],
])(
  'its run was %s: of %s it is recorded that it was %s: %o',
  async (status, shape, decision, history, given = { ...history.answer, by: undefined }) => {
    const planned = await executed(shape)
    await fixture.ask('start_approval_request', planned.id)
    await takeOver(planned, status, history)

    // What its next run is answered: it finds the question sent, and gets no answer from the platform.
    const { recordApprovalDecision } = createApprovalSteps({ database } as never)
    const answer = await recordApprovalDecision({ paymentId: planned.id, decision: 'WAIT' })
    const {
      decision: givenDecision,
      by,
      ...more
    } = { by: undefined, ...given } as Partial<typeof byCall>
    expect(answer).toEqual({
      ...(givenDecision === decision && more),
      ...{ decision, by: by ?? (givenDecision === decision ? 'webhook' : 'call') },
    })
  },
)

test('a payment whose time ran out, or that was not decided about, is not taken for decided', async () => {
  for (const history of [
    { answer: WAIT },
    { recorded: { decision: 'REJECTED', by: 'the end of the payment' } },
    {},
  ]) {
    const planned = await executed('UMA_BANK')
    expect(await takeOver(planned, 'TERMINATED', history)).toEqual([])
  }
})

test.each([
  ['COMPLETED', { result: 'COMPLETED' }, 'AUTHORIZED'],
  ['TERMINATED', { authorization: ['WAITING', 'AUTHORIZED'] }, 'AUTHORIZED'],
  // A second run, that began afterwards.
  ['TERMINATED', { steps: ['PAY_OUT', 'SETTLE'] }, 'AUTHORIZED'],
  ['TERMINATED', { steps: ['AUTHORIZE', 'PAY_OUT', 'SETTLE'] }, 'FAILED'],
  ['COMPLETED', { steps: [], result: 'ALREADY_CLOSED' }, 'FAILED'],
  ['COMPLETED', { authorization: ['WAITING', 'FAILED'], result: 'FAILED' }, 'FAILED'],
] as const)('its payer was asked, and its run was %s: %o', async (status, history, state) => {
  await aPayer(database, fixture)
  const planned = await executed('NEIGHBOUR')
  await database.query({
    text: `update sca_challenges set expires_at = service_now() - interval '1 minute' where subject_id = $1`,
    values: [planned.id],
  })
  await takeOver(planned, status, history)
  expect(await database.call('follow_authorization', planned.id)).toEqual({ state })
})

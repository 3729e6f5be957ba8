/**
 * The SQL functions of payments on a real database, in any order and with repeats, as crashes,
 * people and outside parties would call them. The long suite runs 500 sequences.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { fastCheckSeed, isLong } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import {
  aLedgerFixture,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  shapes,
} from './ledgerFixture.ts'

const SEQUENCES = isLong ? 500 : 20

let server: TestDatabase
let database: Database

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 8 })
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

/** One call of one function about one of the sequence's payments. */
type Step = {
  readonly name: keyof typeof calls
  readonly which: number
  readonly shape: Shape
  readonly amount: number
  readonly isRepeated: boolean
}

type Call = (fixture: LedgerFixture, planned: PlannedPayment, step: Step) => Promise<unknown>

const decision = (given: 'APPROVED' | 'REJECTED'): Call => {
  const more = given === 'REJECTED' ? { failureReason: 'COMPLIANCE_REJECTED' } : {}
  return (fixture, { id }) =>
    fixture.ask('record_approval_decision', id, { decision: given, by: 'test', ...more })
}

/** Each may be called at any time; the database decides what may still happen. */
const calls = {
  fund: (fixture, _, { which, amount }) => fixture.fund(which % 2, amount),
  quote: (fixture, planned) => fixture.create(planned),
  place: (fixture, planned) => fixture.place(planned),
  execute: (fixture, planned) => fixture.execute(planned),
  arrive: (fixture, planned) => fixture.execute(planned, String(planned.sending)),
  arriveWrong: (fixture, planned) => fixture.execute(planned, String(planned.sending + 1)),
  expire: (fixture, { id }) => fixture.ask('expire_payment', id),
  collected: (fixture, { id }) => fixture.ask('book_collection', id),
  collectedLate: (fixture, { id }) => fixture.ask('settle_late_collection', id),
  approve: decision('APPROVED'),
  reject: decision('REJECTED'),
  railSettled: (fixture, { id }) => fixture.ask('record_rail_settlement', id),
  settle: (fixture, { id }) => fixture.ask('settle_payment', id),
  fail: (fixture, { id }) =>
    fixture.ask('fail_payment', id, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED'),
  failBadly: (fixture, { id }) =>
    fixture.ask('fail_payment', id, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'FAILED'),
  return: (fixture, { id }) => fixture.ask('return_payment', id, 'PAYOUT_RETURNED'),
  refundPaid: (fixture, { id }) => fixture.ask('settle_refund', id, true),
  refundRefused: (fixture, { id }) => fixture.ask('settle_refund', id, false),
  collectionReturned: (fixture, { id }) => fixture.ask('return_collection', id),
  collectionMadeGood: (fixture, { id }) => fixture.ask('resolve_collection', id, 'paid'),
  collectionUndone: (fixture, { id }) => fixture.ask('resolve_collection', id, 'refund'),
  refundReturned: (fixture, { id }) => fixture.ask('return_refund', id, 1),
  refundLanded: (fixture, { id }) => fixture.ask('settle_late_refund', id, 1),
  refundRetry: (fixture, { id }) => fixture.ask('reopen_refund', id, 2),
  secondReturned: (fixture, { id }) => fixture.ask('return_refund', id, 2),
  secondLanded: (fixture, { id }) => fixture.ask('settle_late_refund', id, 2),
  fromSuspense: (fixture, { id }) => fixture.ask('refund_from_suspense', id),
  cancel: (fixture, { transactionId }) =>
    fixture.ask('request_cancel', fixture.platformId, transactionId, 'test'),
} as const satisfies Record<string, Call>

/** What is compared of an answer that is given twice. */
function essence(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  const { payment, account, code, outcome, decision, refused } = answer as Record<string, unknown>
  return { payment, account, code, outcome, decision, refused }
}

const often = ['quote', 'execute', 'place', 'settle', 'fail', 'return', 'arrive'] as const
const steps: fc.Arbitrary<Step> = fc.record({
  name: fc.oneof(
    fc.constantFrom(...(Object.keys(calls) as (keyof typeof calls)[])),
    fc.constantFrom(...often),
  ),
  which: fc.nat(3),
  shape: fc.constantFrom(...shapes),
  amount: fc.integer({ min: 100, max: 20_000 }),
  isRepeated: fc.boolean(),
})

describe('any order of the functions of payments', () => {
  test(`${SEQUENCES} sequences: the books hold, and a repeat changes nothing`, {
    timeout: 1_800_000,
  }, async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 12, maxLength: 40 }), async (sequence) => {
        const fixture = await aLedgerFixture(database, server.url)
        await fixture.fund(0, 30_000)
        const papers = new Map<number, PlannedPayment>()
        for (const step of sequence) {
          const planned = papers.get(step.which) ?? fixture.planned(step.shape, step.amount)
          papers.set(step.which, planned)
          await take(fixture, planned, step, seen)
        }
        const report = await checkLedger(database)
        expect(report.findings).toEqual([])
      }),
      { numRuns: SEQUENCES, seed: fastCheckSeed('payment sequences'), endOnFailure: !isLong },
    )
    console.log(`answers: ${[...seen].map(([what, count]) => `${what} ${count}`).join(', ')}`)
  })
})

async function take(
  fixture: LedgerFixture,
  planned: PlannedPayment,
  step: Step,
  seen: Map<string, number>,
): Promise<void> {
  // A function about a payment that was never ordered is never called; most are under way.
  const begins = ['fund', 'quote', 'place'].includes(step.name)
  if (!begins && !(await fixture.exists(planned))) {
    await fixture.create(planned)
    const depositedAmount = planned.isFunded ? String(planned.sending) : undefined
    if (step.amount % 4 !== 0) await fixture.execute(planned, depositedAmount)
  }
  const call: Call = calls[step.name]
  const first = await call(fixture, planned, step)
  const name = `${step.name} ${typeof first === 'string' ? first : ''}`.trim()
  seen.set(name, (seen.get(name) ?? 0) + 1)
  if (!step.isRepeated || step.name === 'fund') return
  const before = await fixture.count()
  const second = await call(fixture, planned, step)
  expect(await fixture.count(), `${step.name} again`).toEqual(before)
  // Results that say whether a call was the first may differ; all others are equal.
  if (typeof first !== 'boolean') expect(essence(second), step.name).toEqual(essence(first))
}

test('four callers at once, each with every function: one end, and the books hold', async () => {
  const fixture = await aLedgerFixture(database, server.url)
  for (let turn = 0; turn < (isLong ? 40 : 6); turn += 1) {
    const planned = fixture.planned(shapes[turn % shapes.length] ?? 'BANK', 1_000)
    await fixture.fund(0, 5_000)
    await fixture.create(planned)
    await (planned.isFunded
      ? fixture.execute(planned, String(planned.sending))
      : fixture.execute(planned))
    const names = [
      'settle',
      'collected',
      'fail',
      'return',
      'collectionReturned',
      'approve',
      'reject',
      'refundReturned',
      'settle',
      'refundPaid',
    ] as const
    const step = { which: 0, shape: planned.shape, amount: 1, isRepeated: false }
    await Promise.all(
      Array.from({ length: 4 }, (_, shift) =>
        names.map((__, at) => names[(at + shift) % names.length]),
      )
        .flat()
        .map((name) => name && (calls[name] as Call)(fixture, planned, { name, ...step })),
    )
    const report = await checkLedger(database)
    expect(report.findings).toEqual([])
  }
})

test('a fund that is asked for twice with one key credits once', async () => {
  const fixture = await aLedgerFixture(database, server.url)
  const key = randomUUID()
  const first = await fixture.fund(0, 700, key)
  const before = await fixture.count()
  const answers = await Promise.all([1, 2, 3, 4].map(() => fixture.fund(0, 700, key)))
  expect(await fixture.count()).toEqual(before)
  for (const answer of answers) expect(essence(answer)).toEqual(essence(first))
})

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
import { aBookWorld, type BookWorld, type Paper, type Shape, shapes } from './bookWorld.ts'

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

type Call = (world: BookWorld, paper: Paper, step: Step) => Promise<unknown>

const word = (given: 'APPROVED' | 'REJECTED'): Call => {
  const more = given === 'REJECTED' ? { failureReason: 'COMPLIANCE_REJECTED' } : {}
  return (world, { id }) =>
    world.ask('close_approval', id, { decision: given, by: 'test', ...more })
}

/** Each may be called at any time; the database decides what may still happen. */
const calls = {
  fund: (world, _, { which, amount }) => world.fund(which % 2, amount),
  quote: (world, paper) => world.create(paper),
  place: (world, paper) => world.place(paper),
  execute: (world, paper) => world.execute(paper),
  arrive: (world, paper) => world.execute(paper, String(paper.sending)),
  arriveWrong: (world, paper) => world.execute(paper, String(paper.sending + 1)),
  expire: (world, { id }) => world.ask('expire_payment', id),
  collected: (world, { id }) => world.ask('book_collection', id),
  collectedLate: (world, { id }) => world.ask('collect_late', id),
  approve: word('APPROVED'),
  reject: word('REJECTED'),
  railSettled: (world, { id }) => world.ask('note_rail_settled', id),
  settle: (world, { id }) => world.ask('settle_payment', id),
  fail: (world, { id }) =>
    world.ask('fail_payment', id, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED'),
  failBadly: (world, { id }) =>
    world.ask('fail_payment', id, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'FAILED'),
  return: (world, { id }) => world.ask('return_payment', id, 'PAYOUT_RETURNED'),
  refundPaid: (world, { id }) => world.ask('settle_refund', id, true),
  refundRefused: (world, { id }) => world.ask('settle_refund', id, false),
  collectionReturned: (world, { id }) => world.ask('return_collection', id),
  collectionMadeGood: (world, { id }) => world.ask('resolve_collection', id, 'paid'),
  collectionUndone: (world, { id }) => world.ask('resolve_collection', id, 'refund'),
  refundReturned: (world, { id }) => world.ask('return_refund', id, 1),
  refundLanded: (world, { id }) => world.ask('land_refund', id, 1),
  refundAgain: (world, { id }) => world.ask('reopen_refund', id, 2),
  secondReturned: (world, { id }) => world.ask('return_refund', id, 2),
  secondLanded: (world, { id }) => world.ask('land_refund', id, 2),
  fromSuspense: (world, { id }) => world.ask('refund_from_suspense', id),
  cancel: (world, { transactionId }) =>
    world.ask('request_cancel', world.platformId, transactionId, 'test'),
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
        const world = await aBookWorld(database, server.url)
        await world.fund(0, 30_000)
        const papers = new Map<number, Paper>()
        for (const step of sequence) {
          const paper = papers.get(step.which) ?? world.paper(step.shape, step.amount)
          papers.set(step.which, paper)
          await take(world, paper, step, seen)
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
  world: BookWorld,
  paper: Paper,
  step: Step,
  seen: Map<string, number>,
): Promise<void> {
  // A function about a payment that was never ordered is never called; most are under way.
  const begins = ['fund', 'quote', 'place'].includes(step.name)
  if (!begins && !(await world.exists(paper))) {
    await world.create(paper)
    const arrived = paper.isFunded ? String(paper.sending) : undefined
    if (step.amount % 4 !== 0) await world.execute(paper, arrived)
  }
  const call: Call = calls[step.name]
  const first = await call(world, paper, step)
  const name = `${step.name} ${typeof first === 'string' ? first : ''}`.trim()
  seen.set(name, (seen.get(name) ?? 0) + 1)
  if (!step.isRepeated || step.name === 'fund') return
  const before = await world.count()
  const second = await call(world, paper, step)
  expect(await world.count(), `${step.name} again`).toEqual(before)
  // What asks whether it was the first is told the truth; all else hears the same.
  if (typeof first !== 'boolean') expect(essence(second), step.name).toEqual(essence(first))
}

test('four callers at once, each with every function: one end, and the books hold', async () => {
  const world = await aBookWorld(database, server.url)
  for (let turn = 0; turn < (isLong ? 40 : 6); turn += 1) {
    const paper = world.paper(shapes[turn % shapes.length] ?? 'BANK', 1_000)
    await world.fund(0, 5_000)
    await world.create(paper)
    await (paper.isFunded ? world.execute(paper, String(paper.sending)) : world.execute(paper))
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
    const step = { which: 0, shape: paper.shape, amount: 1, isRepeated: false }
    await Promise.all(
      Array.from({ length: 4 }, (_, shift) =>
        names.map((__, at) => names[(at + shift) % names.length]),
      )
        .flat()
        .map((name) => name && (calls[name] as Call)(world, paper, { name, ...step })),
    )
    const report = await checkLedger(database)
    expect(report.findings).toEqual([])
  }
})

test('a fund that is asked for twice with one key credits once', async () => {
  const world = await aBookWorld(database, server.url)
  const key = randomUUID()
  const first = await world.fund(0, 700, key)
  const before = await world.count()
  const answers = await Promise.all([1, 2, 3, 4].map(() => world.fund(0, 700, key)))
  expect(await world.count()).toEqual(before)
  for (const answer of answers) expect(essence(answer)).toEqual(essence(first))
})

/** Ends of a payment that cross, one by one, by the SQL functions that book them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aBookWorld, type BookWorld, type Paper, type Shape } from './bookWorld.ts'

let server: TestDatabase
let database: Database
let world: BookWorld

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 8 })
  world = await aBookWorld(database, server.url)
  await world.fund(0, 100_000)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
  await database.close()
  await server.drop()
})

const AMOUNT = 1_000

async function underWay(shape: Shape): Promise<Paper> {
  const paper = world.paper(shape, AMOUNT)
  await world.create(paper)
  const arrived = paper.isFunded ? String(AMOUNT) : undefined
  expect(await world.execute(paper, arrived)).toMatchObject({ outcome: 'MOVED' })
  return paper
}

/** The step's entries of a payment, with what they debit or credit by kind of account. */
async function booked({ transactionId }: Paper): Promise<string[]> {
  const rows = await database.query<{ line: string }>({
    text: `select split_part(t.id, '/', 2) || coalesce('/' || nullif(split_part(t.id, '/', 3), ''), '')
        || ' ' || d.kind || '>' || c.kind as line
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id where t.reference = $1 order by 1`,
    values: [`Transaction:${transactionId}`],
  })
  return rows.map(({ line }) => line)
}

async function incomingOf({ id }: Paper): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>({
    text: `select t.status from payments q join transactions t on t.id = q.incoming_transaction_id
      where q.id = $1`,
    values: [id],
  })
  return row?.status
}

const refund = ({ id }: Paper): Promise<unknown> =>
  world.ask('fail_payment', id, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')
const say = ({ id }: Paper, decision: string): Promise<unknown> =>
  world.ask('close_approval', id, {
    decision,
    by: 'call',
    ...(decision === 'REJECTED' && { failureReason: 'COMPLIANCE_REJECTED' }),
  })

test('a platform that approves what a person has refunded meanwhile hears that it is decided', async () => {
  const paper = await underWay('UMA_NEIGHBOUR')
  expect(await refund(paper)).toBe('FAILED')
  expect(await say(paper, 'APPROVED')).toEqual({ decision: 'REJECTED', isDecidedNow: false })
  expect(await incomingOf(paper)).toBe('FAILED')
})

test('an incoming payment that a person has failed takes no money from a late approval', async () => {
  const paper = await underWay('INCOMING')
  expect(await refund(paper)).toBe('FAILED')
  expect(await say(paper, 'APPROVED')).toEqual({ decision: 'REJECTED', isDecidedNow: false })
  expect(await booked(paper)).toEqual([])
})

test('a rejection after a person took the payment for paid comes too late', async () => {
  const paper = await underWay('UMA_NEIGHBOUR')
  expect(await world.ask('settle_payment', paper.id)).toBe('COMPLETED')
  expect(await say(paper, 'REJECTED')).toEqual({ decision: 'APPROVED', isDecidedNow: false })
  expect(await incomingOf(paper)).toBe('COMPLETED')
})

test('what the receiver’s platform has rejected is not settled, whoever says so', async () => {
  const paper = await underWay('UMA_NEIGHBOUR')
  await say(paper, 'REJECTED')
  expect(await world.ask('settle_payment', paper.id)).toBe('FAILED')
  expect(await booked(paper)).toEqual(['hold HOLDER>LIQUIDITY', 'void HOLDER>LIQUIDITY'])
})

test('and asked for again it has not landed late', async () => {
  const paper = await underWay('UMA_BANK')
  await say(paper, 'REJECTED')
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await world.ask('settle_payment', paper.id)).toBe('FAILED')
  }
  expect(await booked(paper)).toEqual(['hold HOLDER>LIQUIDITY', 'void HOLDER>LIQUIDITY'])
})

test('a payout that had settled before its refund over the rail is in suspense', async () => {
  const paper = await underWay('FUNDED_BANK')
  await world.ask('note_rail_settled', paper.id)
  expect(await refund(paper)).toBe('REFUND_AT_RAIL')
  expect(await world.ask('settle_refund', paper.id, true)).toBe('FAILED')
  expect(await booked(paper)).toEqual([
    'funding FUNDING>LIQUIDITY',
    'landed-late SUSPENSE>RAIL',
    'refund LIQUIDITY>RAIL',
  ])
})

test('a return does not wait for a platform that has spent its fee', async () => {
  const paper = await underWay('BANK_WITH_FEES')
  expect(await world.ask('settle_payment', paper.id)).toBe('COMPLETED')
  await database.query({
    text: `select ledger_transfer('test/spend', 'POSTED', t.credit_account_id,
        ledger_account_for('RAIL', 'USD'), 'USD', 10, null, 'test/spend')
      from ledger_transfers t where t.id = $1`,
    values: [`Quote:${paper.id}/platform-fee`],
  })
  expect(await world.ask('return_payment', paper.id, 'PAYOUT_RETURNED')).toBe('FAILED')
  expect(await booked(paper)).toContain('return/platform-fee SUSPENSE>LIQUIDITY')
  expect(await booked(paper)).toContain('return/post LIQUIDITY>HOLDER')
})

test('a bank account pulled after its payment was given up is paid back, once', async () => {
  const paper = await underWay('PULLED_OWN')
  expect(await refund(paper)).toBe('FAILED')
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await world.ask('collect_late', paper.id)).toBe('REFUND_AT_RAIL')
  }
  expect(await world.ask('settle_refund', paper.id, true)).toBe('FAILED')
  expect(await world.ask('collect_late', paper.id)).toBe('FAILED')
  expect(await booked(paper)).toEqual(['funding FUNDING>LIQUIDITY', 'refund LIQUIDITY>RAIL'])
})

const took = ['collection-returned SUSPENSE>RAIL', 'funding FUNDING>LIQUIDITY']

test('a collection taken back, heard of before it came: the payment fails as if never funded', async () => {
  const paper = await underWay('PULLED_BANK')
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await world.ask('return_collection', paper.id)).toBe('FAILED')
    await world.ask('book_collection', paper.id)
    expect(await world.ask('collect_late', paper.id)).toBe('FAILED')
  }
  expect(await booked(paper)).toEqual(['collection-covered LIQUIDITY>SUSPENSE', ...took])
  // Its workflow goes on with what it knew, and orders no payout.
  const rows = await database.query({ text: `select * from mark_payout('${paper.id}')` })
  expect(rows).toMatchObject([{ was_submitted: false, is_over: true }])
  expect(await refund(paper)).toBe('FAILED')
})

test('a collection taken back while the payout is under way: covered when that fails', async () => {
  const paper = await underWay('PULLED_BANK')
  await world.ask('book_collection', paper.id)
  await world.ask('mark_payout', paper.id)
  expect(await world.ask('return_collection', paper.id)).toBe('PROCESSING')
  expect(await refund(paper)).toBe('FAILED')
  expect(await booked(paper)).toEqual(['collection-covered LIQUIDITY>SUSPENSE', ...took])
})

test('and a loss when that settles, until the payout comes back', async () => {
  const paper = await underWay('PULLED_BANK')
  await world.ask('mark_payout', paper.id)
  await world.ask('return_collection', paper.id)
  expect(await world.ask('settle_payment', paper.id)).toBe('COMPLETED')
  expect(await world.ask('resolve_collection', paper.id, 'refund')).toBe('NOT_REVERSIBLE')
  expect(await world.ask('return_payment', paper.id, 'PAYOUT_RETURNED')).toBe('FAILED')
  expect(await booked(paper)).toContain('collection-covered LIQUIDITY>SUSPENSE')
  expect(await world.ask('resolve_collection', paper.id, 'paid')).toBe('FAILED')
})

test('a collection taken back before its refund is ordered: that never is', async () => {
  const paper = await underWay('PULLED_OWN')
  await refund(paper)
  await world.ask('collect_late', paper.id)
  expect(await world.ask('return_collection', paper.id)).toBe('FAILED')
  const rows = await database.query({ text: `select * from mark_refund('${paper.id}', 1)` })
  expect(rows).toMatchObject([{ is_open: false }])
  expect(await booked(paper)).toEqual(['collection-covered LIQUIDITY>SUSPENSE', ...took])
})

test('a collection taken back after its refund was paid is a loss; set aside, it is not', async () => {
  for (const [isPaid, owed] of [
    [true, 'MADE_GOOD'],
    [false, 'FAILED'],
  ] as const) {
    const paper = await underWay('PULLED_OWN')
    await refund(paper)
    await world.ask('collect_late', paper.id)
    await world.ask('mark_refund', paper.id, 1)
    await world.ask('return_collection', paper.id)
    await world.ask('settle_refund', paper.id, isPaid)
    expect(await world.ask('refund_from_suspense', paper.id)).toBe('NOTHING_SET_ASIDE')
    expect(await world.ask('resolve_collection', paper.id, 'paid')).toBe(owed)
  }
})

test('what was set aside before the bank took the collection back is nobody’s to give', async () => {
  const paper = await underWay('PULLED_OWN')
  await refund(paper)
  await world.ask('collect_late', paper.id)
  await world.ask('settle_refund', paper.id, false)
  await world.ask('return_collection', paper.id)
  expect(await world.ask('refund_from_suspense', paper.id)).toBe('NOTHING_SET_ASIDE')
  expect(await world.ask('reopen_refund', paper.id, 2)).toBe('NOTHING_SET_ASIDE')
  expect(await world.ask('resolve_collection', paper.id, 'paid')).toBe('NOTHING_OWED')
})

test('a refund that bounces before its workflow has heard that it was paid', async () => {
  const paper = await underWay('FUNDED_BANK')
  await refund(paper)
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await world.ask('return_refund', paper.id, 1)).toBe('FAILED')
    expect(await world.ask('settle_refund', paper.id, true)).toBe('FAILED')
    expect(await world.ask('land_refund', paper.id, 1)).toBe('FAILED')
  }
  expect(await booked(paper)).toEqual([
    'funding FUNDING>LIQUIDITY',
    'refund LIQUIDITY>RAIL',
    'refund-returned RAIL>SUSPENSE',
  ])
})

test('a first refund that lands while the second one is not ordered yet is the refund', async () => {
  const paper = await underWay('FUNDED_BANK')
  await refund(paper)
  await world.ask('settle_refund', paper.id, false)
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await world.ask('reopen_refund', paper.id, 2)).toBe('REFUND_AT_RAIL')
  }
  await world.ask('land_refund', paper.id, 1)
  expect(await world.ask('settle_refund', paper.id, true)).toBe('FAILED')
  expect(await booked(paper)).toContain('refund-landed-late LIQUIDITY>RAIL')
  expect(await world.ask('refund_from_suspense', paper.id)).toBe('NOTHING_SET_ASIDE')
})

test('a first refund that lands after the second one was ordered is in suspense', async () => {
  const paper = await underWay('FUNDED_BANK')
  await refund(paper)
  await world.ask('settle_refund', paper.id, false)
  await world.ask('reopen_refund', paper.id, 2)
  await world.ask('mark_refund', paper.id, 2)
  await world.ask('land_refund', paper.id, 1)
  await world.ask('settle_refund', paper.id, true)
  expect(await booked(paper)).toEqual([
    'funding FUNDING>LIQUIDITY',
    'refund-again/2 SUSPENSE>LIQUIDITY',
    'refund-landed-late SUSPENSE>RAIL',
    'refund/2 LIQUIDITY>RAIL',
    'set-aside LIQUIDITY>SUSPENSE',
  ])
})

test('a sweep looks for the workflow that carries the refund', async () => {
  const kindOf = async ({ id }: Paper): Promise<string | undefined> => {
    const rows = await database.query<{ id: string; kind: string }>({
      text: `select id, kind from open_rows(0, 1000) where id = '${id}'`,
    })
    return rows[0]?.kind
  }
  const late = await underWay('PULLED_OWN')
  await refund(late)
  await world.ask('collect_late', late.id)
  expect(await kindOf(late)).toBe('COLLECTED_LATE')
  await world.ask('settle_refund', late.id, false)
  await world.ask('reopen_refund', late.id, 2)
  expect(await kindOf(late)).toBe('REFUND_AGAIN')
  const returned = await underWay('FUNDED_BANK')
  await refund(returned)
  expect(await kindOf(returned)).toBe('PAYMENT')
})

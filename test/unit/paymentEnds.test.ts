/** Ends of a payment that cross, one by one, by the SQL functions that book them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../set.ts'
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
    text: `select t.status from quotes q join transactions t on t.id = q.incoming_transaction_id
      where q.id = $1`,
    values: [id],
  })
  return row?.status
}

const refund = ({ id }: Paper): Promise<unknown> =>
  world.ask('fail_payment', id, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')
const say = ({ id }: Paper, word: string): Promise<unknown> =>
  world.ask('close_approval', id, {
    word,
    by: 'call',
    ...(word === 'REJECTED' && { failureReason: 'COMPLIANCE_REJECTED' }),
  })

test('a platform that approves what a person has refunded meanwhile hears that it is decided', async () => {
  const paper = await underWay('UMA_NEIGHBOUR')
  expect(await refund(paper)).toBe('FAILED')
  expect(await say(paper, 'APPROVED')).toEqual({ word: 'REJECTED', isDecidedNow: false })
  expect(await incomingOf(paper)).toBe('FAILED')
})

test('an incoming payment that a person has failed takes no money from a late approval', async () => {
  const paper = await underWay('INCOMING')
  expect(await refund(paper)).toBe('FAILED')
  expect(await say(paper, 'APPROVED')).toEqual({ word: 'REJECTED', isDecidedNow: false })
  expect(await booked(paper)).toEqual([])
})

test('a rejection after a person took the payment for paid comes too late', async () => {
  const paper = await underWay('UMA_NEIGHBOUR')
  expect(await world.ask('settle_payment', paper.id)).toBe('COMPLETED')
  expect(await say(paper, 'REJECTED')).toEqual({ word: 'APPROVED', isDecidedNow: false })
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
  await world.ask('note_rail_settled', paper.transactionId)
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

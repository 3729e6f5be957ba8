/** A collection that the rail reports as settled, and as failed before the first notice is read. */

import type { Client } from '@temporalio/client'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import type { Payout, PayoutState, RailNotice } from '../../providers/payoutRail/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { readRailNotices } from '../../worker/railNotices.ts'
import { pageOf } from '../support/railFeeds.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import {
  aLedgerFixture,
  executed,
  type LedgerFixture,
  type PlannedPayment,
} from './ledgerFixture.ts'

const AMOUNT = 1_000

let server: TestDatabase
let database: Database
let fixture: LedgerFixture

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url)
  fixture = await aLedgerFixture(database, server.url)
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

/** A payment whose poll of the rail has found the collection failed. */
async function aFailedPayment(): Promise<PlannedPayment> {
  const planned = await executed(fixture, fixture.planned('PULLED_BANK', AMOUNT))
  await fixture.ask('prepare_rail_call', planned.id, 'COLLECTION', 1)
  await fixture.ask(
    'fail_payment',
    planned.id,
    'COLLECTION_FAILED',
    'TRANSACTION_FAILED',
    'COMPLETED',
  )
  return planned
}

let sequence = 0

/** Reads notices about the collection; the rail reports `now` when it is asked. */
async function hears(
  { transactionId }: PlannedPayment,
  states: readonly PayoutState[],
  now: PayoutState,
): Promise<string[]> {
  const reference = `Transaction:${transactionId}/collect`
  const notices: RailNotice[] = states.map((state) => {
    sequence += 1
    return { eventId: String(sequence), reference, state, at: '2026-01-01T00:00:00.000Z' }
  })
  const rail = {
    notices: async (position: string) => pageOf(notices, position),
    find: async (): Promise<Payout> => ({ reference, state: now }),
  }
  const started: string[] = []
  const start = async (_: unknown, options: { workflowId: string }): Promise<void> => {
    started.push(options.workflowId)
  }
  const client = { workflow: { start } } as unknown as Client
  const feed = { environment: 'SANDBOX', provider: 'RAIL', rail } as const
  await readRailNotices(database, feed, client, parseConfig({}), pino({ level: 'silent' }))
  return started
}

type Books = {
  readonly funding: string
  readonly rail: string
  readonly suspense: string
  readonly liquidity: string
  readonly refund: string | null
  readonly orders: string[]
}

function booksOf({ id, transactionId }: PlannedPayment): Promise<Books> {
  return database.one<Books>({
    text: `select
        coalesce(sum(case when a.kind = 'FUNDING' then amount end), 0)::text as funding,
        coalesce(sum(case when a.kind = 'RAIL' then amount end), 0)::text as rail,
        coalesce(sum(case when a.kind = 'SUSPENSE' then amount end), 0)::text as suspense,
        coalesce(sum(case when a.kind = 'LIQUIDITY' then amount end), 0)::text as liquidity,
        (select refund ->> 'status' from transactions where id = $2) as refund,
        array(select kind || ' ' || state from rail_orders where payment_id = $1 order by kind) as orders
      from (select credit_account_id as id, amount from ledger_transfers where reference = $3 and kind = 'POSTED'
        union all select debit_account_id, -amount from ledger_transfers where reference = $3 and kind = 'POSTED') t
      join ledger_accounts a on a.id = t.id`,
    values: [id, transactionId, `Transaction:${transactionId}`],
  })
}

const takenBack = {
  funding: String(-AMOUNT),
  rail: String(AMOUNT),
  suspense: '0',
  liquidity: '0',
  refund: 'FAILED',
  orders: ['COLLECTION RETURNED', 'REFUND FAILED'],
}

test('both notices at once: received and taken back, and nothing is refunded', async () => {
  const planned = await aFailedPayment()
  expect(await hears(planned, ['SETTLED', 'FAILED'], 'FAILED')).toEqual([])
  expect(await booksOf(planned)).toEqual(takenBack)
})

test('the second notice follows before the refund is submitted: it is not paid', async () => {
  const planned = await aFailedPayment()
  const workflowId = `Quote:${planned.id}/collected-late`
  expect(await hears(planned, ['SETTLED'], 'SETTLED')).toEqual([workflowId])
  // As the workflow does when it begins, and when its step is run again.
  for (let times = 0; times < 2; times += 1) {
    expect(await fixture.ask('settle_late_collection', planned.id)).toBe('REFUND_AT_RAIL')
  }
  expect(await hears(planned, ['FAILED'], 'FAILED')).toEqual([])
  expect(await booksOf(planned)).toEqual(takenBack)
  expect(await fixture.ask('settle_late_collection', planned.id)).toBe('FAILED')
})

test('a collection that stays settled is refunded over the rail, once', async () => {
  const planned = await aFailedPayment()
  const workflowId = `Quote:${planned.id}/collected-late`
  // The second reading is of an old notice: it finds the same workflow.
  expect(await hears(planned, ['SETTLED', 'SETTLED'], 'SETTLED')).toEqual([workflowId, workflowId])
  await fixture.ask('prepare_rail_call', planned.id, 'REFUND', 1)
  await fixture.ask('settle_refund', planned.id, true)
  expect(await hears(planned, ['SETTLED'], 'SETTLED')).toEqual([])
  expect(await booksOf(planned)).toEqual({
    ...takenBack,
    refund: 'COMPLETED',
    orders: ['COLLECTION SETTLED', 'REFUND SETTLED'],
  })
})

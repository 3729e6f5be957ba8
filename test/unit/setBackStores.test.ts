/** A store that was set back: what its commands may change, and what a person's decision covers. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import {
  beginRestore,
  changeStoreState,
  comparisonBegins,
  keepOpenFindings,
  openFindings,
  StoreHasChanged,
} from '../../db/storeState.ts'
import type { Rail, RailNotice } from '../../providers/payoutRail/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { oneAtATime } from '../../scripts/restore/oneAtATime.ts'
import { setBackRailCursor } from '../../scripts/restore/railCursors.ts'
import { readRailNotices } from '../../worker/railNotices.ts'
import { anAgent, openPolicy } from './agentFixture.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let url: string
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, url, fixture } = given)
})
beforeEach(async () => {
  await query(`update store_state set state = 'OPEN', restored_to = null`)
  await query('truncate job_pools, reconcile_decisions, unknown_rail_notices, runs_without_row')
})

const query = <R>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
  database.query<R>({ text, values })

/** So many minutes ago, or in so many. */
const minutes = (from: number): Date => new Date(Date.now() + from * 60_000)

const close = (subject: string): Promise<unknown> =>
  database.call('decide_finding', subject, 'Grace Hopper', 'the platform was asked')

test('a command of the restore before cannot open the store, nor say what the new one left open', async () => {
  const first = await beginRestore(database, minutes(-10))
  await changeStoreState(database, first, 'RECONCILING')
  const reconciling = { ...first, state: 'RECONCILING' } as const
  const begunAt = await comparisonBegins(database)
  const second = await beginRestore(database, minutes(-5))
  expect(second.restoredTo).toEqual(first.restoredTo)

  await keepOpenFindings(database, [], { epoch: first.epoch, begunAt })
  expect(await openFindings(database)).toBeUndefined()
  for (const to of ['RECONCILING', 'OPEN'] as const) {
    await expect(changeStoreState(database, reconciling, to)).rejects.toThrow(StoreHasChanged)
    await expect(changeStoreState(database, first, to)).rejects.toThrow(StoreHasChanged)
  }
  expect(await query('select state, epoch from store_state')).toEqual([
    { state: 'RESTORING', epoch: second.epoch },
  ])
})

test('a point after the last sign of a worker is not believed', async () => {
  const pools = 'insert into job_pools (pool_id, beat_at) values ($1, $2)'
  const lastBeat = minutes(-90)
  await query(pools, [randomUUID(), lastBeat])
  await query(pools, [randomUUID(), minutes(-95)])
  const { restoredTo } = await beginRestore(database, minutes(-30))
  expect(restoredTo).toEqual(lastBeat)
  // Nothing says that an earlier one is wrong.
  const earlier = minutes(-120)
  expect((await beginRestore(database, earlier)).restoredTo).toEqual(earlier)
})

test('what a person has decided before does not open a store in which it was found again', async () => {
  await close('Quote:again')
  const begun = await beginRestore(database, minutes(0))
  const comparison = { epoch: begun.epoch, begunAt: await comparisonBegins(database) }
  await keepOpenFindings(database, ['Quote:again'], comparison)
  expect(await openFindings(database)).toEqual(['Quote:again'])
  await close('Quote:again')
  expect(await openFindings(database)).toEqual([])
})

test('what happens after a decision is listed: a notice of the rail, another run', async () => {
  const reference = `Transaction:${randomUUID()}`
  const told = (sequence: number, state: string, at: Date): Promise<unknown> =>
    database.call(
      'keep_unknown_notice',
      ...(['SANDBOX', sequence, reference, JSON.stringify({ reference, state, at })] as const),
    )
  const references = (): Promise<object[]> =>
    query(`select reference, last_notice::json ->> 'state' as state from unknown_rail_references()`)
  await told(1, 'PENDING', minutes(-2))
  await close(reference)
  await told(1, 'PENDING', minutes(-2))
  expect(await references()).toEqual([])
  await told(2, 'SETTLED', minutes(2))
  expect(await references()).toEqual([{ reference, state: 'SETTLED' }])

  const workflowId = `Quote:${randomUUID()}`
  const ran = (closedAt: Date): Promise<unknown> => {
    const run = { workflowId, runId: randomUUID(), state: 'MISSING', closedAt }
    return database.call('report_run_window', closedAt.toISOString(), { runs: [run] })
  }
  await ran(minutes(-2))
  await close(workflowId)
  await ran(minutes(-2))
  expect(await query('select count(*)::integer as runs from runs_without_row')).toEqual([
    { runs: 0 },
  ])
  await ran(minutes(2))
  expect(await query('select count(*)::integer as runs from runs_without_row')).toEqual([
    { runs: 1 },
  ])
})

test("an agent's action that waits again after its run has completed is found", async () => {
  const agent = await anAgent(database, fixture, {
    ...openPolicy,
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  })
  const payment = await agent.aPayment('BANK', 1_000)
  expect((await agent.submit(payment)).action.status).toBe('PENDING_APPROVAL')
  const stateOf = async (): Promise<unknown> =>
    (
      await query<{ state: string }>(`select state from run_rows(array['AgentAction:' || $1])`, [
        payment.actionId,
      ])
    )[0]?.state
  expect(await stateOf()).toBe('BEHIND')
  await agent.decide(payment, 'REJECT')
  expect(await stateOf()).toBe('OK')
})

test('a page of notices that was read before the cursor was set back does not set it forward again', async () => {
  await query(`update rail_cursors set sequence = 3 where environment = 'SANDBOX'`)
  const noticeOf = (sequence: number): RailNotice =>
    ({
      ...{ sequence, reference: `Transaction:${randomUUID()}`, state: 'SETTLED' },
      at: minutes(sequence - 5).toISOString(),
    }) as RailNotice
  const notices = [1, 2, 3, 4].map(noticeOf)
  const asked: number[] = []
  const rail = {
    find: async () => undefined,
    async notices(after: number, count: number) {
      return notices.filter(({ sequence }) => sequence > after).slice(0, count)
    },
  } as Pick<Rail, 'notices' | 'find'>
  const reading = {
    ...rail,
    async notices(after: number, count: number) {
      asked.push(after)
      const page = await rail.notices(after, count)
      // An operator's restore begins while this page is under way.
      if (asked.length === 1) await setBackRailCursor(database, 'SANDBOX', rail, minutes(7.5))
      return page
    },
  }
  const config = parseConfig({})
  const feed = { environment: 'SANDBOX', rail: reading } as const
  await readRailNotices(database, feed, {} as never, config, pino({ level: 'silent' }))
  expect(asked).toEqual([3, 2, 4])
})

test('the commands about a restore run one at a time', async () => {
  const order: string[] = []
  await oneAtATime(url, async () => {
    order.push('first')
    await expect(
      oneAtATime(url, async () => {
        order.push('second')
      }),
    ).rejects.toThrow('let it end')
  })
  await oneAtATime(url, async () => {
    order.push('third')
  })
  expect(order).toEqual(['first', 'third'])
})

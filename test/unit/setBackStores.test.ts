/** A store that was set back: what its commands may change, and what a person's decision covers. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { refuseWrites } from '../../api/middleware/maintenance.ts'
import { oneAtATime } from '../../cli/admin/restore/oneAtATime.ts'
import { setBackRailCursor } from '../../cli/admin/restore/railCursors.ts'
import type { Refusal } from '../../contract/errors.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import {
  beginRestore,
  changeStoreState,
  comparisonBegins,
  isStoreOpen,
  keepOpenFindings,
  openFindings,
  StoreHasChanged,
  type StoreState,
  storeStateOf,
} from '../../db/storeState.ts'
import type { Rail, RailNotice } from '../../providers/payoutRail/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { readRailNotices } from '../../worker/railNotices.ts'
import { pageOf } from '../support/railFeeds.ts'
import { anAgent, openPolicy } from './agentFixture.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let url: string
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, url, fixture } = given)
})
beforeEach(async () => {
  await query(
    `update store_state set state = 'OPEN', restored_to = null, open_findings = null, compared_at = null`,
  )
  await query('truncate job_pools, reconcile_decisions, unknown_rail_notices, runs_without_row')
})

const query = <R>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
  database.query<R>({ text, values })

/** The instant `from` minutes from now; below zero, before now. */
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
  const missing = { runId: randomUUID(), state: 'MISSING', closedAt: minutes(-1) }
  const runs = [{ ...missing, workflowId: 'Quote:again' }]
  await database.call('report_run_window', minutes(-1).toISOString(), { runs })
  expect(await close('Quote:again')).toBe(true)
  const begun = await beginRestore(database, minutes(0))
  const comparison = { epoch: begun.epoch, begunAt: await comparisonBegins(database) }
  await keepOpenFindings(database, ['Quote:again'], comparison)
  expect(await openFindings(database)).toEqual(['Quote:again'])
  await close('Quote:again')
  expect(await openFindings(database)).toEqual([])
})

test('what happens after a decision is listed: a notice of the rail, another run', async () => {
  const reference = `Transaction:${randomUUID()}`
  const keepNotice = (sequence: number, state: string, at: Date): Promise<unknown> =>
    database.call(
      'keep_unknown_notice',
      ...([
        'SANDBOX',
        'RAIL',
        String(sequence),
        reference,
        JSON.stringify({ reference, state, at }),
        true,
      ] as const),
    )
  const references = (): Promise<object[]> =>
    query(`select reference, last_notice::json ->> 'state' as state from unknown_rail_references()`)
  await keepNotice(1, 'PENDING', minutes(-2))
  await close(reference)
  await keepNotice(1, 'PENDING', minutes(-2))
  expect(await references()).toEqual([])
  await keepNotice(2, 'SETTLED', minutes(2))
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

describe('a store that was set back, about which nobody has said so', () => {
  const missingRun = async (workflowId = `Quote:${randomUUID()}`): Promise<string> => {
    const closedAt = minutes(-1)
    const run = { workflowId, runId: randomUUID(), state: 'MISSING', closedAt }
    await database.call('report_run_window', closedAt.toISOString(), { runs: [run] })
    return workflowId
  }
  /** What a request that writes is answered. */
  const writing = async (): Promise<string> => {
    // The state is remembered for a second, by the pool that has read it.
    const fresh = { ...database }
    return refuseWrites({ config: parseConfig({}), database: fresh }, 'POST').then(
      () => 'taken',
      (error: unknown) => {
        const { code, message } = error as Refusal
        return `${code}: ${message}`
      },
    )
  }
  const feedOf = (
    reference: string,
    found: object | undefined,
  ): Pick<Rail, 'notices' | 'find'> => ({
    find: async () => found as never,
    async notices(position) {
      const notice = { eventId: '1', reference, state: 'SETTLED', at: minutes(-1).toISOString() }
      return pageOf([notice as RailNotice], position)
    },
  })
  const readFrom = async (rail: Pick<Rail, 'notices' | 'find'>): Promise<void> => {
    await query(`update rail_cursors set position = '' where environment = 'SANDBOX'`)
    const feed = { environment: 'SANDBOX', provider: 'RAIL', rail } as const
    await readRailNotices(database, feed, {} as never, parseConfig({}), pino({ level: 'silent' }))
  }

  test('refuses writes, and says why, until a person has decided about the run', async () => {
    expect(await writing()).toBe('taken')
    const workflowId = await missingRun()
    expect(await writing()).toMatch(/^SERVICE_UNAVAILABLE: .*lacks what has been done outside/)
    expect(isStoreOpen(await freshState())).toBe(false)
    expect((await checkLedger(database)).findings).toMatchObject([
      { check: 'what was done outside has its row', subject: workflowId },
    ])
    expect(await close(workflowId)).toBe(true)
    expect(await writing()).toBe('taken')
    expect((await checkLedger(database)).findings).toEqual([])
  })

  test('is one where the rail has an instruction under a reference of ours that no row has', async () => {
    const reference = `Transaction:${randomUUID()}/collect`
    await readFrom(feedOf(reference, { reference, state: 'SETTLED' }))
    expect(await writing()).toMatch(/^SERVICE_UNAVAILABLE/)
    expect(await close(reference)).toBe(true)
    expect(await writing()).toBe('taken')
  })

  test('is none because somebody has the rail name a reference', async () => {
    const strange = ['INVOICE 4711', `Transaction:${randomUUID()}/x`, `Order:${randomUUID()}`]
    for (const reference of strange) {
      await query('truncate unknown_rail_notices')
      await readFrom(feedOf(reference, { reference, state: 'SETTLED' }))
      expect(await writing(), reference).toBe('taken')
    }
    await query('truncate unknown_rail_notices')
    // Our form, and the rail knows no instruction of ours under it.
    const named = `Transaction:${randomUUID()}`
    await readFrom(feedOf(named, undefined))
    expect(await writing()).toBe('taken')
    expect(await query('select subject, stops from listed_findings()')).toEqual([
      { subject: named, stops: false },
    ])
  })

  test('a person closes only what is listed', async () => {
    expect(await close(`Quote:${randomUUID()}`)).toBe(false)
    expect(await query('select from reconcile_decisions')).toEqual([])
    // A comparison of an open store is kept too.
    const { epoch } = await freshState()
    await keepOpenFindings(database, ['a-signature'], {
      ...{ epoch, begunAt: await comparisonBegins(database) },
    })
    expect(await query('select kind, subject, stops from listed_findings()')).toEqual([
      { kind: 'compared', subject: 'a-signature', stops: false },
    ])
    expect(await writing()).toBe('taken')
    expect(await close('a-signature')).toBe(true)
    expect(await query('select from listed_findings()')).toEqual([])
  })

  test('what a comparison did not find again is no more listed after it, and not found by the next round', async () => {
    const begun = await beginRestore(database, minutes(-10))
    await changeStoreState(database, begun, 'RECONCILING')
    await missingRun()
    const begunAt = await comparisonBegins(database)
    await keepOpenFindings(database, [], { epoch: begun.epoch, begunAt })
    expect(await query('select from listed_findings()')).toEqual([])
    const [cursor] = await query<{ at: Date }>(
      `select after_at as at from sweep_cursors where kind = 'RUNS_WITHOUT_ROW'`,
    )
    expect(cursor?.at.getTime()).toBeGreaterThanOrEqual(begunAt.getTime())
  })

  const freshState = (): Promise<StoreState> => storeStateOf({ ...database })
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

test('of documents only the runs about a row are compared: an upload that is refused never gets one', async () => {
  const id = randomUUID()
  const states = await query<{ state: string | null }>(
    `select state from run_rows(array['Document:' || $1 || '/forward/' || $2, 'Document:' || $1 || '/forward/3'])
     order by workflow_id like '%/3'`,
    [id, randomUUID()],
  )
  expect(states.map(({ state }) => state)).toEqual([null, 'MISSING'])
})

test('a page of notices that was read before the cursor was set back does not set it forward again', async () => {
  await query(`update rail_cursors set position = '3' where environment = 'SANDBOX'`)
  const noticeOf = (sequence: number): RailNotice =>
    ({
      ...{ eventId: String(sequence), reference: `Transaction:${randomUUID()}`, state: 'SETTLED' },
      at: minutes(sequence - 5).toISOString(),
    }) as RailNotice
  const notices = [1, 2, 3, 4].map(noticeOf)
  const asked: string[] = []
  const rail: Pick<Rail, 'notices' | 'find' | 'positionAt'> = {
    find: async () => undefined,
    notices: async (position, limit) => pageOf(notices, position, limit),
    positionAt: async () => '2',
  }
  const reading = {
    ...rail,
    async notices(position: string, limit: number) {
      asked.push(position)
      const page = await rail.notices(position, limit)
      // An operator's restore begins while this page is under way.
      if (asked.length === 1) {
        const back = { environment: 'SANDBOX', provider: 'RAIL', rail } as const
        await setBackRailCursor(database, back, minutes(7.5))
      }
      return page
    },
  }
  const config = parseConfig({})
  const feed = { environment: 'SANDBOX', provider: 'RAIL', rail: reading } as const
  await readRailNotices(database, feed, {} as never, config, pino({ level: 'silent' }))
  expect(asked).toEqual(['3', '2', '4'])
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

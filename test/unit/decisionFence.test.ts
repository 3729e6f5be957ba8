/** A decision is made before its fence or never, and whoever has lost its answer learns which. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remainingMs, withinDeadline } from '../../api/deadline.ts'
import { readingOf } from '../../api/fence.ts'
import { isOutage, refusalOfError } from '../../api/onerror.ts'
import { type Deciding, decidePayment } from '../../api/payments/decide.ts'
import { createPlaces } from '../../api/places.ts'
import { untilAnswered } from '../../api/untilAnswered.ts'
import type { PendingStart } from '../../contract/openRow.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { mayBeDone } from '../../db/fencedCalls.ts'
import { aHoldingRelay, type HoldingRelay } from '../support/holdingRelay.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture
let url: string
let relay: HoldingRelay

useLedgerFixture((given) => {
  ;({ database, fixture, url } = given)
})
beforeAll(async () => {
  relay = await aHoldingRelay(url)
})
afterAll(() => relay?.stop())

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

function asked(planned: PlannedPayment, decideBefore: string): Record<string, unknown> {
  return {
    ...{ paymentId: planned.id, platformId: fixture.platformId, decideBefore },
    ...{ operation: 'transferOut', requestHash: 'ab'.repeat(32) },
    immediateOrder: { ...planned.order, key: undefined, isImmediate: true },
  }
}

test('a decision that waited for its lock until after its fence refuses, and leaves nothing', async () => {
  const planned = fixture.planned('BANK', 1_000)
  const before = await fixture.count()
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select lock_creation($1)', [planned.id])
  const input = asked(planned, inMs(300))
  const deciding = fixture.ask('decide_payment', input)
  expect(await fixture.ask('is_fenced', input)).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 400))
  await holder.query('commit')
  await holder.end()
  expect(await deciding).toMatchObject({ outcome: 'REFUSED', code: 'SERVICE_UNAVAILABLE' })
  expect(await fixture.count()).toEqual(before)
  expect(await fixture.ask('find_payment_decision', input)).toEqual({
    ...{ outcome: 'NONE', isFinal: true },
  })
})

test('the fence is of real time, whatever the service takes for now', async () => {
  const clock = (ahead: string): Promise<unknown> =>
    database.query({
      text: `create or replace function service_now() returns timestamptz language sql volatile
        as $$ select clock_timestamp() ${ahead} $$`,
    })
  await clock(`+ interval '1 hour'`)
  const planned = fixture.planned('OWN', 1_000)
  const input = asked(
    { ...planned, order: { ...planned.order, expiresAt: 'infinity' } },
    inMs(60_000),
  )
  expect(await fixture.ask('decide_payment', input)).toMatchObject({ outcome: 'COMMITTED' })
  await clock('')
})

test('the look-up waits for a decision under way, and finds it by the request that made it alone', async () => {
  const planned = fixture.planned('BANK', 1_000)
  const input = asked(planned, inMs(60_000))
  expect(await fixture.ask('find_payment_decision', input)).toEqual({
    ...{ outcome: 'NONE', isFinal: false },
  })
  const deciding = new Client({ connectionString: url })
  await deciding.connect()
  await deciding.query('begin')
  await deciding.query('select decide_payment($1)', [JSON.stringify(input)])
  const looking = fixture.ask('find_payment_decision', input)
  await deciding.query('commit')
  await deciding.end()
  expect(await looking).toMatchObject({ outcome: 'COMMITTED', payment: { id: planned.id } })
  const others = { ...input, immediateOrder: { ...planned.order, requestHash: 'cd'.repeat(32) } }
  expect(await fixture.ask('find_payment_decision', others)).toMatchObject({ outcome: 'NONE' })
})

test('a statement that arrives long after its connection was lost decides nothing', async () => {
  const planned = fixture.planned('BANK', 1_000)
  const started: PendingStart[] = []
  const deciding = openDatabase(relay.url, { poolMax: 2, remainingMs })
  const lookups = openDatabase(url, { poolMax: 2, remainingMs })
  const dependencies: Deciding = {
    ...{ database: deciding, lookups, places: createPlaces(2), log: pino({ level: 'silent' }) },
    codes: { currentKey: 'key' } as Deciding['codes'],
    handOver: { handOver: (start) => started.push(start) },
  }
  const decide = (payment: PlannedPayment): Promise<unknown> =>
    withinDeadline(3_000, async () => {
      const { at } = await lookups.one<{ at: string }>({
        text: `select to_json(clock_timestamp()) #>> '{}' as at`,
      })
      const { decideBefore: _, ...input } = asked(payment, '')
      return decidePayment(dependencies, input as Parameters<typeof decidePayment>[1], {
        ...{ reading: readingOf(at), owner: randomUUID(), shownId: undefined, trace: {} },
      })
    })
  try {
    const before = await fixture.count()
    relay.hold('decide_payment')
    await expect(decide(planned)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await relay.deliver()).toBeGreaterThan(0)
    expect(await fixture.count()).toEqual(before)
    expect(started).toEqual([])
    // The same request again, on a connection that works, is the first one that is carried out.
    expect(await decide(planned)).toMatchObject({ outcome: 'COMMITTED' })
    expect(started).toHaveLength(1)
    // An answer that is lost after the commit is found.
    const second = fixture.planned('BANK', 1_000)
    relay.dropAnswers('decide_payment')
    expect(await decide(second)).toMatchObject({ outcome: 'COMMITTED' })
    expect(await fixture.exists(second)).toBe(true)
    // Its start is left to a worker.
    expect(started).toHaveLength(1)
  } finally {
    await Promise.all([deciding.close(), lookups.close()])
  }
})

test('any function that was called does nothing once its caller has given up, and is known as one that may be done', async () => {
  const calling = openDatabase(relay.url, { poolMax: 1, remainingMs })
  const platform = fixture.platformId
  const call = (ms: number): Promise<unknown> =>
    withinDeadline(ms, () =>
      calling.call('pause_payouts', 'SANDBOX', platform, 'Grace Hopper', 'a test'),
    )
  const paused = (): Promise<unknown[]> =>
    database.query({
      text: 'select 1 from payout_pauses where platform_id = $1',
      values: [platform],
    })
  try {
    // The clock is read, and the statement prepared.
    await withinDeadline(5_000, () => calling.call('oldest_pending_start_seconds'))
    relay.hold('pause_payouts')
    const lost = await call(1_000).catch((error: unknown) => error)
    expect([isOutage(lost), mayBeDone(lost)]).toEqual([true, true])
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(await relay.deliver()).toBeGreaterThan(0)
    expect(await paused()).toEqual([])
    // What PostgreSQL itself has refused was not done.
    const late = await call(-1).catch((error: unknown) => error)
    expect([isOutage(late), mayBeDone(late)]).toEqual([true, false])
    relay.hold('pause_payouts')
    await call(5_000).catch(() => undefined)
    expect(await relay.deliver()).toBeGreaterThan(0)
    expect(await paused()).toHaveLength(1)
  } finally {
    await calling.close()
  }
})

test('a commit whose answer is lost: without a key its 503 has no Retry-After', async () => {
  const writing = openDatabase(relay.url, { poolMax: 1, remainingMs })
  const pause = (): Promise<unknown> =>
    writing.transaction((tx) =>
      tx.call('pause_payouts', 'SANDBOX', fixture.platformId, 'Grace Hopper', 'a test'),
    )
  const log = pino({ level: 'silent' })
  const answered = (error: unknown, lacksKey: boolean): number | undefined =>
    refusalOfError(error, { log, requestId: '', lacksKey }).retryAfterSeconds
  try {
    relay.dropAnswers('pause_payouts')
    const before = await pause().catch((error: unknown) => error)
    expect([answered(before, true), answered(before, false)]).toEqual([1, 1])
    relay.dropAnswers('commit')
    const after = await pause().catch((error: unknown) => error)
    expect([answered(after, true), answered(after, false)]).toEqual([undefined, 1])
  } finally {
    await writing.close()
  }
})

test('a change whose answer is lost is sent once more, and found made', async () => {
  const calling = openDatabase(relay.url, { poolMax: 1, remainingMs })
  const pair = ['SANDBOX', fixture.platformId] as const
  await database.call('resume_payouts', ...pair, 'Grace Hopper')
  const sent: boolean[] = []
  try {
    relay.dropAnswers('pause_payouts')
    const isMade = await untilAnswered({ log: pino({ level: 'silent' }) }, async (isRepeat) => {
      sent.push(isRepeat)
      return (await calling.call('pause_payouts', ...pair, 'Grace Hopper', 'a test')) || isRepeat
    })
    expect([isMade, sent]).toEqual([true, [false, true]])
  } finally {
    await calling.close()
  }
})

/**
 * Every wait of the system, one after the other: the clock is moved to just before its instant, where nothing has
 * happened, and to just past it, where it has.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../durability/payments.ts'
import { anOwnStage, type Stage } from '../reference/stage.ts'
import { shown, waitUntil } from '../support/builders.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { type Driver, drivers } from './drivers/index.ts'
import { done, ofParties, read, undriven } from './instants.ts'
import { instantsAhead } from './instantsAhead.ts'

let stack: TestStack
const stages: Stage[] = []
beforeAll(async () => {
  stack = await aRunningStack({ env: { TEST_CLOCK: 'true' } })
})
afterAll(async () => {
  await Promise.all(stages.map((stage) => stage.stop()))
  await stack?.stop()
})

test('each wait is driven, or there is a reason', async () => {
  const [found] = await rowsOf<{ text: string }>(
    stack,
    `select pg_get_functiondef('clock_waits'::regproc) as text`,
  )
  const named = [...(found?.text ?? '').matchAll(/select '([A-Z_]+)'/g)].map(([, what]) => what)
  expect(named.length).toBeGreaterThan(5)
  const driven = new Set(drivers.flatMap(({ instant, fired }) => [instant, fired]))
  const left = [...read, ...done, ...ofParties, ...named].filter((name) => !driven.has(name))
  expect(left.sort()).toEqual(Object.keys(undriven).sort())
})

type Move = { fired: { at: string; what: string; objectId?: string; eventIds: string[] }[] }

const moveTo = async ({ api }: Stage, atMs: number): Promise<Move> => {
  const to = new Date(atMs).toISOString()
  return shown('move', await api.call('POST', '/sandbox/clock', { to }), 200) as unknown as Move
}

/** Has it wait. @returns what waits, and until when: the last of the instants of its kind that were not there before */
async function arranged({ name, instant, arrange }: Driver, stage: Stage) {
  const before = await instantsAhead(stack, instant)
  const waiting = await arrange(stage)
  const at = await waitUntil(`${name} waits`, async () => {
    const now = await instantsAhead(stack, instant)
    return now.filter((one) => !before.includes(one)).at(-1)
  })
  return { waiting, at: Date.parse(waiting.until ?? at) }
}

/** What is asked at once after a move is asked before this has passed by itself. */
const MARGIN_MS = 20_000

test.each(drivers.map((driver) => [driver.name, driver] as const))(
  '%s is over just past its instant, and not before',
  async (_name, driver) => {
    const stage = await anOwnStage('moveSandboxClock', stack)
    stages.push(stage)
    const { waiting, at } = await arranged(driver, stage)
    const isFired = ({ fired }: Move): boolean =>
      fired.some(
        ({ what, objectId }) =>
          what === driver.fired && (waiting.objectId ?? objectId) === objectId,
      )
    const { now } = shown('clock', await stage.api.call('GET', '/sandbox/clock'), 200)
    const margin = Math.min(MARGIN_MS, (at - Date.parse(String(now))) / 2)
    expect(isFired(await moveTo(stage, at - margin))).toBe(false)
    expect(await waiting.isOver()).toBe(false)
    const past = await moveTo(stage, at + 1_000)
    expect(await waiting.isOver()).toBe(true)
    expect(isFired(past), JSON.stringify(past.fired)).toBe(driver.fired !== undefined)
  },
)

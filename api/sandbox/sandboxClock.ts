import {
  CLOCK_DAYS_MAX,
  SandboxClock,
  SandboxClockMove,
  SandboxClockMoveRequest,
} from '../../contract/components/testClock.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { instant } from '../../contract/time.ts'
import { besideDeadline } from '../deadline.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import type { Fired, Target, TestClock } from '../testClock/index.ts'

export const getSandboxClock = operation({
  id: 'getSandboxClock',
  group: 'Sandbox',
  method: 'get',
  path: '/sandbox/clock',
  permission: 'VIEW',
  sandboxOnly: true,
  summary: 'Get the time of the stack',
  description: 'Where its clock may be moved (`TEST_CLOCK`, as with `npm start`).',
  status: 200,
  responses: { 200: SandboxClock },
  errors: ['NOT_IMPLEMENTED'],
  async handle({ dependencies }) {
    const { now, aheadMs } = await testClockOf(dependencies).read()
    return { now: now.toISOString(), aheadBySeconds: Math.round(aheadMs / 1_000) }
  },
})

export const moveSandboxClock = operation({
  id: 'moveSandboxClock',
  group: 'Sandbox',
  method: 'post',
  path: '/sandbox/clock',
  permission: 'MANAGE',
  sandboxOnly: true,
  awaitsCaller: true,
  summary: 'Move the clock of the whole stack ahead',
  description:
    'What becomes due meanwhile is done in the order of its instants: quotes and approvals expire, webhooks are ' +
    'sent again, the parties of the sandbox take their next steps. The answer comes when all of it is done. The ' +
    'clock is that of everybody who uses the stack, and never goes back. A call that takes longer than some minutes is ' +
    'answered 503 with the instant that was reached: repeat the same `to` until it is done. One call at a time moves it: another one ' +
    'is answered `CONFLICT`. Not in a store with API tokens of production platforms.',
  body: SandboxClockMoveRequest,
  status: 200,
  responses: { 200: SandboxClockMove },
  errors: ['CONFLICT', 'NOT_IMPLEMENTED'],
  async handle({ body, dependencies, platform }) {
    const clock = testClockOf(dependencies)
    const target = await targetOf(body, clock)
    const by = idOf('Token', platform.tokenId)
    const { from, to, now, fired, isDone } = await besideDeadline(() => clock.move(target, by))
    if (!isDone) {
      throw new Refusal('SERVICE_UNAVAILABLE', {
        reason:
          `Not all that is due was done in time: the clock is at ${now.toISOString()}. ` +
          `Repeat the same \`to\`, ${to.toISOString()}: it goes on.`,
        // Without Retry-After: a repeat of `advanceBy` would move it twice.
        details: { now: now.toISOString(), to: to.toISOString() },
      })
    }
    return {
      from: from.toISOString(),
      now: now.toISOString(),
      fired: fired.filter(({ platformId }) => platformId === platform.id).map(presentFired),
    }
  },
})

/** @throws Refusal NOT_IMPLEMENTED */
function testClockOf({ testClock }: Dependencies): TestClock {
  if (testClock !== undefined) return testClock
  throw new Refusal('NOT_IMPLEMENTED', { reason: 'The clock of this stack cannot be moved.' })
}

type Asked = { readonly advanceBy?: string | undefined; readonly to?: string | undefined }

/** @throws Refusal INVALID_INPUT */
async function targetOf({ advanceBy, to }: Asked, clock: TestClock): Promise<Target> {
  const field = advanceBy === undefined ? 'to' : 'advanceBy'
  const given = advanceBy ?? to
  if (given === undefined || (advanceBy !== undefined && to !== undefined)) {
    const message = 'Give either advanceBy or to.'
    throw invalidInput([{ field: 'advanceBy', constraint: 'oneOf', message }])
  }
  const { now } = await clock.read()
  const target: Target =
    advanceBy === undefined ? { to: instant(given) } : { byMs: durationMs(advanceBy) }
  const byMs = 'to' in target ? target.to.getTime() - now.getTime() : target.byMs
  if (byMs > CLOCK_DAYS_MAX * DAY_MS) {
    const message = `is more than ${CLOCK_DAYS_MAX} days from now`
    throw invalidInput([{ field, constraint: 'maximum', message }])
  }
  return target
}

const DAY_MS = 86_400_000
const unitMs: Readonly<Record<string, number>> = {
  W: 7 * DAY_MS,
  D: DAY_MS,
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
}

/** The schema lets only weeks, days, hours, minutes and seconds through. */
function durationMs(duration: string): number {
  const parts = [...duration.matchAll(/(\d+)([WDHMS])/g)]
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0)
}

function presentFired({ at, what, object, eventIds }: Fired) {
  return {
    at: at.toISOString(),
    what,
    ...(object !== null && { objectId: object }),
    eventIds: eventIds.map((id) => idOf('Webhook', id)),
  }
}

/** Until what is due at an instant has been done, and what follows from it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Followers } from './followers.ts'
import type { Parties } from './parties.ts'
import type { Runs } from './runs.ts'
import { eventsSince, type Fired, firedOf, readClock, type Wait, waitsOf } from './waits.ts'

export type Step = {
  /** What waited before the clock was moved, also for later: time passes meanwhile. */
  readonly waiting: readonly Wait[]
  /** Only attempts of webhooks are due: nothing else follows from how one was answered. */
  readonly areWebhooks: boolean
}

export type Settling = {
  /** @returns what of it was done, with what has happened; and whether all of it was done in time */
  settle(step: Step): Promise<{
    readonly fired: readonly Fired[]
    readonly isDone: boolean
  }>
}

/** Of one instant, also where a party is stuck or a process is away. */
const PATIENCE_MS = 30_000
const LOOK_MS = 10
const TRAFFIC_MS = 1_000

export function createSettling(parts: {
  readonly database: Database
  readonly parties: Parties
  readonly followers: Followers
  readonly runs: Runs
  /** The last event that there was before. */
  readonly since: string
}): Settling {
  const { database, parties, followers, runs } = parts
  let { since } = parts

  /** One after the other: who uses the stack meanwhile always keeps somebody busy. */
  const everybody = [
    () => database.call('clock_is_busy'),
    async () => (await parties.look()).isBusy,
    () => runs.areBusy(),
  ]

  async function progress(): Promise<string> {
    const [{ worked }, done] = await Promise.all([parties.look(), database.call('clock_progress')])
    return `${worked} ${done}`
  }

  /** @returns false when it takes too long */
  async function untilQuiet(until: number, isBusy: () => Promise<boolean>): Promise<boolean> {
    while (await isBusy()) {
      if (performance.now() > until) return false
      await sleep(LOOK_MS)
    }
    return true
  }

  /** What looks only now and then looks now, until that changes nothing more. @returns false when it takes too long */
  async function untilDone(): Promise<boolean> {
    const began = performance.now()
    let before = await progress()
    for (;;) {
      await followers.follow('LOOK')
      await runs.wake()
      for (const isBusy of everybody) {
        if (!(await untilQuiet(began + PATIENCE_MS, isBusy))) return false
      }
      const now = await progress()
      // What changes for so long with nobody busy in between is the work of others, which has no end.
      if (now === before || performance.now() > began + TRAFFIC_MS) return true
      before = now
    }
  }

  return {
    async settle({ waiting, areWebhooks }) {
      const until = performance.now() + PATIENCE_MS
      const isDone = areWebhooks
        ? await untilQuiet(until, () => database.call('clock_is_busy'))
        : await untilDone()
      const [now, left] = await Promise.all([readClock(database), waitsOf(database)])
      const events = await eventsSince(database, since)
      since = events.at(-1)?.sequence ?? since
      const isLeft = new Set(left.map(keyOf))
      const done = waiting.filter((wait) => wait.at <= now && !isLeft.has(keyOf(wait)))
      return { fired: firedOf(done, events), isDone }
    },
  }
}

/** To the millisecond: an instant of a job is computed. */
function keyOf({ what, object, at }: Wait): string {
  return `${what} ${object} ${Math.round(at.getTime() / 10)}`
}

/** The database's clock, by which all processes judge alike whatever the clocks of their machines say. */
import { type Clock, instant, systemClock } from '../contract/time.ts'
import type { Queryable } from './database.ts'

const MEASURED_EVERY_MS = 60_000

export type DatabaseClock = Clock & {
  /** Asks the database now, for who knows that its clock was moved. */
  measure(): Promise<void>
  /** The database's test clock was moved: it is `aheadMs` milliseconds ahead of the machine's. */
  movedTo(aheadMs: number): void
}

/** The machine's own clock serves until the database has answered for the first time. */
export function openDatabaseClock(database: Queryable): DatabaseClock {
  let known: { readonly machineMs: number; readonly at: number } | undefined
  let aheadMs = 0
  let movedToMs = 0
  let isMeasuring = false

  async function measure(): Promise<void> {
    isMeasuring = true
    try {
      const sentAt = performance.now()
      movedToMs = 0
      const { ms, ahead } = await database.one<{ ms: number; ahead: number }>({
        name: 'database-time',
        text: `select extract(epoch from clock_timestamp())::float8 * 1000 as ms,
          coalesce((select ahead_ms from test_clock where is_only), 0)::float8 as ahead`,
      })
      known = { machineMs: ms, at: (sentAt + performance.now()) / 2 }
      // It may have been moved between the reading and its answer.
      aheadMs = Math.max(ahead, movedToMs)
    } finally {
      isMeasuring = false
    }
  }
  // The next reading of the clock measures again.
  const measureInBackground = (): void => void measure().catch(() => undefined)

  measureInBackground()
  return {
    measure,
    movedTo(ms) {
      movedToMs = Math.max(ms, movedToMs)
      aheadMs = Math.max(ms, aheadMs)
    },
    now() {
      const at = performance.now()
      const isOld = known === undefined || at - known.at > MEASURED_EVERY_MS
      if (isOld && !isMeasuring) measureInBackground()
      return known === undefined
        ? systemClock.now()
        : instant(known.machineMs + aheadMs + at - known.at)
    },
  }
}

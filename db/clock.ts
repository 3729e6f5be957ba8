/** The database's clock, by which all processes judge alike whatever the clocks of their machines say. */
import { type Clock, instant, systemClock } from '../contract/time.ts'
import type { Queryable } from './database.ts'

const MEASURED_EVERY_MS = 60_000

export type DatabaseClock = Clock & {
  /** Asks the database now, for who knows that its clock was moved. */
  measure(): Promise<void>
}

/** The machine's own clock serves until the database has answered for the first time. */
export function openDatabaseClock(database: Queryable): DatabaseClock {
  let known: { readonly databaseMs: number; readonly at: number } | undefined
  let isMeasuring = false

  async function measure(): Promise<void> {
    isMeasuring = true
    try {
      const sentAt = performance.now()
      const { ms } = await database.one<{ ms: number }>({
        name: 'database-time',
        text: 'select extract(epoch from service_now())::float8 * 1000 as ms',
      })
      known = { databaseMs: ms, at: (sentAt + performance.now()) / 2 }
    } finally {
      isMeasuring = false
    }
  }
  // The next reading of the clock measures again.
  const measureInBackground = (): void => void measure().catch(() => undefined)

  measureInBackground()
  return {
    measure,
    now() {
      const at = performance.now()
      const isOld = known === undefined || at - known.at > MEASURED_EVERY_MS
      if (isOld && !isMeasuring) measureInBackground()
      return known === undefined ? systemClock.now() : instant(known.databaseMs + at - known.at)
    },
  }
}

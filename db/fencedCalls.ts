/**
 * Calls of SQL functions that take effect in time or never, and what is known of those whose answer is lost. A statement
 * can lie in a buffer when its connection is lost, and be delivered later, after newer ones of the same caller.
 */
import pg from 'pg'
import { instant } from '../contract/time.ts'
import type { Statement } from './connection.ts'

/** The statement as it is sent on that connection. */
export type Fenced = (connection: pg.ClientBase, statement: Statement) => Promise<Statement>

/** The server's clock as a connection has last read it; milliseconds, of the server and of this process. */
type Reading = { readonly at: number; readonly readAt: number }

const DAY_MS = 86_400_000
/** Between two readings: no clock drifts or is set far in so short a time. */
const READING_MS = 60_000

/**
 * Has PostgreSQL refuse a call after the instant until which its caller waits for it, by the server's own clock.
 *
 * @param longestMs how long the caller waits for a statement that is sent now
 */
export function fencedWithin(longestMs: () => number): Fenced {
  const readings = new WeakMap<pg.ClientBase, Reading>()
  return async (connection, statement) => {
    const waitMs = longestMs()
    if (waitMs > DAY_MS) return statement
    let reading = readings.get(connection)
    if (reading === undefined || performance.now() - reading.readAt > READING_MS) {
      reading = await readClock(connection)
      readings.set(connection, reading)
    }
    // The answer was under way for a while: what is added since it came is too little, never too much.
    const until = reading.at + (performance.now() - reading.readAt) + longestMs()
    const { name, text, values = [] } = statement
    return {
      ...(name !== undefined && { name: `${name}/fenced` }),
      text: `${text} from not_after($${values.length + 1})`,
      values: [...values, instant(until).toISOString()],
    }
  }
}

async function readClock(connection: pg.ClientBase): Promise<Reading> {
  const { rows } = await connection.query<{ at: Date }>({
    name: 'server_clock',
    text: 'select clock_timestamp() as at',
  })
  return { at: rows[0]?.at.getTime() ?? Number.NaN, readAt: performance.now() }
}

const unanswered = new WeakSet<object>()

/**
 * Of a call or a commit: without an ERROR of PostgreSQL it is not known whether it takes effect. A connection that ends
 * with FATAL may have ended after the commit.
 */
export function noteUnanswered(error: unknown): void {
  if (!(error instanceof Error)) return
  if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') unanswered.add(error)
}

/** Whether the error is of a call, or a commit, that may have been carried out. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof Error && (unanswered.has(error) || mayBeDone(error.cause))
}

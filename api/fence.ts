/**
 * Until when a decision may still be made. A statement can lie in a buffer when its connection is lost, and be carried
 * out later; a decision therefore refuses after the instant that its caller has waited for at most.
 */
import { instant } from '../contract/time.ts'
import { remainingMs } from './deadline.ts'

/** The database's clock as a read before the decision has returned it, and what was left of the request then. */
export type Reading = { readonly at: string; readonly remainingMs: number }

/** Of a request's time, for the look-up after a decision whose answer was lost; at most a third of what is left. */
const LOOK_UP_MS = 2_000

/** @param at `clock_timestamp()` of the read, ISO 8601 */
export function readingOf(at: string): Reading {
  return { at, remainingMs: remainingMs() }
}

/** ISO 8601, of the database's clock; undefined outside a request, which waits for ever. */
export function fenceOf({ at, remainingMs }: Reading): string | undefined {
  if (remainingMs === Number.POSITIVE_INFINITY) return undefined
  const left = Math.max(0, remainingMs - Math.min(LOOK_UP_MS, remainingMs / 3))
  return instant(instant(at).getTime() + left).toISOString()
}

/** SQL of the clock that a fence is measured by: never the test clock. */
export const READ_AT = `to_json(clock_timestamp()) #>> '{}' as read_at`

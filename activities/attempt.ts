/**
 * The attempt of an activity at hand. A process may be paused within it (a machine that is suspended, a restore of the
 * store that it sleeps through), and go on when another attempt has long begun, or its payment has ended.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { systemClock } from '../contract/time.ts'

/** When it ends, on both clocks: one of them may pause with the machine. */
type Attempt = { readonly until: number; readonly wallUntil: number }

const attempts = new AsyncLocalStorage<Attempt>()

/** Runs the work of an activity's attempt. After `ms` milliseconds Temporal no longer accepts its result. */
export function withinAttempt<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const wallUntil = systemClock.now().getTime() + ms
  return attempts.run({ until: performance.now() + ms, wallUntil }, work)
}

/** Whether Temporal has given the attempt up; outside one nothing ends. */
export function isAttemptOver(): boolean {
  const attempt = attempts.getStore()
  if (attempt === undefined) return false
  return performance.now() > attempt.until || systemClock.now().getTime() > attempt.wallUntil
}

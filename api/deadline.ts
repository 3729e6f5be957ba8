/** How long the request at hand may still wait, for PostgreSQL and for Temporal. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** When it ends, on the clock of `performance.now()`. */
type Deadline = { at: number }

const deadlines = new AsyncLocalStorage<Deadline>()

/** Runs the work with a deadline: what it waits for after `ms` milliseconds is refused, or counts as unanswered. */
export function withinDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  return deadlines.run({ at: performance.now() + ms }, work)
}

/**
 * The time in which the client sends its request is its own: there is no deadline meanwhile, also not
 * for what is written along with an upload, and as much is left afterwards as before.
 */
export async function besideDeadline<Result>(read: () => Promise<Result>): Promise<Result> {
  const deadline = deadlines.getStore()
  if (deadline === undefined) return read()
  const left = remainingMs()
  deadline.at = Infinity
  try {
    return await read()
  } finally {
    deadline.at = performance.now() + left
  }
}

/** Milliseconds, below 0 when it is over; Infinity outside a request. */
export function remainingMs(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? Infinity : deadline.at - performance.now()
}

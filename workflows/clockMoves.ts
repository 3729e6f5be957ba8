/**
 * A test clock that is moved ahead. Timers of Temporal go by the machine's clock; so who waits for an instant gets the
 * seconds that are left from the database, and asks again once the clock was moved. The state is the run's own.
 */
import { defineSignal } from '@temporalio/workflow'

export const clockMovedSignal = defineSignal('clockMoved')

let moves = 0

export function noteClockMove(): void {
  moves += 1
}

/** To be called before the row is read that says how long to wait. @returns whether the clock was moved since */
export function clockMoves(): () => boolean {
  const before = moves
  return () => moves > before
}

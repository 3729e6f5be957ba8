/**
 * Calls that wait for another party, such as the caller's endpoint, its decision or an outside party: how many of one
 * caller do so at a time, and when each of them looks again.
 */

/** Each wait holds a place and reads again and again: many of them would be a load that no limit counts. */
const WAITS_MAX = 5
const FIRST_MS = 1_000
const LONGEST_MS = 4_000
const GROWTH = 1.3

export type Waits = {
  /** Takes one of the caller's places; undefined if all are taken. Calling the result frees it. */
  enter(callerId: string): (() => void) | undefined
}

/** The waits of one process. */
export function waitsOf(max = WAITS_MAX): Waits {
  const counts = new Map<string, number>()
  return {
    enter(callerId) {
      const count = counts.get(callerId) ?? 0
      if (count >= max) return undefined
      counts.set(callerId, count + 1)
      return () => {
        const left = (counts.get(callerId) ?? 1) - 1
        if (left === 0) counts.delete(callerId)
        else counts.set(callerId, left)
      }
    },
  }
}

/**
 * Milliseconds until the next look: longer each time, and scattered, so that waits that began
 * together do not look together.
 *
 * @param looks how many there were
 * @param random from 0 to below 1
 */
export function pauseMs(looks: number, random = Math.random()): number {
  return Math.min(LONGEST_MS, FIRST_MS * GROWTH ** (looks - 1)) * (0.75 + random / 2)
}

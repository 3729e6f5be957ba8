import { expect, test } from 'vitest'
import { retryDelayMs } from '../../activities/retryableFailures.ts'

const config = { OUTSIDE_POLL_MS: 500 }

/** The delays of an activity that is pending whenever it is called, until it has waited that long. */
function delaysUntil(endMs: number, isAwaited: boolean): number[] {
  const delays: number[] = []
  for (let waited = 0; waited < endMs; ) {
    const delay = retryDelayMs(waited, config, isAwaited)
    delays.push(delay)
    waited += delay
  }
  return delays
}

test('delays grow with what has been waited', () => {
  expect(delaysUntil(30_000, false)).toEqual([500, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

test('while a customer waits, two seconds are the longest, whatever has failed before', () => {
  const awaited = delaysUntil(30_000, true)
  expect(awaited.slice(0, 5)).toEqual([500, 500, 1_000, 2_000, 2_000])
  expect(Math.max(...awaited)).toBe(2_000)
  // Five failed calls take this long by the activity's policy.
  expect(retryDelayMs(15_500, config, true)).toBe(2_000)
  expect(retryDelayMs(30_000, config, true)).toBe(10_000)
})

/** Scenarios of which `npm test` runs a part. */
import { type TestFunction, test } from 'vitest'
import { chanceOf, isLong } from './seed.ts'

type Register = (name: string, body: TestFunction, timeoutMs?: number) => void

/**
 * A `test` for long scenarios that are like one another: `npm test` runs about one in `count` of them,
 * by the run's seed, and reports the others as skipped; the long suite runs all.
 */
export function oneTestIn(count: number): Register {
  return (name, body, timeoutMs) =>
    test.runIf(isLong || chanceOf(`test ${name}`).integer(count) === 0)(name, body, timeoutMs)
}

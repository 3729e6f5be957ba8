import { waitUntil } from '../support/builders.ts'

/**
 * Does the work of concurrent tests while no worker runs: the workers stop and run again once for
 * all of them.
 *
 * @param tests how many call it side by side; with 1 each call stops the workers by itself
 */
export function whileNoWorkerRunsFor(
  tests: number,
  workers: { stop(): Promise<void> | void; run(): void },
): (work: () => Promise<void>) => Promise<void> {
  let toPrepare = tests
  let working = 0
  let stopping: Promise<void> | undefined
  return async (work) => {
    toPrepare -= 1
    // One that has failed before it came here is not waited for, nor one that is tried again alone.
    await waitUntil('the others are ready', () => toPrepare <= 0, 30_000).catch(() => undefined)
    working += 1
    stopping ??= Promise.resolve(workers.stop())
    try {
      await stopping
      await work()
    } finally {
      working -= 1
      if (working === 0) {
        stopping = undefined
        workers.run()
      }
    }
  }
}

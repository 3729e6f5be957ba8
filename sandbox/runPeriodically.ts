import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDatabaseAway } from './store/store.ts'

const AFTER_ERROR_MS = 500

export type PeriodicTask = { stop(): Promise<void> }

/**
 * Runs due work periodically. Due work is stored, so nothing is lost with the process; a failure is
 * logged and retried.
 */
export function runPeriodically(
  intervalMs: number | (() => number),
  log: Logger,
  work: () => Promise<void>,
): PeriodicTask {
  const stopping = new AbortController()
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let pauseMs = AFTER_ERROR_MS
      try {
        await work()
        pauseMs = typeof intervalMs === 'number' ? intervalMs : intervalMs()
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'due work failed')
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

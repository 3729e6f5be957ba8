/** Runs a task periodically, never concurrently with itself; a failure is logged and retried. */
import type { Logger } from 'pino'

export type Periodic = {
  stop(): Promise<void>
  /** Once more from now on, whatever the time; resolves when it has been done. */
  runNow(): Promise<void>
}

export function runPeriodically(
  name: string,
  everyMs: number,
  log: Logger,
  task: () => Promise<void>,
): Periodic {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let again: Promise<void> | undefined
  const turn = (): void => {
    running = task()
      .catch((error: unknown) => {
        log.warn({ err: error }, `${name} failed; it will be retried`)
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(turn, everyMs)
      })
  }
  turn()
  return {
    runNow() {
      // What runs may have looked already.
      again ??= running.then(() => {
        again = undefined
        clearTimeout(timer)
        if (!stopped) turn()
        return running
      })
      return again
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

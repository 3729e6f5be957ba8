/** Runs a task periodically, never concurrently with itself; a failure is logged and retried. */
import type { Logger } from 'pino'

export function runPeriodically(
  name: string,
  everyMs: number,
  log: Logger,
  task: () => Promise<void>,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
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
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** What the outside parties do later than they were asked to, found by one statement for all of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type PeriodicTask, runPeriodically } from './runPeriodically.ts'
import { isDatabaseAway, type Store } from './store/store.ts'

const INTERVAL_MS = 50
/** Where nothing was due for so many looks, most of them would be the whole cost of an idle process. */
const IDLE_LOOKS = 40
const IDLE_INTERVAL_MS = 250
const AFTER_ERROR_MS = 500

export type DueWork = {
  /** `from ... where ...` of what is due; there is a row as long as something is. */
  readonly from: string
  /** Does it. */
  readonly work: () => Promise<void>
}

/**
 * Does due work until it is stopped, each kind on its own: one that takes long keeps no other waiting. Due
 * work is stored, so nothing is lost with the process; a failure is logged and tried again.
 */
export function doDueWork(store: Store, log: Logger, kinds: readonly DueWork[]): PeriodicTask {
  const running = new Map<DueWork, Promise<void>>()
  const start = (kind: DueWork): void => {
    const done = kind
      .work()
      .catch(async (error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'due work failed')
        await sleep(AFTER_ERROR_MS)
      })
      .finally(() => running.delete(kind))
    running.set(kind, done)
  }
  const columns = kinds.map(({ from }, index) => `exists (select ${from}) as "${index}"`)
  let looksInVain = 0
  const intervalMs = () => (looksInVain < IDLE_LOOKS ? INTERVAL_MS : IDLE_INTERVAL_MS)
  const looking = runPeriodically(intervalMs, log, async () => {
    const { rows } = await store.pool.query<Record<string, boolean>>({
      name: 'what-is-due',
      text: `select ${columns.join(', ')}`,
    })
    for (const [index, kind] of kinds.entries()) {
      if (rows[0]?.[index] && !running.has(kind)) start(kind)
    }
    looksInVain = Object.values(rows[0] ?? {}).includes(true) ? 0 : looksInVain + 1
  })
  return {
    async stop() {
      await looking.stop()
      await Promise.all(running.values())
    },
  }
}

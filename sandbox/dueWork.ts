/** What the outside parties do later than they were asked to, found by one statement for all of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type PeriodicTask, runPeriodically } from './runPeriodically.ts'
import type { PartyClock } from './store/clock.ts'
import { isDatabaseAway, type Store } from './store/store.ts'

const INTERVAL_MS = 50
/** After this many polls with nothing due it polls less often: polling would be the whole cost of an idle process. */
const IDLE_LOOKS = 40
const IDLE_INTERVAL_MS = 250
const AFTER_ERROR_MS = 500

export type DueWork = {
  /** For who moves the clock: in words. */
  readonly what: string
  /** `from ... where ...` of what is due; there is a row as long as something is. */
  readonly due: string
  /** A select of the instant at which the next of it is due, null without any. */
  readonly next: string
  /** Does it. */
  readonly work: () => Promise<void>
}

export type DueLook = {
  /** Something is due, or being done. */
  readonly isBusy: boolean
  /** How often something has been done since the start: with the same number nothing was. */
  readonly worked: number
  /** Of what is due later, by its words. */
  readonly next: Readonly<Record<string, string>>
}

export type DueWorker = PeriodicTask & { look(): Promise<DueLook> }

/**
 * Does due work until it is stopped, each kind on its own: one that takes long keeps no other waiting. Due
 * work is stored, so nothing is lost with the process; a failure is logged and tried again.
 */
export function doDueWork(
  store: Store,
  log: Logger,
  clock: Pick<PartyClock, 'isHeld'>,
  kinds: readonly DueWork[],
): DueWorker {
  const running = new Map<DueWork, Promise<void>>()
  let worked = 0
  const start = (kind: DueWork): void => {
    worked += 1
    const done = kind
      .work()
      .catch(async (error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'due work failed')
        await sleep(AFTER_ERROR_MS)
      })
      .finally(() => running.delete(kind))
    running.set(kind, done)
  }
  const columns = kinds.map(({ due }, index) => `exists (select ${due}) as "${index}"`)
  const instants = kinds.map(({ next }, index) => `(${next}) as "${index}"`)
  let looksInVain = 0
  const intervalMs = () => (looksInVain < IDLE_LOOKS ? INTERVAL_MS : IDLE_INTERVAL_MS)
  const looking = runPeriodically(intervalMs, log, async () => {
    const { rows } = await store.pool.query<Record<string, boolean>>({
      name: 'what-is-due',
      text: `select ${columns.join(', ')}`,
    })
    for (const [index, kind] of kinds.entries()) {
      if (rows[0]?.[index] && !running.has(kind) && !clock.isHeld) start(kind)
    }
    looksInVain = Object.values(rows[0] ?? {}).includes(true) ? 0 : looksInVain + 1
  })
  return {
    async look() {
      const { rows } = await store.pool.query<Record<string, Date | boolean | null>>({
        name: 'when-it-is-due',
        text: `select ${instants.join(', ')}, ${kinds.map(({ due }) => `exists (select ${due})`).join(' or ')} as busy`,
      })
      const [{ busy, ...at } = { busy: false }] = rows
      const next = kinds.flatMap(({ what }, index) => {
        const instantOf = (at as Record<string, Date | null>)[index]
        return instantOf ? [[what, instantOf.toISOString()]] : []
      })
      return {
        isBusy: running.size > 0 || busy === true,
        worked,
        next: Object.fromEntries(next) as Record<string, string>,
      }
    },
    async stop() {
      await looking.stop()
      await Promise.all(running.values())
    },
  }
}

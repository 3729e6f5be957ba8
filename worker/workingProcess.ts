/** Keeps the Temporal workers of a process running until it is stopped; not in a store that is being restored. */
import type { WorkflowBundle } from '@temporalio/worker'
import type { ActivityDependencies } from '../activities/index.ts'
import { storeStateOf } from '../db/storeState.ts'
import { runPeriodically } from './runPeriodically.ts'
import { connectWorker, startWorkers, type Workers } from './workers.ts'

const RECONNECT_MS = 1_000
const STORE_STATE_MS = 1_000

const CONNECTING = 'temporal (it is being connected to)'

export type WorkingProcess = {
  /** What keeps it from working, with what mends it; undefined: it works. */
  readonly missing: string | undefined
  /** Starts the workers, again whenever they fail; resolves when they have drained after `stop`. */
  run(bundle: WorkflowBundle | undefined, probePort: number): Promise<void>
  stop(): void
}

class StoreIsRestored extends Error {}

export function workingProcess(dependencies: ActivityDependencies): WorkingProcess {
  const { config, database, log } = dependencies
  let missing: string | undefined = CONNECTING
  let stopping = false
  let shutdown = (): void => undefined
  /** In a store that was set back, until what ran before has been ended. */
  const mustStandStill = async (): Promise<boolean> =>
    (await storeStateOf(database)).state === 'RESTORING'
  /** Resolves when the workers have drained. */
  const untilStopped = async (workers: Workers): Promise<void> => {
    const watch = runPeriodically(
      'a look at the state of the store',
      STORE_STATE_MS,
      log,
      async () => {
        if (await mustStandStill()) workers.shutdown()
      },
    )
    try {
      await workers.run
    } finally {
      await watch.stop()
    }
  }
  return {
    get missing() {
      return stopping ? 'accepting (it drains)' : missing
    },
    async run(bundle, probePort) {
      while (!stopping) {
        try {
          if (await mustStandStill()) throw new StoreIsRestored('the store is being restored')
          const native = await connectWorker(config)
          try {
            const workers = await startWorkers(native, bundle, dependencies)
            shutdown = workers.shutdown
            missing = undefined
            log.info({ port: probePort }, 'working')
            if (stopping) workers.shutdown()
            await untilStopped(workers)
          } finally {
            await native.close()
          }
        } catch (error) {
          // Temporal is unavailable or being upgraded, or the store is being restored: workflows wait.
          log.error({ err: error }, 'workers stopped; they are started again')
          missing = reasonOf(error)
        }
        missing ??= CONNECTING
        if (!stopping) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      }
    },
    stop() {
      stopping = true
      shutdown()
    },
  }
}

/** What an operator does about it. The SDK's errors of the server have its words alone. */
function reasonOf(error: unknown): string {
  if (error instanceof StoreIsRestored) return 'store (let npm run restore:begin finish)'
  if (/namespace\b.*\bnot found/i.test(String(error))) {
    return 'namespace (make the namespace of TEMPORAL_NAMESPACE on that server, or name another)'
  }
  return 'temporal (see that TEMPORAL_ADDRESS answers)'
}

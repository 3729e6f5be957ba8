/** Runs the Temporal workers of a process, and restarts them on failure. Pauses while the database is being restored. */
import type { WorkflowBundle } from '@temporalio/worker'
import type { ActivityDependencies } from '../activities/index.ts'
import { storeStateOf } from '../db/storeState.ts'
import { runPeriodically } from './runPeriodically.ts'
import { connectWorker, startWorkers, type Workers } from './workers.ts'

const RECONNECT_MS = 1_000
const STORE_STATE_MS = 1_000

const CONNECTING = 'temporal (it is being connected to)'

export type WorkingProcess = {
  /** Why the workers do not run, and how to fix it; undefined while they run. */
  readonly missing: string | undefined
  /** Runs the workers and restarts them on failure; resolves when they have drained after `stop`. */
  run(bundle: WorkflowBundle | undefined, probePort: number): Promise<void>
  stop(): void
}

class StoreIsRestoring extends Error {}

export function workingProcess(dependencies: ActivityDependencies): WorkingProcess {
  const { config, database, log } = dependencies
  let missing: string | undefined = CONNECTING
  let stopping = false
  let shutdown = (): void => undefined
  /** Until the workflows that ran before a restore have been ended. */
  const isRestoring = async (): Promise<boolean> =>
    (await storeStateOf(database)).state === 'RESTORING'
  /** Resolves when the workers have drained. */
  const drained = async (workers: Workers): Promise<void> => {
    const watch = runPeriodically(
      'a look at the state of the store',
      STORE_STATE_MS,
      log,
      async () => {
        if (await isRestoring()) workers.shutdown()
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
          if (await isRestoring()) throw new StoreIsRestoring('the store is being restored')
          const native = await connectWorker(config)
          try {
            const workers = await startWorkers(native, bundle, dependencies)
            shutdown = workers.shutdown
            missing = undefined
            log.info({ port: probePort }, 'working')
            if (stopping) workers.shutdown()
            await drained(workers)
          } finally {
            await native.close()
          }
        } catch (error) {
          // Temporal is unavailable or upgrading, or the store is being restored: workflows resume later.
          log.error({ err: error }, 'workers stopped; restarting')
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

/** Advice for the operator. The SDK reports server errors only as text, so it matches the message. */
function reasonOf(error: unknown): string {
  if (error instanceof StoreIsRestoring) return 'store (let payments admin restore begin finish)'
  if (/namespace\b.*\bnot found/i.test(String(error))) {
    return 'namespace (make the namespace of TEMPORAL_NAMESPACE on that server, or name another)'
  }
  return 'temporal (see that TEMPORAL_ADDRESS answers)'
}

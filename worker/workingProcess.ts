/** Keeps the Temporal workers of a process running until it is stopped; not in a store that is being restored. */
import type { WorkflowBundle } from '@temporalio/worker'
import type { ActivityDependencies } from '../activities/index.ts'
import { storeStateOf } from '../db/storeState.ts'
import { runPeriodically } from './runPeriodically.ts'
import { connectWorker, startWorkers, type Workers } from './workers.ts'

const RECONNECT_MS = 1_000
const STORE_STATE_MS = 1_000

export type WorkingProcess = {
  /** Connected, and not stopping. */
  readonly isWorking: boolean
  /** Starts the workers, again whenever they fail; resolves when they have drained after `stop`. */
  run(bundle: WorkflowBundle | undefined, probePort: number): Promise<void>
  stop(): void
}

export function workingProcess(dependencies: ActivityDependencies): WorkingProcess {
  const { config, database, log } = dependencies
  let working = false
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
    get isWorking() {
      return working && !stopping
    },
    async run(bundle, probePort) {
      while (!stopping) {
        try {
          if (await mustStandStill()) throw new Error('the store is being restored')
          const native = await connectWorker(config)
          const workers = await startWorkers(native, bundle, dependencies)
          shutdown = workers.shutdown
          working = true
          log.info({ port: probePort }, 'working')
          if (stopping) workers.shutdown()
          await untilStopped(workers)
          await native.close()
        } catch (error) {
          // Temporal is unavailable or being upgraded, or the store is being restored: workflows wait.
          log.error({ err: error }, 'workers stopped; they are started again')
        }
        working = false
        if (!stopping) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      }
    },
    stop() {
      stopping = true
      shutdown()
    },
  }
}

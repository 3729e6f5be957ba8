/** Keeps the Temporal workers of a process running until it is stopped. */
import type { WorkflowBundle } from '@temporalio/worker'
import type { ActivityDependencies } from '../activities/index.ts'
import { connectWorker, startWorkers } from './workers.ts'

const RECONNECT_MS = 1_000

export type WorkingProcess = {
  /** Connected, and not stopping. */
  readonly isWorking: boolean
  /** Starts the workers, again whenever they fail; resolves when they have drained after `stop`. */
  run(bundle: WorkflowBundle | undefined, probePort: number): Promise<void>
  stop(): void
}

export function workingProcess(dependencies: ActivityDependencies): WorkingProcess {
  const { config, log } = dependencies
  let working = false
  let stopping = false
  let shutdown = (): void => undefined
  return {
    get isWorking() {
      return working && !stopping
    },
    async run(bundle, probePort) {
      while (!stopping) {
        try {
          const native = await connectWorker(config)
          const workers = await startWorkers(native, bundle, dependencies)
          shutdown = workers.shutdown
          working = true
          log.info({ port: probePort }, 'working')
          if (stopping) workers.shutdown()
          await workers.run
          await native.close()
        } catch (error) {
          // Temporal is unavailable or being upgraded: workflows wait, and the workers reconnect.
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

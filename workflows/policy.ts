/** Time-outs and retries: the only place that has them. */
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'

/**
 * Database steps, inside the workflow task. Idempotent by key, so they may run again after a lost
 * task; they wait for the database as long as it takes.
 */
export const quick: LocalActivityOptions = {
  startToCloseTimeout: '2 seconds',
  localRetryThreshold: '2 seconds',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '2 seconds' },
}

/**
 * Outside parties, on a task queue of their own. They are asked for ever: silence is not a no.
 * The time-out is what a killed worker costs before another one asks again.
 *
 * @param summary what an operator sees that the workflow waits for
 */
export function patient(taskQueue: string, summary: string): ActivityOptions {
  return {
    taskQueue,
    summary,
    startToCloseTimeout: '8 seconds',
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10 seconds' },
  }
}

/** Timeouts and retry policies: the only place that has them. */
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'

/**
 * Database steps: local activities inside the workflow task. Idempotent by key, so they may run
 * again after a lost task; they retry until the database is available.
 */
export const quick: LocalActivityOptions = {
  startToCloseTimeout: '2 seconds',
  localRetryThreshold: '2 seconds',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '2 seconds' },
}

/**
 * Calls to outside parties, on a task queue of their own. Retried without limit: a missing response
 * is not a refusal. The timeout is how long a call is lost with a killed worker.
 *
 * @param summary what the workflow waits for, as shown to operators
 */
export function patient(taskQueue: string, summary: string): ActivityOptions {
  return {
    taskQueue,
    summary,
    startToCloseTimeout: '8 seconds',
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10 seconds' },
  }
}

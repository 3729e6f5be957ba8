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
 * How long a verification that waits for its platform goes unread: the vendor's notice that the person
 * has gone on could be lost.
 */
export const WAITING_READ_SECONDS = 86_400

const FIRST_OPENING_SECONDS = 5
const OPENING_SECONDS_MAX = 3_600

/**
 * How long a card that its issuer has not opened yet goes unread: longer each time, so that one that is never opened
 * costs a call an hour.
 *
 * @param readings how often it was read already
 */
export function cardOpeningSeconds(readings: number): number {
  return Math.min(FIRST_OPENING_SECONDS * 2 ** (readings - 1), OPENING_SECONDS_MAX)
}

/**
 * Work on many rows, in calls of some seconds to minutes that report how far they are: a call whose
 * worker has died is made again after the heartbeat's timeout.
 *
 * @param summary what the workflow waits for, as shown to operators
 */
export function lengthy(taskQueue: string, summary: string): ActivityOptions {
  return {
    ...patient(taskQueue, summary),
    startToCloseTimeout: '30 minutes',
    heartbeatTimeout: '30 seconds',
  }
}

/**
 * Several calls to an outside party, one after the other: all of them, a new token included, may take as long as one
 * may. The worker's heartbeat says that it lives, so that a killed one is missed as soon as with `patient`.
 *
 * @param summary what the workflow waits for, as shown to operators
 */
export function patientWithSeveral(taskQueue: string, summary: string): ActivityOptions {
  return {
    ...patient(taskQueue, summary),
    startToCloseTimeout: '40 seconds',
    heartbeatTimeout: '8 seconds',
  }
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

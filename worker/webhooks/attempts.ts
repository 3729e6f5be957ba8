/** An attempt's two statements. What they decide is in db/functions/webhooks/. */
import type { Environment } from '../../contract/outsideParties.ts'
import type { OrderedFault } from '../../contract/sandboxFaults.ts'
import type { WebhookEvent } from '../../contract/webhooks.ts'
import type { Queryable } from '../../db/database.ts'
import type { MetFault } from '../../db/sandboxFaultFunctions.ts'

export type Queries = Queryable

export type Attempt = {
  readonly outcome: 'ATTEMPT'
  readonly deliveryId: string
  /** Number of the attempt, from 1. */
  readonly attempt: number
  readonly endpoint: string
  /** A redelivery: attempted once, if its outcome can be recorded. */
  readonly isManual: boolean
  readonly platformId: string
  readonly environment: Environment
  /** The bytes that earlier attempts sent. */
  readonly body: string | null
  readonly event: WebhookEvent
  /** What its platform has ordered to happen to it, in the sandbox. */
  readonly fault: MetFault | null
}

/**
 * FINISHED: nothing is left to do. IN_PROGRESS: another pool makes the attempt. QUEUED: its
 * endpoint has no free slot; the pool that frees one continues with it, or adds its job again.
 */
export type AttemptStart =
  | Attempt
  | { readonly outcome: 'FINISHED' | 'IN_PROGRESS' }
  | {
      readonly outcome: 'QUEUED'
      readonly platformId: string
      readonly endpoint: string
    }

export type AttemptOutcome = {
  readonly deliveryId: string
  /** The job pool that holds the slot. */
  readonly pool: string
  readonly attempt: number
  /** FAILED is retried `retryAfterMs` later, unless that is too late. STOPPED is not retried. */
  readonly outcome: 'DELIVERED' | 'FAILED' | 'STOPPED'
  readonly status?: number | undefined
  readonly error?: string | undefined
  /** The beginning of the response body. */
  readonly response?: string | undefined
  readonly durationMs: number
  /** Absent when no request was sent. */
  readonly isTimeout?: boolean
  readonly retryAfterMs: number
  readonly giveUpAfterMs: number
  /** The bytes that were sent, kept for the retry. */
  readonly body?: string | undefined
  /** The ordered fault that it met. */
  readonly fault?: OrderedFault | undefined
  /** The slot may continue with the endpoint's next queued delivery. */
  readonly mayContinue: boolean
}

export type RecordedAttempt = {
  readonly status: 'DELIVERED' | 'STOPPED' | 'PENDING'
  /** The next attempt, already started under the same pool's id. */
  readonly next: Attempt | null
}

/** Takes a slot and counts the attempt. */
export async function beginAttempt(
  database: Queries,
  deliveryId: string,
  pool: string,
): Promise<AttemptStart> {
  return (await database.call('begin_webhook_attempt', deliveryId, pool)) as AttemptStart
}

/** For a delivery that was just queued: the pool that freed a slot concurrently has not seen it. */
export async function resumeQueuedDeliveries(
  database: Queries,
  platformId: string,
  endpoint: string,
): Promise<void> {
  await database.call('resume_platform_deliveries', platformId, endpoint)
}

/**
 * Records the outcome, adds the retry job and frees the slot, or continues with it, in one
 * transaction.
 */
export async function endAttempt(database: Queries, end: AttemptOutcome): Promise<RecordedAttempt> {
  return (await database.call('end_webhook_attempt', end)) as RecordedAttempt
}

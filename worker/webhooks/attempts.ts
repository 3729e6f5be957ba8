/** An attempt's two statements. What they decide is in db/functions/webhooks/. */
import type { WebhookEvent } from '../../contract/webhooks.ts'
import type { Queryable } from '../../db/database.ts'

export type Queries = Queryable

export type Attempt = {
  readonly outcome: 'ATTEMPT'
  readonly deliveryId: string
  /** Its number, from 1. */
  readonly attempt: number
  readonly endpoint: string
  /** Sent again by hand: this attempt, if its end can be recorded, is the only one. */
  readonly isManual: boolean
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  /** What the attempts before this one sent. */
  readonly body: string | null
  readonly event: WebhookEvent
}

/**
 * FINISHED: nothing is left to do. IN_PROGRESS: another pool makes the attempt. QUEUED: its endpoint has no free
 * slot; whoever gives one back goes on with it, or adds its job again.
 */
export type AttemptStart =
  | Attempt
  | { readonly outcome: 'FINISHED' | 'IN_PROGRESS' }
  | { readonly outcome: 'QUEUED'; readonly endpoint: string }

export type AttemptOutcome = {
  readonly deliveryId: string
  /** The job pool that holds the slot. */
  readonly pool: string
  readonly attempt: number
  /** FAILED means: again at `nextAttemptAt`, unless that is too late. STOPPED: never again. */
  readonly outcome: 'DELIVERED' | 'FAILED' | 'STOPPED'
  readonly status?: number | undefined
  readonly error?: string | undefined
  /** What the receiver said beside its status. */
  readonly response?: string | undefined
  readonly durationMs: number
  /** Left out when the endpoint has not been asked. */
  readonly isTimeout?: boolean
  readonly nextAttemptAt: Date
  readonly giveUpAfterMs: number
  /** The bytes that were sent, when they are to be sent again. */
  readonly body?: string | undefined
  /** The slot may go on with the endpoint's next parked delivery. */
  readonly mayContinue: boolean
}

export type RecordedAttempt = {
  readonly status: 'DELIVERED' | 'STOPPED' | 'PENDING'
  /** Begun already, in the same pool's name. */
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

/** For a delivery that was just parked: a slot given back meanwhile has not seen it. */
export async function resumeQueuedDeliveries(database: Queries, endpoint: string): Promise<void> {
  await database.call('resume_queued_deliveries', endpoint)
}

/**
 * Records the outcome, adds the next job and gives the slot back, or goes on with it, in one
 * transaction.
 */
export async function endAttempt(database: Queries, end: AttemptOutcome): Promise<RecordedAttempt> {
  return (await database.call('end_webhook_attempt', end)) as RecordedAttempt
}

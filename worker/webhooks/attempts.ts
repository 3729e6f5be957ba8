/** An attempt's two statements. What they decide is in 0017-webhook-history.sql. */
import type { WebhookEvent } from '../../contract/webhooks.ts'
import type { Database } from '../../db/database.ts'

export type Queries = Pick<Database, 'query'>

export type Attempt = {
  readonly outcome: 'ATTEMPT'
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
 * OVER: nothing is left to do. UNDER_WAY: another pool is at it. PARKED: its endpoint has no free
 * slot; whoever gives one back adds the job again.
 */
export type Begun = Attempt | { readonly outcome: 'OVER' | 'UNDER_WAY' | 'PARKED' }

export type AttemptEnd = {
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
  /** The bytes that were sent, to be sent again. */
  readonly body?: string
}

/** Takes a slot and counts the attempt. */
export async function beginAttempt(
  database: Queries,
  deliveryId: string,
  pool: string,
): Promise<Begun> {
  const [row] = await database.query<{ begun: Begun }>({
    name: 'begin_webhook_attempt',
    text: 'select begin_webhook_attempt($1, $2) as begun',
    values: [deliveryId, pool],
  })
  return row?.begun ?? { outcome: 'OVER' }
}

/** Records the outcome, adds the next job and gives the slot back, in one transaction. */
export async function finishAttempt(
  database: Queries,
  end: AttemptEnd,
): Promise<'DELIVERED' | 'STOPPED' | 'PENDING'> {
  const [row] = await database.query<{ status: 'DELIVERED' | 'STOPPED' | 'PENDING' }>({
    name: 'finish_webhook_attempt',
    text: 'select finish_webhook_attempt($1) as status',
    values: [JSON.stringify(end)],
  })
  return row?.status ?? 'STOPPED'
}

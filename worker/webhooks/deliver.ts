/** The job `deliver_webhook`: one attempt of one delivery. It is never retried as a job. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Clock, instant } from '../../contract/time.ts'
import type { WebhookKeys } from '../../contract/webhookKeys.ts'
import { SIGNATURE_HEADER, webhookSignature } from '../../contract/webhookSignature.ts'
import { isRetried, webhookBody } from '../../contract/webhooks.ts'
import {
  type Attempt,
  type AttemptEnd,
  beginAttempt,
  finishAttempt,
  type Queries,
} from './attempts.ts'
import { retryDelayMs, type WebhookPolicy } from './policy.ts'
import type { Poster, PostResult } from './post.ts'

export type DeliveryDependencies = {
  readonly database: Queries
  readonly poster: Poster
  readonly keys: WebhookKeys
  readonly policy: WebhookPolicy
  readonly clock: Clock
  readonly log: Logger
}

const USER_AGENT = 'embedded-wallet-payments-webhooks/1'
const ALREADY_PROCESSED = 409

/** Waits between tries to write down how an attempt ended: an answer must survive a restart. */
const RECORD_RETRIES_MS = [100, 300, 1_000, 2_000, 4_000, 8_000]

/**
 * Makes the next attempt of a delivery, if its endpoint has a free slot, and records it.
 *
 * @param pool id of the job pool that runs this job
 * @throws when PostgreSQL does not take the outcome: the delivery is then found by its dead job
 */
export async function deliverWebhook(
  dependencies: DeliveryDependencies,
  deliveryId: string,
  pool: string,
): Promise<void> {
  const begun = await beginAttempt(dependencies.database, deliveryId, pool)
  if (begun.outcome !== 'ATTEMPT') return
  const { clock, policy, log } = dependencies
  const outcome = await attemptOutcome(dependencies, begun)
  const delayMs = retryDelayMs(begun.attempt, policy, Math.random())
  const status = await record(dependencies, {
    ...outcome,
    deliveryId,
    pool,
    attempt: begun.attempt,
    nextAttemptAt: instant(clock.now().getTime() + delayMs),
    giveUpAfterMs: policy.giveUpAfterMs,
  })
  log.debug(
    { deliveryId, attempt: begun.attempt, status, answer: outcome.status, reason: outcome.error },
    'webhook attempt',
  )
}

type Outcome = Pick<AttemptEnd, 'outcome' | 'status' | 'error' | 'isTimeout' | 'body'>

async function attemptOutcome(
  dependencies: DeliveryDependencies,
  begun: Attempt,
): Promise<Outcome> {
  if (begun.attempt > 1 && !isRetried(begun.event.type)) {
    return { outcome: 'STOPPED', error: 'the only attempt was lost with its worker' }
  }
  try {
    const body = begun.body ?? webhookBody(begun.event)
    const result = await send(dependencies, begun, Buffer.from(body))
    return { ...judge(result, begun.event.type), body }
  } catch (error) {
    // An event that we cannot shape is our fault: it waits for a better version of us.
    dependencies.log.error({ err: error, eventId: begun.event.id }, 'webhook cannot be made')
    return { outcome: again(begun.event.type), error: 'could not be made' }
  }
}

function send(
  { poster, keys }: DeliveryDependencies,
  { endpoint, environment }: Attempt,
  body: Buffer,
): Promise<PostResult> {
  return poster.post({ endpoint, environment, body, headers: webhookHeaders(body, keys) })
}

/** The headers of every POST to a platform. */
export function webhookHeaders(body: Uint8Array, keys: WebhookKeys): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    [SIGNATURE_HEADER]: webhookSignature(body, keys.privateKey),
  }
}

function judge({ status, error, isTimeout }: PostResult, type: string): Outcome {
  if (error === undefined) return { outcome: 'DELIVERED', status, isTimeout }
  if (status === ALREADY_PROCESSED) return { outcome: 'DELIVERED', status, isTimeout }
  return { outcome: again(type), status, error, isTimeout }
}

function again(type: string): 'FAILED' | 'STOPPED' {
  return isRetried(type) ? 'FAILED' : 'STOPPED'
}

async function record(
  { database, log }: DeliveryDependencies,
  end: AttemptEnd,
): Promise<'DELIVERED' | 'STOPPED' | 'PENDING'> {
  for (const waitMs of RECORD_RETRIES_MS) {
    try {
      return await finishAttempt(database, end)
    } catch (error) {
      log.warn({ err: error, deliveryId: end.deliveryId }, 'webhook outcome not recorded yet')
      await sleep(waitMs)
    }
  }
  return finishAttempt(database, end)
}

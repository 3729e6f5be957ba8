/** Job `deliver_webhook`: one delivery attempt, then queued deliveries to the same endpoint. The job is not retried. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isRetried, webhookBody } from '../../contract/webhooks.ts'
import type { WebhookKeyring } from '../../runtime/webhookKeys.ts'
import { SIGNATURE_HEADER, webhookHeaders } from '../../runtime/webhookSignature.ts'
import {
  type Attempt,
  type AttemptOutcome,
  beginAttempt,
  endAttempt,
  type Queries,
  type RecordedAttempt,
  resumeQueuedDeliveries,
} from './attempts.ts'
import { heldBackMs, postUnder, type Signing, unsentReason } from './orderedFaults.ts'
import { retryDelayMs, type WebhookPolicy } from './policy.ts'
import type { Poster, PostResult } from './post.ts'

export type DeliveryDependencies = {
  readonly database: Queries
  readonly poster: Poster
  readonly keyring: WebhookKeyring
  readonly policy: WebhookPolicy
  readonly log: Logger
  /** True while the process drains: other processes then take the queued deliveries. */
  readonly isStopping: () => boolean
}

/** How long a job keeps sending to its endpoint before other jobs may run. */
const ENDPOINT_TIME_SLICE_MS = 2_000

const ALREADY_PROCESSED = 409

/** Characters of a response body that are stored for diagnosis. */
const STORED_RESPONSE_CHARACTERS = 1_000

/** Delays between attempts to record an outcome, so that it survives a restart of PostgreSQL. */
const RECORD_RETRIES_MS = [100, 300, 1_000, 2_000, 4_000, 8_000]

/**
 * Makes the next attempt of a delivery, if its endpoint has a free slot, and records it; continues
 * with the endpoint's queued deliveries until its turn is over.
 *
 * @param pool id of the job pool that runs this job
 * @throws when the outcome cannot be recorded: the delivery is then requeued by its dead slot
 */
export async function deliverWebhook(
  dependencies: DeliveryDependencies,
  deliveryId: string,
  pool: string,
): Promise<void> {
  const { database, isStopping } = dependencies
  const started = await beginAttempt(database, deliveryId, pool)
  if (started.outcome === 'QUEUED') {
    await resumeQueuedDeliveries(database, started.platformId, started.endpoint)
  }
  const turnEndsAtMs = performance.now() + ENDPOINT_TIME_SLICE_MS
  let attempt = started.outcome === 'ATTEMPT' ? started : null
  while (attempt !== null) {
    const outcome = await makeAttempt(dependencies, attempt, pool)
    const mayContinue = !isStopping() && performance.now() < turnEndsAtMs
    attempt = (await record(dependencies, { ...outcome, mayContinue })).next
  }
}

async function makeAttempt(
  dependencies: DeliveryDependencies,
  started: Attempt,
  pool: string,
): Promise<Omit<AttemptOutcome, 'mayContinue'>> {
  const { policy } = dependencies
  const beganAtMs = performance.now()
  const { askedForMs, ...outcome } = await attemptOutcome(dependencies, started)
  return {
    ...outcome,
    deliveryId: started.deliveryId,
    pool,
    attempt: started.attempt,
    durationMs: Math.round(performance.now() - beganAtMs),
    retryAfterMs:
      heldBackMs(started.fault) ?? retryDelayMs(started.attempt, policy, Math.random(), askedForMs),
    fault: started.fault?.kind,
    giveUpAfterMs: policy.giveUpAfterMs,
  }
}

type Outcome = Pick<
  AttemptOutcome,
  'outcome' | 'status' | 'error' | 'response' | 'isTimeout' | 'body'
> & {
  /** By the receiver's `Retry-After`. */
  readonly askedForMs?: number | undefined
}

async function attemptOutcome(
  dependencies: DeliveryDependencies,
  started: Attempt,
): Promise<Outcome> {
  if (started.attempt > 1 && !started.isManual && !isRetried(started.event.type)) {
    return { outcome: 'STOPPED', error: 'the worker stopped during the only attempt' }
  }
  try {
    const body = started.body ?? webhookBody(started.event)
    const unsent = unsentReason(started.fault)
    if (unsent !== undefined) return { outcome: failedOutcome(started), error: unsent, body }
    const result = await postUnder(started.fault, (signing) =>
      send(dependencies, started, Buffer.from(body), signing),
    )
    const outcome = outcomeOf(result, started)
    return { ...outcome, body: outcome.outcome === 'FAILED' ? body : undefined }
  } catch (error) {
    // A bug in this service: a later retry may run in a release that fixes it.
    dependencies.log.error(
      { err: error, eventId: started.event.id },
      'webhook body could not be built',
    )
    return { outcome: failedOutcome(started), error: 'could not be made' }
  }
}

function send(
  { poster, keyring }: DeliveryDependencies,
  { endpoint, platformId, environment }: Attempt,
  body: Buffer,
  signing: Signing,
): Promise<PostResult> {
  const signed = signing === 'WRONG' ? Buffer.concat([body, Buffer.from(' ')]) : body
  const headers = webhookHeaders(signed, keyring.of({ platformId, environment }).signing)
  if (signing === 'NONE') delete headers[SIGNATURE_HEADER]
  return poster.post({ endpoint, environment, body, headers })
}

function outcomeOf(result: PostResult, started: Attempt): Outcome {
  const { status, error, isTimeout, response, retryAfterMs: askedForMs } = result
  const keepsWholeResponse = !isRetried(started.event.type)
  const kept = keepsWholeResponse ? response : truncated(response)
  const isDelivered = error === undefined || status === ALREADY_PROCESSED
  if (isDelivered) return { outcome: 'DELIVERED', status, isTimeout, response: kept }
  return { outcome: failedOutcome(started), status, error, isTimeout, response: kept, askedForMs }
}

function truncated(response: string): string {
  // Do not end with half of a surrogate pair.
  return response.slice(0, STORED_RESPONSE_CHARACTERS).replace(/[\ud800-\udbff]$/, '')
}

/** Manual redeliveries are not retried: the caller sees the outcome and can request another. */
function failedOutcome({ event, isManual }: Attempt): 'FAILED' | 'STOPPED' {
  return isRetried(event.type) && !isManual ? 'FAILED' : 'STOPPED'
}

async function record(
  { database, log }: DeliveryDependencies,
  end: AttemptOutcome,
): Promise<RecordedAttempt> {
  const { deliveryId, attempt, status: answer, error: reason } = end
  const recorded = (ended: RecordedAttempt): RecordedAttempt => {
    log.debug({ deliveryId, attempt, status: ended.status, answer, reason }, 'webhook attempt')
    return ended
  }
  for (const waitMs of RECORD_RETRIES_MS) {
    try {
      return recorded(await endAttempt(database, end))
    } catch (error) {
      log.warn({ err: error, deliveryId }, 'webhook outcome not recorded yet')
      await sleep(waitMs)
    }
  }
  return recorded(await endAttempt(database, end))
}

/**
 * Requests that create something and whose outcome is unknown when they are answered. They are
 * answered `503`, to be repeated; what is kept of them lets the same request, sent again, ask for
 * the outcome of that very attempt. Requests in flight share nothing.
 */
import { Refusal } from '../contract/errors.ts'
import type { Database } from '../db/database.ts'
import type { Dependencies } from './dependencies.ts'
import { isOutage } from './onerror.ts'
import { outcomeNotKept, outcomeUnknown } from './outcomes.ts'

/** What makes two requests the same one. */
export type RequestIdentity = {
  readonly platformId: string
  readonly operation: string
  readonly key: string | undefined
  /** SHA-256 of operation and body, hexadecimal. */
  readonly requestHash: string
}

/** One attempt of a request to create a payment or a customer. */
export type CreationAttempt = RequestIdentity & {
  /** Bare uuid of the payment or the customer. */
  readonly id: string
  readonly attempt: number
  /** All that the attempt is started with. */
  readonly terms: object
  /** ISO 8601. The decision refuses after it; without one the attempt is not kept. */
  readonly decideBefore: string | undefined
  /** An earlier request was answered 503 about this very attempt. */
  readonly isKept: boolean
  /** What the caller can look up: `Transaction:<uuid>` or `Customer:<uuid>`. */
  readonly shownId: string
}

/** A final outcome, or that it is not known. */
export type CreationOutcome<Answer> =
  | { readonly answer: Answer }
  | { readonly refusal: Refusal }
  | 'UNKNOWN'

export type Unanswered<Terms> = {
  readonly id: string
  readonly attempt: number
  readonly terms: Terms
}

/** Longer than a request waits for an outcome: it lapses only where the process has died. */
const LEASE_SECONDS = 15

/**
 * The oldest unanswered request without a key that equals this one, and that no other request has
 * taken. It is taken by this one, for `LEASE_SECONDS`.
 */
export async function takeUnanswered<Terms>(
  database: Database,
  { platformId, operation, requestHash }: RequestIdentity,
): Promise<Unanswered<Terms> | undefined> {
  const taken = await database.call(
    'take_unanswered_request',
    platformId,
    operation,
    requestHash,
    LEASE_SECONDS,
  )
  return (taken ?? undefined) as Unanswered<Terms> | undefined
}

/**
 * Asks for the outcome of an attempt and returns the final answer. Without one the attempt is kept
 * for the same request, sent again.
 *
 * @param ask starts the attempt, or joins it
 * @throws Refusal of the final outcome; SERVICE_UNAVAILABLE while the outcome is unknown, without
 *   `Retry-After` where the attempt could not be kept: a repeat without a key is then a new request
 */
export async function answerCreation<Answer>(
  dependencies: Dependencies,
  creation: CreationAttempt,
  ask: () => Promise<CreationOutcome<Answer>>,
): Promise<Answer> {
  const outcome = await ask().catch((error: unknown) => unknownAfter(dependencies, creation, error))
  if (outcome === 'UNKNOWN') throw await keep(dependencies, creation)
  if (creation.isKept) await end(dependencies, creation)
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.answer
}

/** An error after which the attempt may still be decided; others are thrown again. */
function unknownAfter({ log }: Dependencies, creation: CreationAttempt, error: unknown): 'UNKNOWN' {
  // Too many starts are in flight: this one has not been made, but an earlier one may have been.
  const isBusy = error instanceof Refusal && creation.isKept
  if (!isBusy && !isOutage(error)) throw error
  log.warn({ err: error, id: creation.shownId }, 'the outcome of a creation is unknown')
  return 'UNKNOWN'
}

async function keep({ database, log }: Dependencies, creation: CreationAttempt): Promise<Refusal> {
  const { decideBefore, key, shownId } = creation
  // The key itself leads a repeat to the same attempt.
  if (decideBefore === undefined)
    return key === undefined ? outcomeNotKept(shownId) : outcomeUnknown()
  const { id, platformId, operation, requestHash, attempt, terms } = creation
  const isKept = await database
    .call('keep_unanswered_request', {
      ...{ id, platformId, operation, key, requestHash, attempt, terms, decideBefore },
      isTaken: creation.isKept && key === undefined,
    })
    .catch((error: unknown) => {
      log.error({ err: error, id: shownId }, 'a request of unknown outcome could not be kept')
      return false
    })
  if (key !== undefined) return outcomeUnknown()
  return isKept ? outcomeUnknown({ repeatBefore: decideBefore }) : outcomeNotKept(shownId)
}

/** The answer is final whether or not the record can be deleted now; retention deletes it then. */
async function end(
  { database, log }: Dependencies,
  { id, shownId }: CreationAttempt,
): Promise<void> {
  await database.call('end_unanswered_request', id).catch((error: unknown) => {
    log.error({ err: error, id: shownId }, 'an answered request could not be ended')
  })
}

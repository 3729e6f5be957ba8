/**
 * The edge of every decision: a place, the decision in one transaction, and its look-up where the answer is lost. The
 * start of what is left to do is handed over after the commit. Commit, then start.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../contract/errors.ts'
import type { NotDecided } from '../contract/refused.ts'
import { mayBeDone } from '../db/fencedCalls.ts'
import { remainingMs } from './deadline.ts'
import type { Dependencies } from './dependencies.ts'
import { fenceOf, type Reading } from './fence.ts'
import { isOutage } from './onerror.ts'
import { outcomeNotKept, outcomeUnknown } from './outcomes.ts'

/** What a decision is about, beside its input. */
export type DecisionAbout = {
  /** Of the last read before it. */
  readonly reading: Reading
  /** Whose lock it waits for: UUID of the agent, the payer's account or the payment. */
  readonly owner: string
  /**
   * What the caller looks up where the outcome is not known and the same request would be another one; undefined if
   * the same request gets the outcome.
   */
  readonly shownId?: string | undefined
  readonly trace: { workflowId?: string }
}

type Ways<Decision> = {
  /** @param decideBefore the fence: ISO 8601; undefined outside a request */
  readonly decide: (decideBefore: string | undefined) => Promise<Decision>
  readonly lookUp: (decideBefore: string | undefined) => Promise<Decision | NotDecided>
}

/**
 * Decides in one transaction, from a place and before its fence, and looks the decision up where its answer is lost.
 *
 * @returns the decision; it is never taken back
 * @throws Refusal SERVICE_UNAVAILABLE while the outcome is not known, or nothing was decided in time
 */
export async function decideOnce<Decision extends { readonly outcome: string }>(
  { places, log }: Pick<Dependencies, 'places' | 'log'>,
  platformId: string,
  about: DecisionAbout,
  { decide, lookUp }: Ways<Decision>,
): Promise<Decision> {
  const fence = fenceOf(about.reading)
  return places.within({ platformId, owner: about.owner }, async () => {
    try {
      const decided = await decide(fence).catch((error: unknown) => {
        if (isRolledBack(error)) return decide(fence)
        throw error
      })
      if (isTooLate(decided)) throw notDecided()
      return decided
    } catch (error) {
      if (!isOutage(error) || !(mayBeDone(error) || hasWaited(error))) throw error
      log.warn({ err: error, owner: about.owner }, 'the answer to a decision is lost')
      return await lookedUp(about, fence, lookUp)
    }
  })
}

const RETRY_MS = 200

/** Asks for the decision until it is found, or can be made no more, or the request's time is over. */
async function lookedUp<Decision extends { readonly outcome: string }>(
  { shownId }: DecisionAbout,
  fence: string | undefined,
  lookUp: Ways<Decision>['lookUp'],
): Promise<Decision> {
  while (remainingMs() > RETRY_MS) {
    const answer = await lookUp(fence).catch((error: unknown) => {
      if (!isOutage(error)) throw error
      return undefined
    })
    if (answer !== undefined && !isNotDecided(answer)) return answer
    if (answer !== undefined && (answer.isFinal || fence === undefined)) throw notDecided()
    await sleep(Math.min(RETRY_MS, Math.max(0, remainingMs())))
  }
  throw shownId === undefined ? outcomeUnknown() : outcomeNotKept(shownId)
}

function isNotDecided(answer: { readonly outcome: string }): answer is NotDecided {
  return answer.outcome === 'NONE'
}

/** The decision came after its fence: nothing was decided, and the same request can be sent again. */
function notDecided(): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
}

function isTooLate(decided: unknown): boolean {
  return (decided as { readonly code?: unknown }).code === 'SERVICE_UNAVAILABLE'
}

/** Cancelled while it waited for a lock, which the same request may hold on another connection. */
function hasWaited(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return code === '57014' || code === '55P03'
}

/** Deadlocks and serialization failures: PostgreSQL has rolled the transaction back. */
function isRolledBack(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return code === '40P01' || code === '40001'
}

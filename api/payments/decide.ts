/**
 * The edge of every decision about a payment: a place, the decision in one transaction, its look-up where the answer is
 * lost, and the start of what is left to do, handed over after the commit. Commit, then start.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../contract/errors.ts'
import type { Refused } from '../../contract/refused.ts'
import type {
  DecideActionInput,
  DecidedAction,
  JudgedRefusal,
  SubmitActionInput,
  SubmittedAction,
} from '../../db/agentFunctions.ts'
import type {
  DecidePaymentInput,
  DecidePaymentResult,
  ExecutedPayment,
} from '../../db/sqlFunctions.ts'
import { workflows } from '../../workflows/registry.ts'
import { remainingMs } from '../deadline.ts'
import type { Dependencies } from '../dependencies.ts'
import { isOutage } from '../onerror.ts'
import { outcomeNotKept, outcomeUnknown, refusalOf } from '../outcomes.ts'
import { fenceOf, type Reading } from './fence.ts'

/** What a decision is about, beside its input. */
export type DecisionAbout = {
  /** Of the last read before it. */
  readonly reading: Reading
  /** Whose lock it waits for: bare uuid of the agent, the payer's account or the payment. */
  readonly owner: string
  /**
   * What the caller looks up where the outcome is not known and the same request would be another one; undefined where
   * the same request gets the outcome.
   */
  readonly shownId?: string | undefined
  readonly trace: { workflowId?: string }
}

export type Deciding = Pick<
  Dependencies,
  'database' | 'lookups' | 'places' | 'handOver' | 'codes' | 'log'
>

/**
 * Decides about a payment.
 *
 * @returns COMMITTED (now, or before by the same request) or REFUSED; neither is ever taken back
 * @throws Refusal SERVICE_UNAVAILABLE while the outcome is not known, or nothing was decided in time
 */
export async function decidePayment(
  dependencies: Deciding,
  input: DecidePaymentInput,
  about: DecisionAbout,
): Promise<DecidePaymentResult> {
  const { codes, database, lookups } = dependencies
  const asked = { ...input, decideBefore: fenceOf(about.reading), codeKey: codes.currentKey }
  about.trace.workflowId = workflows.quoteExecution.id(input)
  const decided = await decideOnce<DecidePaymentResult>(dependencies, asked, about, {
    decide: () => database.call('decide_payment', asked),
    async lookUp() {
      const found = await lookups.call('find_payment_decision', asked)
      return found.outcome === 'NONE' ? { none: { isFinal: found.isFinal } } : { found }
    },
  })
  if (decided.outcome === 'COMMITTED') handOver(dependencies, decided)
  return decided
}

/** The same of what an agent submits for approval. */
export async function submitAction(
  dependencies: Deciding,
  input: SubmitActionInput,
  about: DecisionAbout,
): Promise<SubmittedAction | JudgedRefusal> {
  const { database, lookups } = dependencies
  const asked = { ...input, decideBefore: fenceOf(about.reading) }
  const decided = await decideOnce<SubmittedAction | JudgedRefusal>(dependencies, asked, about, {
    decide: () => database.call('submit_agent_action', asked),
    async lookUp() {
      const found = await lookups.call('find_submitted_action', asked)
      return found.outcome === 'NONE' ? { none: { isFinal: found.isFinal } } : { found }
    },
  })
  if (decided.outcome === 'COMMITTED') handOver(dependencies, decided)
  return decided
}

/**
 * The same of a person's decision about an action that waits.
 *
 * @param about its owner: the agent
 * @returns the action as it is decided: by this decision, or by another one
 */
export async function decideAction(
  dependencies: Deciding,
  input: Omit<DecideActionInput, 'codeKey'> & { readonly platformId: string },
  about: DecisionAbout,
): Promise<DecidedAction> {
  const { codes, database, lookups } = dependencies
  const asked = { ...input, decideBefore: fenceOf(about.reading), codeKey: codes.currentKey }
  const decided = await decideOnce<DecidedAction | Refused>(dependencies, asked, about, {
    decide: () => database.call('decide_agent_action', asked),
    async lookUp() {
      const found = await lookups.call('find_action_decision', asked)
      return found.outcome === 'NONE' ? { none: { isFinal: found.isFinal } } : { found }
    },
  })
  if (decided.outcome === 'REFUSED') throw refusalOf(decided)
  handOver(dependencies, decided)
  return decided
}

function handOver({ handOver: starts }: Deciding, { start }: Pick<ExecutedPayment, 'start'>): void {
  if (start !== undefined) starts.handOver(start)
}

type Ways<Decision> = {
  readonly decide: () => Promise<Decision>
  readonly lookUp: () => Promise<
    { readonly found: Decision } | { readonly none: { readonly isFinal: boolean } }
  >
}

async function decideOnce<Decision>(
  dependencies: Deciding,
  { platformId, decideBefore }: { platformId: string; decideBefore?: string | undefined },
  about: DecisionAbout,
  { decide, lookUp }: Ways<Decision>,
): Promise<Decision> {
  const { places, log } = dependencies
  return places.within({ platformId, owner: about.owner }, async () => {
    try {
      const decided = await decide().catch((error: unknown) => {
        if (isRolledBack(error)) return decide()
        throw error
      })
      if (isTooLate(decided)) throw notDecided()
      return decided
    } catch (error) {
      if (!isOutage(error) || wasNotSent(error) || isRolledBack(error)) throw error
      log.warn({ err: error, owner: about.owner }, 'the answer to a decision is lost')
      return await lookedUp(about, decideBefore, lookUp)
    }
  })
}

const RETRY_MS = 200

/** Asks for the decision until it is found, or can be made no more, or the request's time is over. */
async function lookedUp<Decision>(
  { shownId }: DecisionAbout,
  decideBefore: string | undefined,
  lookUp: Ways<Decision>['lookUp'],
): Promise<Decision> {
  while (remainingMs() > RETRY_MS) {
    const answer = await lookUp().catch((error: unknown) => {
      if (!isOutage(error)) throw error
      return undefined
    })
    if (answer !== undefined && 'found' in answer) return answer.found
    if (answer?.none.isFinal || (answer !== undefined && decideBefore === undefined)) {
      throw notDecided()
    }
    await sleep(Math.min(RETRY_MS, Math.max(0, remainingMs())))
  }
  throw shownId === undefined ? outcomeUnknown() : outcomeNotKept(shownId)
}

/** The decision came after its fence: nothing was decided, and the same request can be sent again. */
function notDecided(): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
}

function isTooLate(decided: unknown): boolean {
  return (decided as { readonly code?: unknown }).code === 'SERVICE_UNAVAILABLE'
}

/** Deadlocks and serialization failures: PostgreSQL has rolled the transaction back. */
function isRolledBack(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return code === '40P01' || code === '40001'
}

/** No connection was to be had: the decision was never asked for. */
function wasNotSent(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'DatabaseBusy' || error.name === 'DatabaseUnreachable')
  )
}

/** Decisions about payments, and about what agents ask for: each is one transaction, and then starts what is left to do. */
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
import { type DecisionAbout, decideOnce } from '../decide.ts'
import type { Dependencies } from '../dependencies.ts'
import { refusalOf } from '../outcomes.ts'

export type Deciding = Pick<Dependencies, 'database' | 'lookups' | 'places' | 'codes' | 'log'> & {
  readonly handOver: Pick<Dependencies['handOver'], 'handOver'>
}

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
  const asked = { ...input, codeKey: codes.currentKey }
  about.trace.workflowId = workflows.quoteExecution.id(input)
  const decided = await decideOnce<DecidePaymentResult>(dependencies, input.platformId, about, {
    decide: (decideBefore) => database.call('decide_payment', { ...asked, decideBefore }),
    lookUp: (decideBefore) => lookups.call('find_payment_decision', { ...asked, decideBefore }),
  })
  if (decided.outcome === 'COMMITTED') handOver(dependencies, decided)
  return decided
}

/** Like `decidePayment`, for what an agent submits: for approval, or to be paid by a deposit. */
export async function submitAction(
  dependencies: Deciding,
  input: SubmitActionInput,
  about: DecisionAbout,
): Promise<SubmittedAction | JudgedRefusal> {
  const { codes, database, lookups } = dependencies
  const asked = { ...input, codeKey: codes.currentKey }
  type Decision = SubmittedAction | JudgedRefusal
  const decided = await decideOnce<Decision>(dependencies, input.platformId, about, {
    decide: (decideBefore) => database.call('submit_agent_action', { ...asked, decideBefore }),
    lookUp: (decideBefore) => lookups.call('find_submitted_action', { ...asked, decideBefore }),
  })
  if (decided.outcome === 'COMMITTED') handOver(dependencies, decided)
  return decided
}

/**
 * Like `decidePayment`, for a person's decision about an action that waits.
 *
 * @param about its owner: the agent
 * @returns the action as it is decided: by this decision, or by another one
 */
export async function commitActionDecision(
  dependencies: Deciding,
  platformId: string,
  input: Omit<DecideActionInput, 'codeKey'>,
  about: DecisionAbout,
): Promise<DecidedAction> {
  const { codes, database, lookups } = dependencies
  const asked = { ...input, codeKey: codes.currentKey }
  const decided = await decideOnce<DecidedAction | Refused>(dependencies, platformId, about, {
    decide: (decideBefore) => database.call('decide_agent_action', { ...asked, decideBefore }),
    lookUp: (decideBefore) => lookups.call('find_action_decision', { ...asked, decideBefore }),
  })
  if (decided.outcome === 'REFUSED') throw refusalOf(decided)
  handOver(dependencies, decided)
  return decided
}

function handOver({ handOver: starts }: Deciding, { start }: Pick<ExecutedPayment, 'start'>): void {
  if (start !== undefined) starts.handOver(start)
}

/** The platform's decision about a pending action, by whatever endpoint it comes. */
import { Refusal } from '../../contract/errors.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { type PaymentStep, partiesOfPayment } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { ActionDecision } from '../../db/agentFunctions.ts'
import { type DecisionResult, decideUpdate } from '../../workflows/agentAction.ts'
import { startAgentAction } from '../../workflows/starts.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Call } from '../operation.ts'
import { outcomeUnknown } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'

export type WantedDecision = {
  readonly decision: ActionDecision
  /** Who decides: `Token:<uuid>`, or an operator's name. */
  readonly by: string
  readonly reason?: string | undefined
}

/** An action as its workflow is started from its row. */
export type DecidableAction = {
  readonly id: string
  readonly environment: Environment
  readonly attempt: number
  readonly steps: readonly PaymentStep[]
  readonly action: AgentActionRow
}

/** SQL of a `DecidableAction`, of `agent_actions a` and `payments p`. */
export const decidable = 'a.id, a.environment, p.attempt, p.steps, agent_action_row(a) as action'

/**
 * Asks the action's workflow, which carries out the first decision that it gets.
 *
 * @param conflict what one that is decided already is answered with
 * @returns the action as the decision left it
 * @throws Refusal `conflict`; SERVICE_UNAVAILABLE while the outcome is not known
 */
export async function decideAction(
  dependencies: Pick<Dependencies, 'config' | 'temporal' | 'database'>,
  found: DecidableAction,
  wanted: WantedDecision,
  conflict: Refusal,
): Promise<AgentActionRow> {
  if (found.action.status !== 'PENDING_APPROVAL') throw conflict
  const asked = await dependencies.temporal.startAndWait<DecisionResult>(
    startOf(dependencies, found),
    { name: decideUpdate.name, id: wanted.decision.toLowerCase(), argument: wanted },
  )
  if (asked.state === 'ANSWERED' && asked.answer.isMine) return asked.answer.decided.action
  // Decided by another request, or without an answer: the row has the outcome.
  const { action } = await dependencies.database.one<{ action: AgentActionRow }>({
    name: 'decided_agent_action',
    text: 'select agent_action_row(a) as action from agent_actions a where a.id = $1',
    values: [found.id],
  })
  if (action.status === 'PENDING_APPROVAL') throw outcomeUnknown()
  const isOwn = action.decision === wanted.decision && action.decided_by === wanted.by
  if (asked.state === 'ANSWERED' || !isOwn) throw conflict
  return action
}

function startOf(
  { config }: Pick<Dependencies, 'config'>,
  { id, environment, attempt, action }: DecidableAction,
) {
  const { payment } = action
  return startAgentAction(
    {
      ...{ outsideTaskQueue: config.OUTSIDE_TASK_QUEUE, environment, attempt, actionId: id },
      ...{
        agentId: action.agent_id,
        platformId: action.transaction.platform_id,
        paymentId: payment.id,
      },
    },
    {
      customerId: action.customer_id,
      accountId: payment.source_account_id ?? payment.destination_internal_id ?? undefined,
      transactionId: payment.transaction_id,
    },
  )
}

/** @throws Refusal NOT_IMPLEMENTED where the payment that is approved needs a party that is missing */
export function requirePartiesOf(
  caller: Pick<Call, 'dependencies' | 'platform'>,
  { action, steps }: DecidableAction,
  { decision }: Pick<WantedDecision, 'decision'>,
): void {
  if (decision !== 'APPROVE' || action.status !== 'PENDING_APPROVAL') return
  requireOutside(caller, partiesOfPayment(steps, false))
}

/** What a decision about an action that is decided already is answered with. */
export function decidedAlready(): Refusal {
  return new Refusal('CONFLICT', { reason: 'The action does not wait for approval.' })
}

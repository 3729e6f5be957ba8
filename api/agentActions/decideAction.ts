/** The platform's decision about a pending action, by whatever endpoint it comes. */
import { Refusal } from '../../contract/errors.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { type PaymentStep, partiesOfPayment } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { ActionDecision } from '../../db/agentFunctions.ts'
import { type DecisionResult, decideUpdate } from '../../workflows/agentAction.ts'
import { workflows } from '../../workflows/registry.ts'
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
  readonly status: AgentActionRow['status']
  readonly environment: Environment
  readonly platform_id: string
  readonly agent_id: string
  readonly customer_id: string
  readonly payment_id: string
  readonly transaction_id: string
  /** The customer's own account that pays, or else the one that is paid. */
  readonly account_id: string | null
  readonly attempt: number
  readonly steps: readonly PaymentStep[]
}

/** SQL of a `DecidableAction`, of `agent_actions a` and `payments p`. */
export const decidable = `a.id, a.status, a.environment, a.platform_id, a.agent_id, a.customer_id, a.payment_id,
  p.transaction_id, coalesce(p.source_account_id, p.destination_internal_id) as account_id, p.attempt, p.steps`

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
  if (found.status !== 'PENDING_APPROVAL') throw conflict
  const asked = await dependencies.temporal.updateAndWait<DecisionResult>(
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

function startOf({ config }: Pick<Dependencies, 'config'>, found: DecidableAction) {
  return workflows.agentAction.start(
    {
      ...{ actionId: found.id, agentId: found.agent_id, platformId: found.platform_id },
      ...{ paymentId: found.payment_id, attempt: found.attempt },
      ...{ outsideTaskQueue: config.OUTSIDE_TASK_QUEUE, environment: found.environment },
    },
    {
      customerId: found.customer_id,
      accountId: found.account_id ?? undefined,
      transactionId: found.transaction_id,
    },
  )
}

/** @throws Refusal NOT_IMPLEMENTED where the payment that is approved needs a party that is missing */
export function requirePartiesOf(
  caller: Pick<Call, 'dependencies' | 'platform'>,
  { status, steps }: DecidableAction,
  { decision }: Pick<WantedDecision, 'decision'>,
): void {
  if (decision !== 'APPROVE' || status !== 'PENDING_APPROVAL') return
  requireOutside(caller, partiesOfPayment(steps, false))
}

/** What a decision about an action that is decided already is answered with. */
export function decidedAlready(): Refusal {
  return new Refusal('CONFLICT', { reason: 'The action does not wait for approval.' })
}

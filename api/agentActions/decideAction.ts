/** The platform's decision about a pending action, by whatever endpoint it comes. */
import { Refusal } from '../../contract/errors.ts'
import { type PaymentStep, partiesOfPayment } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { ActionDecision } from '../../db/agentFunctions.ts'
import { READ_AT, readingOf } from '../fence.ts'
import type { Call } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import { commitActionDecision, type Deciding } from '../payments/decide.ts'

export type WantedDecision = {
  readonly decision: ActionDecision
  /** Who decides: `Token:<uuid>`, or an operator's name. */
  readonly by: string
  readonly reason?: string | undefined
}

/** An action, and when it was read. */
export type DecidableAction = {
  readonly id: string
  readonly status: AgentActionRow['status']
  readonly platform_id: string
  readonly agent_id: string
  readonly steps: readonly PaymentStep[]
  readonly read_at: string
}

/** SQL of a `DecidableAction`, of `agent_actions a` and `payments p`. */
export const decidable = `a.id, a.status, a.platform_id, a.agent_id, p.steps, ${READ_AT}`

/**
 * Decides, unless it is decided: the first decision counts.
 *
 * @param conflict what one that is decided already is answered with
 * @returns the action as the decision left it
 * @throws Refusal `conflict`; SERVICE_UNAVAILABLE while the outcome is not known
 */
export async function decideAction(
  dependencies: Deciding,
  found: DecidableAction,
  wanted: WantedDecision,
  conflict: Refusal,
): Promise<AgentActionRow> {
  if (found.status !== 'PENDING_APPROVAL') throw conflict
  const { isMine, action } = await commitActionDecision(
    dependencies,
    found.platform_id,
    { ...wanted, actionId: found.id },
    { reading: readingOf(found.read_at), owner: found.agent_id, trace: {} },
  )
  if (!isMine) throw conflict
  return action
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

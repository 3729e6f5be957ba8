/** Approve and reject, at the action's own endpoints. */

import type { AgentAction } from '../../contract/components/agents.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { presentAgentAction } from '../../contract/present/agentActions.ts'
import type { Shown } from '../../contract/shown.ts'
import type { ActionDecision } from '../../db/agentFunctions.ts'
import type { Call } from '../operation.ts'
import { requireId } from '../requireId.ts'
import {
  type DecidableAction,
  decidable,
  decideAction,
  decidedAlready,
  requirePartiesOf,
} from './decideAction.ts'

type Named = { readonly agentId: string; readonly actionId: string }

/**
 * @throws Refusal REFERENCE_NOT_FOUND, CONFLICT for one that is decided, NOT_IMPLEMENTED,
 *   SERVICE_UNAVAILABLE
 */
export async function decideFound(
  { params, platform, dependencies }: Pick<Call<Named>, 'params' | 'platform' | 'dependencies'>,
  decision: ActionDecision,
  reason?: string,
): Promise<Shown<typeof AgentAction>> {
  const found = await dependencies.database.maybeOne<DecidableAction>({
    name: 'agent_action_to_decide',
    text: `select ${decidable} from agent_actions a join payments p on p.id = a.payment_id
      where a.id = $1 and a.agent_id = $2 and a.platform_id = $3`,
    values: [
      requireId('AgentAction', params.actionId),
      requireId('Agent', params.agentId),
      platform.id,
    ],
  })
  if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  const wanted = { decision, by: idOf('Token', platform.tokenId), reason }
  requirePartiesOf({ dependencies, platform }, found, wanted)
  return presentAgentAction(await decideAction(dependencies, found, wanted, decidedAlready()))
}

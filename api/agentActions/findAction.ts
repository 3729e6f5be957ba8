/** Actions as they are read. */

import type { AgentAction } from '../../contract/components/agents.ts'
import { Refusal } from '../../contract/errors.ts'
import { type AgentActionRow, presentAgentAction } from '../../contract/present/agentActions.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Database } from '../../db/database.ts'
import { type Bind, type Page, pageFrom, type Range } from '../keyset.ts'
import { requireId } from '../requireId.ts'

/**
 * @param scope UUIDs of the agent's platform and of the agent
 * @throws Refusal REFERENCE_NOT_FOUND, also for another agent's
 */
export async function findAction(
  database: Database,
  scope: { readonly platformId: string; readonly agentId: string },
  actionId: string,
): Promise<AgentActionRow> {
  const found = await database.maybeOne<{ action: AgentActionRow }>({
    name: 'agent_action',
    text: `select agent_action_row(a) as action from agent_actions a
      where a.id = $1 and a.agent_id = $2 and a.platform_id = $3`,
    values: [requireId('AgentAction', actionId), scope.agentId, scope.platformId],
  })
  if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  return found.action
}

type ActionList = {
  readonly name: string
  readonly query: { readonly limit: number; readonly cursor?: string | undefined }
  readonly direction: 'asc' | 'desc'
  readonly created?: Range
  readonly branches: (bind: Bind) => readonly string[]
}

/** One page of actions. */
export function actionPage(
  database: Database,
  list: ActionList,
): Promise<Page<Shown<typeof AgentAction>>> {
  return pageFrom(database, {
    ...list,
    table: 'agent_actions',
    select: '(select agent_action_row(a) from agent_actions a where a.id = t.id)',
    present: presentAgentAction,
  })
}

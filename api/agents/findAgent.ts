import type { AgentRow } from '../../contract/present/agents.ts'
import type { Dependencies } from '../dependencies.ts'

/** @param uuid of the agent; another platform's and a deleted one are not found */
export async function findAgent(
  { database }: Pick<Dependencies, 'database'>,
  platformId: string,
  uuid: string,
): Promise<AgentRow | undefined> {
  const found = await database.maybeOne<{ readonly agent: AgentRow }>({
    name: 'agent',
    text: `select agent_row(a) as agent from agents a
      where a.id = $1 and a.platform_id = $2 and a.deleted_at is null`,
    values: [uuid, platformId],
  })
  return found?.agent
}

import { Agent, AgentUpdateRequest } from '../../contract/components/agents.ts'
import { Refusal } from '../../contract/errors.ts'
import { type AgentRow, presentAgent } from '../../contract/present/agents.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const updateAgent = operation({
  id: 'updateAgent',
  group: 'Agent Management',
  method: 'patch',
  path: '/agents/:agentId',
  permission: 'MANAGE',
  summary: 'Rename, pause or resume an agent',
  description:
    'Once a pause is answered, no action of the agent is accepted and none that waits can be ' +
    'approved. A paused agent still reads.',
  body: AgentUpdateRequest,
  status: 200,
  responses: { 200: Agent },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, body, platform, dependencies: { database } }) {
    const uuid = requireId('Agent', params.agentId, 'REFERENCE_NOT_FOUND')
    const changed = await database.maybeOne<{ readonly agent: AgentRow }>({
      name: 'update-agent',
      // Whoever judges an action holds the row's lock: this waits for it, and it sees this.
      text: `update agents set name = coalesce($3, name), is_paused = coalesce($4, is_paused),
          updated_at = service_now()
        where id = $1 and platform_id = $2 and deleted_at is null returning agent_row(agents) as agent`,
      values: [uuid, platform.id, body.name ?? null, body.isPaused ?? null],
    })
    if (changed === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    return presentAgent(changed.agent)
  },
})

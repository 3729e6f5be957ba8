import { Agent, AgentUpdateRequest } from '../../contract/components/agents.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentAgent } from '../../contract/present/agents.ts'
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
    const uuid = requireId('Agent', params.agentId)
    const { name = null, isPaused = null } = body
    const changed = await database.call('update_agent', platform.id, uuid, name, isPaused)
    if (changed === null) throw new Refusal('REFERENCE_NOT_FOUND')
    return presentAgent(changed)
  },
})

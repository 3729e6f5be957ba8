import { Agent } from '../../contract/components/agents.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentAgent } from '../../contract/present/agents.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { findAgent } from './findAgent.ts'

export const getAgentById = operation({
  id: 'getAgentById',
  group: 'Agent Management',
  method: 'get',
  path: '/agents/:agentId',
  permission: 'VIEW',
  summary: 'Read an agent',
  status: 200,
  responses: { 200: Agent },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const uuid = requireId('Agent', params.agentId)
    const found = await findAgent(dependencies, platform.id, uuid)
    if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    return presentAgent(found)
  },
})

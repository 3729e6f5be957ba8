import { Agent } from '../../contract/components/agents.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentAgent } from '../../contract/present/agents.ts'
import { operation } from '../operation.ts'
import { findAgent } from './findAgent.ts'

export const getAgentMe = operation({
  id: 'getAgentMe',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me',
  security: 'AGENT',
  summary: 'Read one’s own record',
  description:
    'The policy in force and what has been used of its limits. A paused agent reads too.',
  status: 200,
  responses: { 200: Agent },
  errors: [],
  async handle({ agent, platform, dependencies }) {
    const found = await findAgent(dependencies, platform.id, agent.id)
    // Deleted since its token was looked up.
    if (found === undefined) throw new Refusal('UNAUTHORIZED')
    return presentAgent(found)
  },
})

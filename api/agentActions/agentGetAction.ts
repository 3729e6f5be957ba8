import { AgentAction } from '../../contract/components/agents.ts'
import { presentAgentAction } from '../../contract/present/agentActions.ts'
import { operation } from '../operation.ts'
import { findAction } from './findAction.ts'

export const agentGetAction = operation({
  id: 'agentGetAction',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/actions/:actionId',
  security: 'AGENT',
  summary: 'Read an action of one’s own',
  description:
    '`PENDING_APPROVAL` waits for a person: read it again later, and do not submit it again. ' +
    '`rejectionReason` says why one was `REJECTED` or has `FAILED`.',
  status: 200,
  responses: { 200: AgentAction },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, agent, platform, dependencies: { database } }) {
    const scope = { platformId: platform.id, agentId: agent.id }
    return presentAgentAction(await findAction(database, scope, params.actionId))
  },
})

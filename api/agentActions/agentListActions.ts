import { AgentActionListResponse, AgentActionStatus } from '../../contract/components/agents.ts'
import { described } from '../../contract/components/described.ts'
import { pageQuery } from '../../contract/components/shared.ts'
import { operation } from '../operation.ts'
import { actionPage } from './findAction.ts'

export const agentListActions = operation({
  id: 'agentListActions',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/actions',
  security: 'AGENT',
  summary: 'List one’s own actions, newest first',
  query: {
    type: 'object',
    properties: {
      status: described(AgentActionStatus, 'Actions that are in this status now.'),
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: AgentActionListResponse },
  errors: [],
  handle({ query, agent, dependencies: { database } }) {
    const { status } = query
    return actionPage(database, {
      name: 'agentActions',
      query: { ...query, agentId: agent.id } as typeof query,
      direction: 'desc',
      branches: (bind) => [
        status === undefined
          ? `t.agent_id = ${bind(agent.id)}`
          : `list_key(t.agent_id, t.status) = list_key(${bind(agent.id)}::uuid, ${bind(status)}::text)`,
      ],
    })
  },
})

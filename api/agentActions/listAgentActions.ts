import { AgentActionRecordListResponse } from '../../contract/components/agentReview.ts'
import { AgentActionStatus } from '../../contract/components/agents.ts'
import { described } from '../../contract/components/described.ts'
import { pageQuery, sortOrder } from '../../contract/components/shared.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentActionRecord } from '../../contract/present/agentReview.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

export const listAgentActions = operation({
  id: 'listAgentActions',
  group: 'Agent Management',
  method: 'get',
  path: '/agents/actions',
  permission: 'VIEW',
  summary: 'List what agents have asked for',
  description:
    'Of one agent or of all of the platform, those of deleted agents too, with what each counts ' +
    'against the limits, the policy that has accepted it, and who has decided.',
  query: {
    type: 'object',
    properties: {
      agentId: {
        type: 'string',
        maxLength: 64,
        description: 'What this agent has asked for, also one that is deleted.',
      },
      status: described(AgentActionStatus, 'Actions that are in this status now.'),
      sortOrder,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: AgentActionRecordListResponse },
  errors: [],
  handle({ query, platform, dependencies: { database } }) {
    const { status } = query
    const agent = query.agentId === undefined ? null : uuidOf('Agent', query.agentId)
    const statuses = status === undefined ? AgentActionStatus.enum : [status]
    return pageFrom(database, {
      name: 'platformAgentActions',
      query,
      table: 'agent_actions',
      direction: query.sortOrder,
      branches: (bind) => {
        if (agent === undefined) return []
        const isOurs = (): string => `t.platform_id = ${bind(platform.id)}`
        const inStatus = (column: string, owner: string, each: string): string =>
          `list_key(t.${column}, t.status) = list_key(${bind(owner)}::uuid, ${bind(each)}::text)`
        // Each has an index in the list's order: an agent's, an agent's by status, a platform's by status.
        if (agent === null)
          return statuses.map((each) => inStatus('platform_id', platform.id, each))
        if (status === undefined) return [`t.agent_id = ${bind(agent)} and ${isOurs()}`]
        return [`${inStatus('agent_id', agent, status)} and ${isOurs()}`]
      },
      select: '(select reviewed_action_row(a) from agent_actions a where a.id = t.id)',
      present: presentActionRecord,
    })
  },
})

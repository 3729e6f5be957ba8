import { AgentActionListResponse } from '../../contract/components/agents.ts'
import { dateRange, pageQuery, sortOrder } from '../../contract/components/shared.ts'
import { uuidOf } from '../../contract/ids.ts'
import type { Bind } from '../keyset.ts'
import { operation } from '../operation.ts'
import { actionPage } from './findAction.ts'

const id = { type: 'string', maxLength: 64 } as const

export const listAgentApprovals = operation({
  id: 'listAgentApprovals',
  group: 'Agent Management',
  method: 'get',
  path: '/agents/approvals',
  permission: 'VIEW',
  summary: 'List the actions of agents that wait for approval',
  description: 'Dates are those of submission, inclusive at both ends.',
  query: {
    type: 'object',
    properties: {
      agentId: { ...id, description: 'Actions of this agent only.' },
      customerId: { ...id, description: 'Actions for this customer only.' },
      ...dateRange,
      sortOrder,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: AgentActionListResponse },
  errors: [],
  handle({ query, platform, dependencies: { database } }) {
    return actionPage(database, {
      name: 'agentApprovals',
      query,
      direction: query.sortOrder,
      created: { from: query.startDate, to: query.endDate },
      branches: (bind) => pendingOf(bind, platform.id, query),
    })
  },
})

/** The condition that the narrowest index answers; none where an id names nothing. */
function pendingOf(
  bind: Bind,
  platformId: string,
  wanted: { readonly agentId?: string | undefined; readonly customerId?: string | undefined },
): string[] {
  const agent = wanted.agentId === undefined ? null : uuidOf('Agent', wanted.agentId)
  const customer = wanted.customerId === undefined ? null : uuidOf('Customer', wanted.customerId)
  if (agent === undefined || customer === undefined) return []
  const pendingBy = (column: string, owner: string): string =>
    `list_key(t.${column}, t.status) = list_key(${bind(owner)}::uuid, 'PENDING_APPROVAL')`
  const isOurs = (): string => `t.platform_id = ${bind(platformId)}`
  if (agent !== null) {
    const rest = customer === null ? [] : [`t.customer_id = ${bind(customer)}`]
    return [[pendingBy('agent_id', agent), isOurs(), ...rest].join(' and ')]
  }
  if (customer !== null) return [[pendingBy('customer_id', customer), isOurs()].join(' and ')]
  return [pendingBy('platform_id', platformId)]
}

import { AgentAction, AgentActionRejectRequest } from '../../contract/components/agents.ts'
import { operation } from '../operation.ts'
import { decideFound } from './decideFound.ts'

export const rejectAgentAction = operation({
  id: 'rejectAgentAction',
  group: 'Agent Management',
  method: 'post',
  path: '/agents/:agentId/actions/:actionId/reject',
  permission: 'TRANSACT',
  summary: 'Reject an action that waits for approval',
  description:
    'Its transaction ends `FAILED` with `COMPLIANCE_REJECTED`, and what it reserved is released.',
  body: AgentActionRejectRequest,
  bodyOptional: true,
  status: 200,
  responses: { 200: AgentAction },
  errors: ['REFERENCE_NOT_FOUND', 'CONFLICT'],
  handle: (call) => decideFound(call, 'REJECT', call.body?.reason),
})

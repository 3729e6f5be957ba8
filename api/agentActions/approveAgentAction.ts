import { AgentAction } from '../../contract/components/agents.ts'
import { operation } from '../operation.ts'
import { decideFound } from './decideFound.ts'

export const approveAgentAction = operation({
  id: 'approveAgentAction',
  group: 'Agent Management',
  method: 'post',
  path: '/agents/:agentId/actions/:actionId/approve',
  permission: 'TRANSACT',
  summary: 'Approve an action that waits for it',
  description:
    'Judged again, by the policy in force now: `APPROVED`, and the payment goes on; or `FAILED`, ' +
    'with its reason. Answered when the decision is committed.',
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL'] },
  status: 200,
  responses: { 200: AgentAction },
  errors: ['REFERENCE_NOT_FOUND', 'CONFLICT'],
  handle: (call) => decideFound(call, 'APPROVE'),
})

import { agentCreateTransferIn } from './agentCreateTransferIn.ts'
import { agentCreateTransferOut } from './agentCreateTransferOut.ts'
import { agentExecuteQuote } from './agentExecuteQuote.ts'
import { agentGetAction } from './agentGetAction.ts'
import { agentListActions } from './agentListActions.ts'
import { approveAgentAction } from './approveAgentAction.ts'
import { evaluateAgentPolicy } from './evaluateAgentPolicy.ts'
import { evaluateOwnPolicy } from './evaluateOwnPolicy.ts'
import { getAgentAction } from './getAgentAction.ts'
import { listAgentActions } from './listAgentActions.ts'
import { listAgentApprovals } from './listAgentApprovals.ts'
import { rejectAgentAction } from './rejectAgentAction.ts'

export default [
  agentExecuteQuote,
  agentCreateTransferIn,
  agentCreateTransferOut,
  agentListActions,
  agentGetAction,
  evaluateOwnPolicy,
  listAgentApprovals,
  listAgentActions,
  getAgentAction,
  approveAgentAction,
  rejectAgentAction,
  evaluateAgentPolicy,
]

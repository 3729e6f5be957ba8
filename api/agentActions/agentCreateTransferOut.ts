import { AgentAction } from '../../contract/components/agents.ts'
import { allowDuplicate, TransferOutRequest } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { transferOutErrors, transferOutOf } from '../transfers/createTransferOut.ts'
import { agentTransfer } from './agentTransfer.ts'

export const agentCreateTransferOut = operation({
  id: 'agentCreateTransferOut',
  group: 'Agent Operations',
  method: 'post',
  path: '/agents/me/transfer-out',
  security: 'AGENT',
  answersPaused: true,
  deprecated: true,
  summary: 'Send money from an internal account of the customer to a bank account',
  description:
    'Use a quote instead; it serves payments in one currency too. Done at once (`APPROVED`) or ' +
    'submitted for the platform’s approval (`PENDING_APPROVAL`), as the policy says. Needs ' +
    '`CREATE_TRANSFERS`. An embedded wallet must sign.',
  outside: { byRequest: ['PAYOUT_RAIL'] },
  headers: { idempotencyKey: true },
  body: {
    ...TransferOutRequest,
    properties: { ...TransferOutRequest.properties, allowDuplicate },
  },
  status: 201,
  responses: { 201: AgentAction },
  errors: transferOutErrors,
  handle(call) {
    const { allowDuplicate: isMeant, ...body } = call.body
    return agentTransfer(transferOutOf(body, 'agentCreateTransferOut'), call, isMeant)
  },
})

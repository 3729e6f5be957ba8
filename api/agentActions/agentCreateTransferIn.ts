import { AgentAction } from '../../contract/components/agents.ts'
import { allowDuplicate, TransferInRequest } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { transferInErrors, transferInOf } from '../transfers/createTransferIn.ts'
import { agentTransfer } from './agentTransfer.ts'

export const agentCreateTransferIn = operation({
  id: 'agentCreateTransferIn',
  group: 'Agent Operations',
  method: 'post',
  path: '/agents/me/transfer-in',
  security: 'AGENT',
  answersPaused: true,
  deprecated: true,
  summary: 'Pull money from a bank account into an internal account of the customer',
  description:
    'Use a quote instead; it serves payments in one currency too. Done at once (`APPROVED`) or ' +
    'submitted for the platform’s approval (`PENDING_APPROVAL`), as the policy says. Needs ' +
    '`CREATE_TRANSFERS`. What is pulled counts against the limits.',
  outside: { byRequest: ['PAYOUT_RAIL'] },
  headers: { idempotencyKey: true },
  body: {
    ...TransferInRequest,
    properties: { ...TransferInRequest.properties, allowDuplicate },
  },
  status: 201,
  responses: { 201: AgentAction },
  errors: transferInErrors,
  handle(call) {
    const { allowDuplicate: isMeant, ...body } = call.body
    return agentTransfer(transferInOf(body, 'agentCreateTransferIn'), call, isMeant)
  },
})

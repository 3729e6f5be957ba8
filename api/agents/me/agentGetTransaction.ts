import { Transaction } from '../../../contract/components/payments.ts'
import { operation } from '../../operation.ts'
import { requireId } from '../../requireId.ts'
import { findTransaction, presentFound } from '../../transactions/found.ts'

export const agentGetTransaction = operation({
  id: 'agentGetTransaction',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/transactions/:transactionId',
  security: 'AGENT',
  agentPermission: 'VIEW_TRANSACTIONS',
  summary: 'Read a transaction of the agent’s customer',
  status: 200,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND'],
  async handle({ params, platform, agent, dependencies }) {
    const uuid = requireId('Transaction', params.transactionId, 'TRANSACTION_NOT_FOUND')
    return presentFound(await findTransaction(dependencies, platform.id, uuid, agent.customerId))
  },
})

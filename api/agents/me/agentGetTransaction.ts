import { TransactionOneOf } from '../../../contract/components/payments.ts'
import { operation } from '../../operation.ts'
import { findAnyTransaction, presentAnyFound } from '../../transactions/findTransaction.ts'

export const agentGetTransaction = operation({
  id: 'agentGetTransaction',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/transactions/:transactionId',
  security: 'AGENT',
  agentPermission: 'VIEW_TRANSACTIONS',
  summary: 'Read a transaction of the agent’s customer',
  status: 200,
  responses: { 200: TransactionOneOf },
  errors: ['TRANSACTION_NOT_FOUND'],
  async handle({ params, platform, agent, dependencies }) {
    return presentAnyFound(
      await findAnyTransaction(dependencies, platform.id, params.transactionId, agent.customerId),
    )
  },
})

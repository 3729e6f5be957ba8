import { TransactionList } from '../../../contract/components/payments.ts'
import { idOf } from '../../../contract/ids.ts'
import { operation } from '../../operation.ts'
import { transactionPage, transactionQuery } from '../../transactions/listTransactions.ts'

export const agentListTransactions = operation({
  id: 'agentListTransactions',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/transactions',
  security: 'AGENT',
  agentPermission: 'VIEW_TRANSACTIONS',
  summary: 'List the transactions of the agent’s customer, newest first',
  description:
    'An account identifier is the id of an internal or external account or a UMA address. Dates ' +
    'are inclusive at both ends. A pending transaction past its time is `EXPIRED`.',
  query: { type: 'object', properties: transactionQuery },
  status: 200,
  responses: { 200: TransactionList },
  errors: [],
  handle: ({ query, platform, agent, dependencies: { database } }) =>
    transactionPage(database, platform.id, [agent.customerId], {
      ...query,
      customerId: idOf('Customer', agent.customerId),
    }),
})

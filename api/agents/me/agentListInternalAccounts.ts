import { InternalAccountList } from '../../../contract/components/accounts.ts'
import { idOf } from '../../../contract/ids.ts'
import {
  internalAccountPage,
  internalAccountQuery,
} from '../../internalAccounts/listInternalAccounts.ts'
import { operation } from '../../operation.ts'

export const agentListInternalAccounts = operation({
  id: 'agentListInternalAccounts',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/internal-accounts',
  security: 'AGENT',
  agentPermission: 'VIEW_TRANSACTIONS',
  summary: 'List the internal accounts of the agent’s customer with their balances, oldest first',
  query: { type: 'object', properties: internalAccountQuery },
  status: 200,
  responses: { 200: InternalAccountList },
  errors: [],
  handle: ({ query, platform, agent, dependencies }) =>
    internalAccountPage(dependencies, platform, {
      ...query,
      customerId: idOf('Customer', agent.customerId),
    }),
})

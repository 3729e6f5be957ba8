import { ExternalAccountList } from '../../../contract/components/externalAccounts.ts'
import { currencyCode, pageQuery } from '../../../contract/components/shared.ts'
import { idOf } from '../../../contract/ids.ts'
import { externalAccountPage } from '../../externalAccounts/listExternalAccounts.ts'
import { operation } from '../../operation.ts'

export const agentListExternalAccounts = operation({
  id: 'agentListExternalAccounts',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/external-accounts',
  security: 'AGENT',
  agentPermission: 'VIEW_TRANSACTIONS',
  summary: 'List the external accounts of the agent’s customer, oldest first',
  query: {
    type: 'object',
    properties: {
      currency: { ...currencyCode, description: 'Accounts that are paid in this currency only.' },
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: ExternalAccountList },
  errors: [],
  handle: ({ query, platform, agent, dependencies }) =>
    externalAccountPage(dependencies, platform.id, 'customers', {
      ...query,
      customerId: idOf('Customer', agent.customerId),
    }),
})

import { ExternalAccount } from '../../../contract/components/externalAccounts.ts'
import { presentExternalAccount } from '../../../contract/present/index.ts'
import { findExternalAccount } from '../../externalAccounts/scope.ts'
import { operation } from '../../operation.ts'

export const agentGetExternalAccount = operation({
  id: 'agentGetExternalAccount',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/external-accounts/:externalAccountId',
  security: 'AGENT',
  agentPermission: 'VIEW_TRANSACTIONS',
  summary: 'Read an external account of the agent’s customer',
  status: 200,
  responses: { 200: ExternalAccount },
  errors: ['ACCOUNT_NOT_FOUND'],
  async handle({ params, platform, agent, dependencies }) {
    const { externalAccountId: id } = params
    return presentExternalAccount(
      await findExternalAccount(dependencies, platform.id, 'customers', id, agent.customerId),
    )
  },
})

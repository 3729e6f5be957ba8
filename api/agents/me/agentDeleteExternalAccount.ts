import { deleteAccount } from '../../externalAccounts/deleteExternalAccount.ts'
import { findExternalAccount } from '../../externalAccounts/scope.ts'
import { operation } from '../../operation.ts'

export const agentDeleteExternalAccount = operation({
  id: 'agentDeleteExternalAccount',
  group: 'Agent Operations',
  method: 'delete',
  path: '/agents/me/external-accounts/:externalAccountId',
  security: 'AGENT',
  agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
  summary: 'Delete an external account of the agent’s customer',
  description:
    'Payments in progress continue; quotes that have not been executed expire. An equal account ' +
    'can be registered again.',
  status: 204,
  responses: { 204: null },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, agent, dependencies }) {
    const { externalAccountId: id } = params
    // An account never changes its customer.
    await findExternalAccount(dependencies, platform.id, 'customers', id, agent.customerId)
    return deleteAccount(dependencies, platform.id, 'customers', id)
  },
})

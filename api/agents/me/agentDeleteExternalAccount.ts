import { Refusal } from '../../../contract/errors.ts'
import { notFound } from '../../../contract/notFound.ts'
import { operation, reply } from '../../operation.ts'
import { requireId } from '../../requireId.ts'

const NAMED =
  'The policy of an agent names this account: only the platform can delete it, or change the policy.'

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
    'can be registered again. One that the policy of an agent of this customer names is for the ' +
    'platform alone to delete: `403`.',
  status: 204,
  responses: { 204: null },
  errors: ['ACCOUNT_NOT_FOUND', 'BENEFICIARY_TRUSTED'],
  async handle({ params, platform, agent, dependencies }) {
    const uuid = requireId('ExternalAccount', params.externalAccountId)
    const { database } = dependencies
    const outcome = await database.call(
      'delete_external_account_by_agent',
      platform.id,
      agent.customerId,
      uuid,
    )
    if (outcome === 'NOT_FOUND') throw notFound('ExternalAccount')
    if (outcome === 'TRUSTED') throw new Refusal('BENEFICIARY_TRUSTED')
    if (outcome === 'NAMED') throw new Refusal('FORBIDDEN', { reason: NAMED })
    return reply(204)
  },
})

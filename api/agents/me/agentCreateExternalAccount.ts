import {
  AgentExternalAccountCreateRequest,
  ExternalAccount,
} from '../../../contract/components/externalAccounts.ts'
import { Refusal } from '../../../contract/errors.ts'
import { idOf } from '../../../contract/ids.ts'
import { inOneForm } from '../../../domain/addresses/oneForm.ts'
import { createExternalAccount, creationErrors } from '../../externalAccounts/create.ts'
import { validateAccount } from '../../externalAccounts/validateAccount.ts'
import { operation } from '../../operation.ts'

export const agentCreateExternalAccount = operation({
  id: 'agentCreateExternalAccount',
  group: 'Agent Operations',
  method: 'post',
  path: '/agents/me/external-accounts',
  security: 'AGENT',
  agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
  summary: 'Register an external account of the agent’s customer that can be paid',
  headers: { idempotencyKey: 'kept' },
  body: AgentExternalAccountCreateRequest,
  prepare: inOneForm,
  validate: validateAccount,
  status: 201,
  responses: { 201: ExternalAccount },
  errors: ['USER_NOT_FOUND', ...creationErrors],
  async handle(call) {
    const { body, agent } = call
    const { customerId } = agent
    const own = idOf('Customer', customerId)
    if ((body.customerId ?? own) !== own) throw new Refusal('USER_NOT_FOUND')
    return createExternalAccount(call, customerId, body)
  },
})

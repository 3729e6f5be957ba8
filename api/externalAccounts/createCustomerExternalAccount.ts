import {
  ExternalAccount,
  ExternalAccountCreateRequest,
} from '../../contract/components/externalAccounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { inOneForm } from '../../domain/addresses/oneForm.ts'
import { findCustomer } from '../customers/getCustomer.ts'
import { operation } from '../operation.ts'
import { createExternalAccount, creationErrors } from './create.ts'
import { validateAccount } from './validateAccount.ts'

export const createCustomerExternalAccount = operation({
  id: 'createCustomerExternalAccount',
  group: 'External Accounts',
  method: 'post',
  path: '/customers/external-accounts',
  permission: 'MANAGE',
  summary: 'Register an external account that can be paid',
  description: 'Without `customerId` the account is the platform’s own.',
  headers: { idempotencyKey: 'kept' },
  body: ExternalAccountCreateRequest,
  prepare: inOneForm,
  validate: validateAccount,
  status: 201,
  responses: { 201: ExternalAccount },
  errors: ['USER_NOT_FOUND', 'USER_NOT_READY', 'SCA_SESSION_REQUIRED', ...creationErrors],
  async handle(call) {
    const { body, platform, dependencies } = call
    const { customerId } = body
    if (customerId === undefined) {
      return createExternalAccount(call, undefined, body)
    }
    const customer = await findCustomer(dependencies, platform.id, customerId)
    if (customer === undefined || customer.is_deleted) throw new Refusal('USER_NOT_FOUND')
    return createExternalAccount(call, customer.id, body)
  },
})

import {
  ExternalAccount,
  PlatformExternalAccountCreateRequest,
} from '../../contract/components/externalAccounts.ts'
import { inOneForm } from '../../domain/addresses/oneForm.ts'
import { operation } from '../operation.ts'
import { createExternalAccount, creationErrors } from './create.ts'
import { validateAccount } from './validateAccount.ts'

export const createPlatformExternalAccount = operation({
  id: 'createPlatformExternalAccount',
  group: 'External Accounts',
  method: 'post',
  path: '/platform/external-accounts',
  permission: 'MANAGE',
  summary: 'Register an account of the platform itself',
  headers: { idempotencyKey: 'kept' },
  body: PlatformExternalAccountCreateRequest,
  prepare: inOneForm,
  validate: validateAccount,
  status: 201,
  responses: { 201: ExternalAccount },
  errors: [...creationErrors],
  handle: (call) => createExternalAccount(call, undefined, call.body),
})

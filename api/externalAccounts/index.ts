import { createCustomerExternalAccount } from './createCustomerExternalAccount.ts'

export default [createCustomerExternalAccount]

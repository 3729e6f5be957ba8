import { listCustomerInternalAccounts, listInternalAccounts } from './listInternalAccounts.ts'

export default [listInternalAccounts, listCustomerInternalAccounts]

import { exportInternalAccount } from './exportInternalAccount.ts'
import { listCustomerInternalAccounts, listInternalAccounts } from './listInternalAccounts.ts'
import { updateInternalAccount } from './updateInternalAccount.ts'

export default [
  listInternalAccounts,
  listCustomerInternalAccounts,
  updateInternalAccount,
  exportInternalAccount,
]

import { createInternalAccount } from './createInternalAccount.ts'
import { exportInternalAccount } from './exportInternalAccount.ts'
import { listBalanceHistory } from './listBalanceHistory.ts'
import { listCustomerInternalAccounts, listInternalAccounts } from './listInternalAccounts.ts'
import { listPlatformInternalAccounts } from './listPlatformInternalAccounts.ts'
import { updateInternalAccount } from './updateInternalAccount.ts'

export default [
  createInternalAccount,
  listInternalAccounts,
  listCustomerInternalAccounts,
  listPlatformInternalAccounts,
  listBalanceHistory,
  updateInternalAccount,
  exportInternalAccount,
]

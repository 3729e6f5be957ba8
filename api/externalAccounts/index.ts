import {
  createExternalAccountOwnershipChallenge,
  createPlatformExternalAccountOwnershipChallenge,
} from './challengeOwnership.ts'
import { createCustomerExternalAccount } from './createCustomerExternalAccount.ts'
import { createPlatformExternalAccount } from './createPlatformExternalAccount.ts'
import {
  deleteCustomerExternalAccountById,
  deletePlatformExternalAccountById,
} from './deleteExternalAccount.ts'
import {
  getCustomerExternalAccountById,
  getPlatformExternalAccountById,
} from './getExternalAccount.ts'
import {
  listCustomerExternalAccounts,
  listPlatformExternalAccounts,
} from './listExternalAccounts.ts'
import {
  confirmBeneficiaryTrust,
  confirmBeneficiaryUntrust,
  startBeneficiaryTrust,
  startBeneficiaryUntrust,
} from './trustBeneficiary.ts'
import {
  verifyExternalAccountOwnership,
  verifyPlatformExternalAccountOwnership,
} from './verifyOwnership.ts'

export default [
  listCustomerExternalAccounts,
  createCustomerExternalAccount,
  getCustomerExternalAccountById,
  deleteCustomerExternalAccountById,
  createExternalAccountOwnershipChallenge,
  verifyExternalAccountOwnership,
  startBeneficiaryTrust,
  confirmBeneficiaryTrust,
  startBeneficiaryUntrust,
  confirmBeneficiaryUntrust,
  listPlatformExternalAccounts,
  createPlatformExternalAccount,
  getPlatformExternalAccountById,
  deletePlatformExternalAccountById,
  createPlatformExternalAccountOwnershipChallenge,
  verifyPlatformExternalAccountOwnership,
]

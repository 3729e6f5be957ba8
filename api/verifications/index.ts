import { createBeneficialOwner } from './createBeneficialOwner.ts'
import { createCustomerKycLink } from './createCustomerKycLink.ts'
import { createVerification } from './createVerification.ts'
import { getBeneficialOwner } from './getBeneficialOwner.ts'
import { getVerification } from './getVerification.ts'
import { listBeneficialOwners } from './listBeneficialOwners.ts'
import { listVerifications } from './listVerifications.ts'
import { updateBeneficialOwner } from './updateBeneficialOwner.ts'

export default [
  createCustomerKycLink,
  createBeneficialOwner,
  listBeneficialOwners,
  getBeneficialOwner,
  updateBeneficialOwner,
  createVerification,
  listVerifications,
  getVerification,
]

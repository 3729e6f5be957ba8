import { BeneficialOwner } from '../../contract/components/verifications.ts'
import { presentBeneficialOwner } from '../../contract/present/verifications.ts'
import { operation } from '../operation.ts'
import { findOwner } from './findVerification.ts'

export const getBeneficialOwner = operation({
  id: 'getBeneficialOwner',
  group: 'KYC/KYB Verifications',
  method: 'get',
  path: '/beneficial-owners/:beneficialOwnerId',
  permission: 'VIEW',
  summary: 'Read a beneficial owner',
  status: 200,
  responses: { 200: BeneficialOwner },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    return presentBeneficialOwner(
      await findOwner(dependencies, platform.id, params.beneficialOwnerId),
    )
  },
})

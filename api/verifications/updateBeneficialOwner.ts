import {
  BeneficialOwner,
  BeneficialOwnerUpdateRequest,
} from '../../contract/components/verifications.ts'
import { composed } from '../../contract/composedText.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentBeneficialOwner } from '../../contract/present/verifications.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { maybeOwner, refuseExcess, sealOwnerIdentifier, todayOf } from './findVerification.ts'
import { ownerProblems } from './ownerRules.ts'

export const updateBeneficialOwner = operation({
  id: 'updateBeneficialOwner',
  group: 'KYC/KYB Verifications',
  method: 'patch',
  path: '/beneficial-owners/:beneficialOwnerId',
  permission: 'MANAGE',
  summary: 'Change a beneficial owner',
  description:
    'Fields that are left out stay. What is changed goes to the verification vendor when the ' +
    'business is submitted again.',
  body: BeneficialOwnerUpdateRequest,
  async validate({ body, params, platform, dependencies }) {
    const { beneficialOwnerId = '' } = params
    // One that does not exist is the handler's 404.
    const stored = await maybeOwner(dependencies, platform.id, beneficialOwnerId)
    const { environment } = platform
    const today = todayOf(dependencies)
    return ownerProblems(body, stored?.personal_info ?? {}, { today, environment })
  },
  prepare: composed,
  status: 200,
  responses: { 200: BeneficialOwner },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, body, platform, dependencies }) {
    const id = requireId('BeneficialOwner', params.beneficialOwnerId)
    const { roles, ownershipPercentage } = body
    const { identifier, ...personalInfo } = body.personalInfo ?? {}
    const row = await dependencies.database.call('update_beneficial_owner', {
      ...{ id, platformId: platform.id, roles, ownershipPercentage, personalInfo },
      ...(identifier !== undefined && {
        identityNumber: await sealOwnerIdentifier(dependencies, id, identifier),
      }),
    })
    if (row === null) throw new Refusal('REFERENCE_NOT_FOUND')
    return presentBeneficialOwner(refuseExcess(row))
  },
})

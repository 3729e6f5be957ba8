import {
  BeneficialOwner,
  BeneficialOwnerCreateRequest,
} from '../../contract/components/verifications.ts'
import { composed } from '../../contract/composedText.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentBeneficialOwner } from '../../contract/present/verifications.ts'
import { ownerIdentityNumberOf } from '../../contract/sealedText.ts'
import { createOnce } from '../createOnce.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { refuseExcess, todayOf } from './findVerification.ts'
import { ownerProblems } from './ownerRules.ts'

export const createBeneficialOwner = operation({
  id: 'createBeneficialOwner',
  group: 'KYC/KYB Verifications',
  method: 'post',
  path: '/beneficial-owners',
  permission: 'MANAGE',
  summary: 'Name a person who owns or controls a business',
  description:
    'Every owner of 25 percent or more, and one CONTROL_PERSON, is verified with the business. The owners ' +
    'of a business have 100 percent together at most.',
  headers: { idempotencyKey: 'kept' },
  body: BeneficialOwnerCreateRequest,
  prepare: composed,
  validate: ({ body, platform: { environment }, dependencies }) =>
    ownerProblems(body, {}, { today: todayOf(dependencies), environment }),
  status: 201,
  responses: { 201: BeneficialOwner },
  errors: ['DUPLICATE_PAY_REQUEST', 'USER_NOT_FOUND'],
  async handle(call) {
    const { body, platform, dependencies } = call
    const { roles, ownershipPercentage } = body
    const { identifier, ...personalInfo } = body.personalInfo
    const customerId = requireId('Customer', body.customerId)
    const seal = await dependencies.records.sealer()
    return createOnce(call, async (tx, id) => {
      const row = await tx.call('create_beneficial_owner', {
        ...{ id, roles, ownershipPercentage, personalInfo, platformId: platform.id, customerId },
        identityNumber: seal(identifier, ownerIdentityNumberOf(id)),
      })
      if (row === null) throw new Refusal('USER_NOT_FOUND')
      return presentBeneficialOwner(refuseExcess(row))
    })
  },
})

import { randomUUID } from 'node:crypto'
import {
  BeneficialOwner,
  BeneficialOwnerCreateRequest,
} from '../../contract/components/verifications.ts'
import { composed } from '../../contract/composedText.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentBeneficialOwner } from '../../contract/present/verifications.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { sealOwnerIdentifier, todayOf } from './found.ts'
import { ownerProblems } from './ownerRules.ts'

export const createBeneficialOwner = operation({
  id: 'createBeneficialOwner',
  group: 'KYC/KYB Verifications',
  method: 'post',
  path: '/beneficial-owners',
  permission: 'MANAGE',
  summary: 'Name a person who owns or controls a business',
  description:
    'Every owner of 25 percent or more, and one CONTROL_PERSON, is verified with the business.',
  body: BeneficialOwnerCreateRequest,
  prepare: composed,
  validate: ({ body, dependencies }) => ownerProblems(body, {}, todayOf(dependencies)),
  status: 201,
  responses: { 201: BeneficialOwner },
  errors: ['USER_NOT_FOUND'],
  async handle({ body, platform, dependencies }) {
    const { roles, ownershipPercentage } = body
    const { identifier, ...personalInfo } = body.personalInfo
    const id = randomUUID()
    const row = await dependencies.database.call('create_beneficial_owner', {
      ...{ id, roles, ownershipPercentage, personalInfo, platformId: platform.id },
      customerId: requireId('Customer', body.customerId, 'USER_NOT_FOUND'),
      identityNumber: await sealOwnerIdentifier(dependencies, id, identifier),
    })
    if (row === null) throw new Refusal('USER_NOT_FOUND')
    return presentBeneficialOwner(row)
  },
})

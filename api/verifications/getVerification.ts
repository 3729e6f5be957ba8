import { Verification } from '../../contract/components/verifications.ts'
import { presentVerification } from '../../contract/present/verifications.ts'
import { operation } from '../operation.ts'
import { findVerification } from './findVerification.ts'

export const getVerification = operation({
  id: 'getVerification',
  group: 'KYC/KYB Verifications',
  method: 'get',
  path: '/verifications/:verificationId',
  permission: 'VIEW',
  summary: 'Read a verification',
  status: 200,
  responses: { 200: Verification },
  errors: ['VERIFICATION_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    return presentVerification(
      await findVerification(dependencies, platform.id, params.verificationId),
    )
  },
})

import { Verification, VerificationRequest } from '../../contract/components/verifications.ts'
import { presentVerification } from '../../contract/present/verifications.ts'
import { operation } from '../operation.ts'
import { refuseUnverifiedContacts } from './contacts.ts'
import { readFacts, submitVerification } from './submission.ts'

export const createVerification = operation({
  id: 'createVerification',
  group: 'KYC/KYB Verifications',
  method: 'post',
  path: '/verifications',
  permission: 'MANAGE',
  summary: 'Submit a customer for verification',
  description:
    'What is missing comes back as `errors` of a verification in RESOLVE_ERRORS, everything at ' +
    'once: add it and submit again. The same verification goes on until it is decided.',
  body: VerificationRequest,
  outside: { always: ['VERIFICATION_VENDOR'] },
  status: 200,
  responses: { 200: Verification },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  async handle({ body, platform, dependencies, trace }) {
    const facts = await readFacts(dependencies, platform.id, body.customerId)
    refuseUnverifiedContacts(facts.contactsToVerify)
    const row = await submitVerification({ dependencies, platform, trace }, facts)
    return presentVerification(row)
  },
})

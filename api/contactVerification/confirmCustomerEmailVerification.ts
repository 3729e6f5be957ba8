import { CustomerOneOf } from '../../contract/components/customers.ts'
import { ContactVerificationConfirmRequest } from '../../contract/components/sca.ts'
import { operation } from '../operation.ts'
import { confirmContactCode, knownCustomerInPath } from './contacts.ts'

export const confirmCustomerEmailVerification = operation({
  id: 'confirmCustomerEmailVerification',
  group: 'Contact Verification',
  method: 'post',
  path: '/customers/:customerId/verify-email/confirm',
  permission: 'MANAGE',
  summary: 'Confirm the email address of a customer',
  description: 'With the code of a mail. Five wrong codes make it invalid.',
  body: ContactVerificationConfirmRequest,
  validate: knownCustomerInPath,
  status: 200,
  responses: { 200: CustomerOneOf },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  async handle(call) {
    return confirmContactCode(call, 'VERIFY_EMAIL')
  },
})

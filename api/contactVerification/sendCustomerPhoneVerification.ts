import { operation, reply } from '../operation.ts'
import { sendContactCode } from './contacts.ts'

export const sendCustomerPhoneVerification = operation({
  id: 'sendCustomerPhoneVerification',
  group: 'Contact Verification',
  method: 'post',
  path: '/customers/:customerId/verify-phone',
  permission: 'MANAGE',
  summary: 'Send a code to the phone number of a customer',
  description:
    'Demanded of customers in the regions of strong customer authentication alone. Another code ' +
    'replaces the one before: after 60 seconds, five times in 24 hours. It is valid for ten minutes.',
  status: 204,
  responses: { 204: null },
  outside: { byRequest: ['MESSAGES'] },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  async handle(call) {
    await sendContactCode(call, 'VERIFY_PHONE')
    return reply(204)
  },
})

import { Transaction } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { decideIncomingPayment } from './decideIncomingPayment.ts'

export const approvePendingPayment = operation({
  id: 'approvePendingPayment',
  group: 'Transactions',
  method: 'post',
  path: '/transactions/:transactionId/approve',
  permission: 'TRANSACT',
  summary: 'Approve an incoming payment that awaits approval',
  description:
    'Within five seconds of a `202` to its `INCOMING_PAYMENT.PENDING` webhook; after that the ' +
    'payment is rejected.',
  body: {
    type: 'object',
    properties: {
      receiverCustomerInfo: { type: 'object', additionalProperties: true, maxProperties: 50 },
    },
  },
  bodyOptional: true,
  status: 200,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  handle({ params, body, platform, dependencies }) {
    return decideIncomingPayment(dependencies, platform.id, params.transactionId, {
      decision: 'APPROVED',
      receiverCustomerInfo: body?.receiverCustomerInfo,
    })
  },
})

import { Transaction } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { decideIncomingPayment } from './decideIncomingPayment.ts'

export const rejectPendingPayment = operation({
  id: 'rejectPendingPayment',
  group: 'Transactions',
  method: 'post',
  path: '/transactions/:transactionId/reject',
  permission: 'TRANSACT',
  summary: 'Reject an incoming payment that awaits approval',
  body: { type: 'object', properties: { reason: { type: 'string', maxLength: 255 } } },
  bodyOptional: true,
  status: 200,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  handle({ params, body, platform, dependencies }) {
    return decideIncomingPayment(dependencies, platform.id, params.transactionId, {
      decision: 'REJECTED',
      failureReason: 'COMPLIANCE_REJECTED',
      reason: body?.reason,
    })
  },
})

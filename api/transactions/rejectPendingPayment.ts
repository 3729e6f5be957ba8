import { Transaction } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { decideTransaction } from './decideTransaction.ts'

export const rejectPendingPayment = operation({
  id: 'rejectPendingPayment',
  group: 'Transactions',
  method: 'post',
  path: '/transactions/:transactionId/reject',
  permission: 'TRANSACT',
  summary: 'Reject an incoming payment, or what an agent has submitted',
  body: {
    type: 'object',
    properties: {
      reason: {
        type: 'string',
        format: 'lines',
        maxLength: 255,
        description: 'Why, kept with the transaction. A payer at another platform does not see it.',
      },
    },
  },
  bodyOptional: true,
  status: 200,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  handle({ params, body, platform, dependencies }) {
    return decideTransaction(dependencies, platform, params.transactionId, {
      decision: 'REJECTED',
      failureReason: 'COMPLIANCE_REJECTED',
      reason: body?.reason,
    })
  },
})

import { Transaction } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { decideTransaction } from './decideTransaction.ts'

export const approvePendingPayment = operation({
  id: 'approvePendingPayment',
  group: 'Transactions',
  method: 'post',
  path: '/transactions/:transactionId/approve',
  permission: 'TRANSACT',
  summary: 'Approve an incoming payment, or what an agent has submitted',
  description:
    'An incoming payment within five seconds of a `202` to its `INCOMING_PAYMENT.PENDING` webhook; ' +
    'after that it is rejected. What an agent has submitted is judged again by the policy in force, ' +
    'and executed, or ends `FAILED` where it does not hold any more.',
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL'] },
  body: {
    type: 'object',
    properties: {
      receiverCustomerInfo: {
        type: 'object',
        additionalProperties: true,
        maxProperties: 50,
        description:
          "The receiver's data that the `INCOMING_PAYMENT.PENDING` webhook asked for, by field name.",
      },
    },
  },
  bodyOptional: true,
  status: 200,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  handle({ params, body, platform, dependencies }) {
    return decideTransaction(dependencies, platform, params.transactionId, {
      decision: 'APPROVED',
      receiverCustomerInfo: body?.receiverCustomerInfo,
    })
  },
})

import { Transaction } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { findTransaction, presentFound } from './found.ts'

export const getTransactionById = operation({
  id: 'getTransactionById',
  group: 'Transactions',
  method: 'get',
  path: '/transactions/:transactionId',
  permission: 'VIEW',
  summary: 'Read a transaction',
  status: 200,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const uuid = requireId('Transaction', params.transactionId, 'TRANSACTION_NOT_FOUND')
    return presentFound(await findTransaction(dependencies, platform.id, uuid))
  },
})

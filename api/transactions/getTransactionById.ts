import { TransactionOneOf } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { findAnyTransaction, presentAnyFound } from './findTransaction.ts'

export const getTransactionById = operation({
  id: 'getTransactionById',
  group: 'Transactions',
  method: 'get',
  path: '/transactions/:transactionId',
  permission: 'VIEW',
  summary: 'Read a transaction',
  status: 200,
  responses: { 200: TransactionOneOf },
  errors: ['TRANSACTION_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    return presentAnyFound(
      await findAnyTransaction(dependencies, platform.id, params.transactionId),
    )
  },
})

import { Transaction } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { operation } from '../operation.ts'
import { expired, type FoundTransaction, presentFound } from './found.ts'

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
    const uuid = uuidOf('Transaction', params.transactionId)
    if (uuid === undefined) throw new Refusal('TRANSACTION_NOT_FOUND')
    const [found] = await dependencies.database.query<FoundTransaction>({
      name: 'transaction',
      text: `select to_jsonb(t) as row, ${expired} as expired
        from transactions t where id = $1 and platform_id = $2`,
      values: [uuid, platform.id],
    })
    if (found === undefined) throw new Refusal('TRANSACTION_NOT_FOUND')
    return presentFound(found)
  },
})

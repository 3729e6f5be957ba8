import { Transaction } from '../../contract/components/payments.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { untilAnswered } from '../untilAnswered.ts'
import { findTransaction, presentFound } from './findTransaction.ts'

export const cancelTransaction = operation({
  id: 'cancelTransaction',
  group: 'Transactions',
  method: 'post',
  path: '/transactions/:transactionId/cancel',
  permission: 'TRANSACT',
  outside: { always: ['PAYOUT_RAIL'] },
  summary: 'Request the cancellation of a payment over ACH or wire',
  description:
    'The rail decides: where it could still stop the payout the payment fails and is ' +
    'refunded (`USER_CANCELLATION`), and where it could not, it completes.',
  body: {
    type: 'object',
    properties: {
      reason: {
        type: 'string',
        format: 'lines',
        maxLength: 255,
        description: 'Why, kept on the timeline of the transaction.',
      },
    },
  },
  bodyOptional: true,
  status: 200,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_CANCELLABLE'],
  async handle({ params, body, platform, dependencies }) {
    const uuid = requireId('Transaction', params.transactionId)
    const before = await findTransaction(dependencies, platform.id, uuid)
    const { database } = dependencies
    const outcome = await untilAnswered(dependencies, async (isRepeat) => {
      const answer = await database.call('request_cancel', platform.id, uuid, body?.reason ?? null)
      return isRepeat && answer === 'REQUESTED_BEFORE' ? 'REQUESTED' : answer
    })
    if (outcome === 'NOT_SUPPORTED') {
      const message = `is ${before.row.type} and does not go over ACH or wire`
      throw invalidInput([{ field: 'transactionId', constraint: 'const', message }])
    }
    if (outcome !== 'REQUESTED') throw new Refusal('TRANSACTION_NOT_CANCELLABLE')
    return presentFound(await findTransaction(dependencies, platform.id, uuid))
  },
})

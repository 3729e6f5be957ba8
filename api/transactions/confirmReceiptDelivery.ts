import { Transaction } from '../../contract/components/payments.ts'
import { dateTime } from '../../contract/components/shared.ts'
import { Refusal } from '../../contract/errors.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { expired, type FoundTransaction, presentFound } from './findTransaction.ts'

export const confirmReceiptDelivery = operation({
  id: 'confirmReceiptDelivery',
  group: 'Transactions',
  method: 'post',
  path: '/transactions/:transactionId/confirm',
  permission: 'TRANSACT',
  summary: "Record when the customer was given the transaction's receipt",
  description: 'A repeated call overwrites. Without a time it is now.',
  body: {
    type: 'object',
    properties: {
      receiptDeliveryConfirmedAt: {
        ...dateTime,
        description: 'When the customer was given the receipt; without it, now.',
      },
    },
  },
  bodyOptional: true,
  status: 200,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND'],
  async handle({ params, body, platform, dependencies }) {
    const uuid = requireId('Transaction', params.transactionId)
    const [found] = await dependencies.database.query<FoundTransaction>({
      name: 'confirm_receipt',
      text: `update transactions t set updated_at = service_now(),
          receipt_delivery_confirmed_at = coalesce($3::timestamptz, service_now())
        where id = $1 and platform_id = $2 and type <> 'CARD' returning to_jsonb(t) as row, ${expired} as expired`,
      values: [uuid, platform.id, body?.receiptDeliveryConfirmedAt ?? null],
    })
    if (found === undefined) throw new Refusal('TRANSACTION_NOT_FOUND')
    return presentFound(found)
  },
})

import { Quote } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import { type PaymentRow, presentQuote } from '../../contract/present/index.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const getQuoteById = operation({
  id: 'getQuoteById',
  group: 'Cross-Currency Transfers',
  method: 'get',
  path: '/quotes/:quoteId',
  permission: 'VIEW',
  summary: 'Read a quote',
  status: 200,
  responses: { 200: Quote },
  errors: ['QUOTE_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const uuid = requireId('Quote', params.quoteId, 'QUOTE_NOT_FOUND')
    const [found] = await dependencies.database.query<{ row: PaymentRow; expired: boolean }>({
      name: 'quote',
      text: `select to_jsonb(q) - 'stamp' as row,
          (status = 'PENDING' and expires_at <= service_now()) as expired
        from payments q where id = $1 and platform_id = $2 and kind = 'QUOTE'`,
      values: [uuid, platform.id],
    })
    if (found === undefined) throw new Refusal('QUOTE_NOT_FOUND')
    // Expiry does not depend on a job: a read after the instant shows it.
    return presentQuote(found.expired ? { ...found.row, status: 'EXPIRED' } : found.row)
  },
})

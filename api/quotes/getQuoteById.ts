import { Quote } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import { type PaymentRow, presentQuote } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Dependencies } from '../dependencies.ts'
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
  handle: ({ params, platform, dependencies }) =>
    shownQuote(dependencies, platform.id, params.quoteId),
})

/**
 * A quote as it is shown now.
 *
 * @param agentId UUID without prefix: only the quotes that this agent made
 * @throws Refusal QUOTE_NOT_FOUND, also for another owner's
 */
export async function shownQuote(
  { database }: Dependencies,
  platformId: string,
  id: string,
  agentId?: string,
): Promise<Shown<typeof Quote>> {
  const uuid = requireId('Quote', id)
  const [found] = await database.query<{ row: PaymentRow; expired: boolean }>({
    name: 'quote',
    text: `select answered_payment(q) - 'stamp' || case when q.agent_id is null then '{}' else jsonb_build_object(
          'agent_action_id', (select a.id from agent_actions a where a.payment_id = q.id
            order by a.created_at desc limit 1)) end as row,
        (status = 'PENDING' and expires_at <= service_now()) as expired
      from payments q where id = $1 and platform_id = $2 and kind = 'QUOTE'
        and ($3::uuid is null or agent_id = $3)`,
    values: [uuid, platformId, agentId ?? null],
  })
  if (found === undefined) throw new Refusal('QUOTE_NOT_FOUND')
  const { row, expired } = found
  return presentQuote({
    ...row,
    // Expiry does not depend on a job: a read after the instant shows it.
    status: expired ? 'EXPIRED' : row.status,
    // A platform has its customer authorize what its agents do; they do not.
    sca_challenge: agentId === undefined ? row.sca_challenge : null,
  })
}

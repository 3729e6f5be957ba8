import { TimelineEntry } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { present, shownInstant } from '../../contract/present/index.ts'
import { type TimelineCodes, timelineSentences } from '../../contract/present/timeline.ts'
import type { Shown } from '../../contract/shown.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

type Row = TimelineCodes & {
  readonly at: string
  readonly attempt: number | null
}

export const listTransactionTimeline = operation({
  id: 'listTransactionTimeline',
  group: 'Transactions',
  method: 'get',
  path: '/transactions/:transactionId/timeline',
  permission: 'VIEW',
  summary: 'What happened to a transaction, what it waits for, and who must act',
  status: 200,
  responses: {
    200: {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'array',
          description: 'What has happened, oldest first. The last entry says who must act now.',
          items: TimelineEntry,
        },
      },
    },
  },
  errors: ['TRANSACTION_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const uuid = requireId('Transaction', params.transactionId)
    const rows = await dependencies.database.query<{ row: Row }>({
      name: 'transaction_timeline',
      text: `select to_jsonb(l) as row from timeline l
        where subject = $1 and platform_id = $2 order by id`,
      values: [idOf('Transaction', uuid), platform.id],
    })
    if (rows.length === 0) throw new Refusal('TRANSACTION_NOT_FOUND')
    const data = rows.map(({ row }) => {
      const { what, nextActor, waitsFor } = timelineSentences(row)
      return present<Shown<typeof TimelineEntry>>({
        at: shownInstant(row.at),
        what,
        attempt: row.attempt,
        nextActor,
        waitsFor,
      })
    })
    return { data }
  },
})

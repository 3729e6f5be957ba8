import { type TransactionType, TransactionVolume } from '../../contract/components/payments.ts'
import { dateTime } from '../../contract/components/shared.ts'
import { currencyOf } from '../../contract/money.ts'
import { type StoredAmount, shownAmount } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { instant } from '../../contract/time.ts'
import { operation } from '../operation.ts'
import { periodOf } from '../period.ts'

type Row = {
  readonly type: Shown<typeof TransactionType>
  readonly currency: string
  /** Number of the interval, from 0. */
  readonly n: number
  readonly completed: number
  readonly failed: number
  readonly amount: StoredAmount
}

const SPAN_MAX_DAYS = 31
const INTERVALS_MAX = 200

export const listTransactionVolume = operation({
  id: 'listTransactionVolume',
  group: 'Transactions',
  method: 'get',
  path: '/transactions/volume',
  permission: 'VIEW',
  summary: 'What was completed and what failed over time, per type and currency',
  description:
    'Of the transactions that were created in the period, in as many equal intervals as are asked for. ' +
    'Amounts are what was sent, of incoming payments what was received, of cards what was settled. Only the ' +
    'transactions of the period are read: it is 31 days at most.',
  query: {
    type: 'object',
    properties: {
      startDate: {
        ...dateTime,
        description: 'Beginning of the range; without it, `hours` before its end.',
      },
      endDate: { ...dateTime, description: 'End of the range; without it, now.' },
      hours: {
        type: 'integer',
        minimum: 1,
        maximum: SPAN_MAX_DAYS * 24,
        default: 24,
        description: 'Length of the range in hours, where it has no `startDate`.',
      },
      intervals: {
        type: 'integer',
        minimum: 1,
        maximum: INTERVALS_MAX,
        default: 24,
        description: 'Into how many equal parts the range is divided.',
      },
    },
  },
  status: 200,
  responses: { 200: TransactionVolume },
  errors: [],
  async handle({ query, platform, dependencies: { database, clock } }) {
    const { from, until } = periodOf(query, clock, SPAN_MAX_DAYS)
    const spanMs = until.getTime() - from.getTime()
    const rows = await database.query<{ row: Row }>({
      name: 'transaction_volume',
      text: `select to_jsonb(v) || jsonb_build_object('amount', exact_amount(v.amount)) as row
        from transaction_volume($1, $2, $3, $4) v`,
      values: [platform.id, from, until, query.intervals],
    })
    const found = rows.map(({ row }) => row)
    const kinds = [...new Map(found.map((row) => [kindOf(row), row])).values()]
    const starts = Array.from({ length: query.intervals }, (_, n) =>
      instant(from.getTime() + Math.floor((spanMs * n) / query.intervals)).toISOString(),
    )
    return {
      data: kinds.map((kind) => {
        const own = found.filter((row) => kindOf(row) === kindOf(kind))
        return {
          type: kind.type,
          currency: currencyOf(kind.currency),
          intervals: starts.map((at, n) => {
            const { completed = 0, failed = 0, amount = 0 } = own.find((row) => row.n === n) ?? {}
            return { at, completed, failed, amount: shownAmount(amount) }
          }),
        }
      }),
    }
  },
})

function kindOf({ type, currency }: Row): string {
  return `${type}/${currency}`
}

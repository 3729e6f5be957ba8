import { BalanceHistory } from '../../contract/components/ledger.ts'
import { currencyCode, dateTime } from '../../contract/components/shared.ts'
import { currencyOf } from '../../contract/money.ts'
import { notFound } from '../../contract/notFound.ts'
import { type StoredAmount, shownAmount, shownInstant } from '../../contract/present/index.ts'
import { operation } from '../operation.ts'
import { periodOf } from '../period.ts'
import { requireId } from '../requireId.ts'

type Row = {
  readonly currency: string
  readonly at: string
  readonly balance: StoredAmount
  readonly total_balance: StoredAmount
}

type ExtremesRow = {
  readonly currency: string
  readonly highest: StoredAmount
  readonly highest_at: string
  readonly lowest: StoredAmount
  readonly lowest_at: string
}

const SPAN_MAX_DAYS = 366
const POINTS_MAX = 200

export const listBalanceHistory = operation({
  id: 'listBalanceHistory',
  group: 'Internal Accounts',
  method: 'get',
  path: '/internal-accounts/balance-history',
  permission: 'VIEW',
  summary: 'Balances over time, summed per currency',
  description:
    "Of all the platform's and its customers' internal accounts, or of one. The points are " +
    'equally spaced from `startDate` to `endDate` (now), both included; without `startDate` over the last ' +
    '`hours`. `highest` and `lowest` are of every balance of the period, between the points too.',
  query: {
    type: 'object',
    properties: {
      accountId: {
        type: 'string',
        maxLength: 64,
        description:
          'One internal account of the platform or its customers; without it, the sums of all of them.',
      },
      currency: {
        ...currencyCode,
        description: 'Balances in this currency only; without it, in every one.',
      },
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
      points: {
        type: 'integer',
        minimum: 2,
        maximum: POINTS_MAX,
        default: 60,
        description: 'How many instants of the range are shown, its two ends among them.',
      },
    },
  },
  status: 200,
  responses: { 200: BalanceHistory },
  errors: ['ACCOUNT_NOT_FOUND'],
  async handle({ query, platform, dependencies }) {
    const { database, clock } = dependencies
    const { from, until } = periodOf(query, clock, SPAN_MAX_DAYS)
    const account =
      query.accountId === undefined ? undefined : requireId('InternalAccount', query.accountId)
    const period = [platform.id, account ?? null, query.currency ?? null, from, until]
    const [rows, extremes] = await Promise.all([
      database.query<{ row: Row }>({
        name: 'balance_history',
        text: `select to_jsonb(h) || jsonb_build_object('balance', exact_amount(h.balance),
            'total_balance', exact_amount(h.total_balance)) as row
          from balance_history($1, $2, $3, $4, $5, $6) h`,
        values: [...period, query.points],
      }),
      database.query<{ row: ExtremesRow }>({
        name: 'balance_extremes',
        text: `select to_jsonb(e) || jsonb_build_object('highest', exact_amount(e.highest),
            'lowest', exact_amount(e.lowest)) as row
          from balance_extremes($1, $2, $3, $4, $5) e`,
        values: period,
      }),
    ])
    if (account !== undefined && rows.length === 0 && query.currency === undefined) {
      throw notFound('InternalAccount')
    }
    // An account that was opened between the two statements is in the next answer.
    return {
      data: extremes.map(({ row: { currency, ...extreme } }) => ({
        currency: currencyOf(currency),
        points: rows
          .filter(({ row }) => row.currency === currency)
          .map(({ row }) => ({
            at: shownInstant(row.at),
            balance: shownAmount(row.balance),
            totalBalance: shownAmount(row.total_balance),
          })),
        highest: { at: shownInstant(extreme.highest_at), balance: shownAmount(extreme.highest) },
        lowest: { at: shownInstant(extreme.lowest_at), balance: shownAmount(extreme.lowest) },
      })),
    }
  },
})

import { TransactionList, TransactionStatus } from '../../contract/components/payments.ts'
import { dateTime, pageQuery } from '../../contract/components/shared.ts'
import { uuidOf } from '../../contract/ids.ts'
import { operation } from '../operation.ts'
import { pageOf, positionOf } from '../paging.ts'
import { expired, type FoundTransaction, presentFound } from './found.ts'

export const listTransactions = operation({
  id: 'listTransactions',
  group: 'Transactions',
  method: 'get',
  path: '/transactions',
  permission: 'VIEW',
  summary: 'List transactions, newest first',
  query: {
    type: 'object',
    properties: {
      customerId: { type: 'string', maxLength: 64 },
      platformCustomerId: { type: 'string', maxLength: 255 },
      status: TransactionStatus,
      type: { type: 'string', enum: ['INCOMING', 'OUTGOING', 'CARD'] },
      startDate: dateTime,
      endDate: dateTime,
      sortOrder: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: TransactionList },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const after = positionOf(query.cursor)
    const where = ['platform_id = $1']
    const values: unknown[] = [platform.id]
    const add = (condition: string, value: unknown): void => {
      values.push(value)
      where.push(condition.replaceAll('?', `$${values.length}`))
    }
    if (query.customerId !== undefined) {
      const customer = uuidOf('Customer', query.customerId)
      if (query.customerId === `PlatformConfig:${platform.id}`) where.push('customer_id is null')
      else if (customer === undefined) return pageOf([], query.limit, () => ({}))
      else add('customer_id = ?', customer)
    }
    if (query.platformCustomerId !== undefined)
      add('platform_customer_id = ?', query.platformCustomerId)
    if (query.status !== undefined) {
      add(`case when ${expired} then 'EXPIRED' else t.status end = ?`, query.status)
    }
    if (query.type !== undefined) add('type = ?', query.type)
    if (query.startDate !== undefined) add('created_at >= ?', query.startDate)
    // Instants are shown in milliseconds: the end that a caller copied from an answer is included.
    if (query.endDate !== undefined) {
      add("created_at < ?::timestamptz + interval '1 millisecond'", query.endDate)
    }
    const [order, beyond] = query.sortOrder === 'asc' ? ['asc', '>'] : ['desc', '<']
    if (after !== undefined) {
      values.push(after.createdAt, after.id)
      where.push(`(created_at, id) ${beyond} ($${values.length - 1}, $${values.length}::uuid)`)
    }
    values.push(query.limit + 1)
    const rows = await dependencies.database.query<FoundTransaction>({
      text: `select to_jsonb(t) as row, ${expired} as expired from transactions t
        where ${where.join(' and ')}
        order by created_at ${order}, id ${order} limit $${values.length}`,
      values,
    })
    const found = rows.map((each) => ({
      ...each,
      id: each.row.id,
      created_at: each.row.created_at,
    }))
    return pageOf(found, query.limit, presentFound)
  },
})

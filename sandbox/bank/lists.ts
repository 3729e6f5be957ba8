/** Lists of the bank's objects: newest first, filtered, in pages. */
import { createHash } from 'node:crypto'
import type { ParsedUrlQuery } from 'node:querystring'
import { type Bank, invalidParameter } from './bank.ts'
import type { Body } from './objects.ts'

const LIMIT = 100

/** How each filter compares: `in` takes a list with commas. */
type Filter = { readonly name: string; readonly sql: string; readonly isList?: boolean }

const member = (name: string): Filter => ({ name, sql: `body ->> '${name}' = ?` })
const among = (name: string): Filter => ({
  name: `${name}.in`,
  sql: `body ->> '${name}' = any (?::text[])`,
  isList: true,
})
const times: readonly Filter[] = [
  { name: 'created_at.after', sql: 'created_at > ?::timestamptz' },
  { name: 'created_at.on_or_after', sql: 'created_at >= ?::timestamptz' },
  { name: 'created_at.before', sql: 'created_at < ?::timestamptz' },
  { name: 'created_at.on_or_before', sql: 'created_at <= ?::timestamptz' },
]
const key: Filter = { name: 'idempotency_key', sql: 'idempotency_key = ?' }
const account: Filter = { name: 'account_id', sql: 'account_id = ?' }
const status = among('status')
const made = [...times, key]
const ofAccount = [...times, account]
const transfers = [...made, account, member('external_account_id'), status]
const inbound = [...ofAccount, member('account_number_id')]
const category: Filter = {
  name: 'category.in',
  sql: `body -> 'source' ->> 'category' = any (?::text[])`,
  isList: true,
}
const posted = [...ofAccount, member('route_id'), category]

/** The lists, by path, with the filters of each. */
export const lists: Readonly<Record<string, { type: string; filters: readonly Filter[] }>> = {
  accounts: {
    type: 'account',
    filters: [...made, member('entity_id'), member('program_id'), status],
  },
  account_numbers: {
    type: 'account_number',
    filters: [
      ...[...made, account, status],
      {
        name: 'ach_debit_status.in',
        sql: `body -> 'inbound_ach' ->> 'debit_status' = any (?::text[])`,
        isList: true,
      },
    ],
  },
  account_transfers: { type: 'account_transfer', filters: [...made, account] },
  ach_prenotifications: { type: 'ach_prenotification', filters: made },
  ach_transfers: { type: 'ach_transfer', filters: transfers },
  check_deposits: { type: 'check_deposit', filters: [...made, account] },
  declined_transactions: { type: 'declined_transaction', filters: posted },
  event_subscriptions: { type: 'event_subscription', filters: [key] },
  events: { type: 'event', filters: [...times, member('associated_object_id'), among('category')] },
  external_accounts: {
    type: 'external_account',
    filters: [key, member('routing_number'), status],
  },
  fednow_transfers: { type: 'fednow_transfer', filters: transfers },
  inbound_ach_transfers: { type: 'inbound_ach_transfer', filters: [...inbound, status] },
  inbound_fednow_transfers: { type: 'inbound_fednow_transfer', filters: inbound },
  inbound_real_time_payments_transfers: {
    type: 'inbound_real_time_payments_transfer',
    filters: inbound,
  },
  inbound_wire_transfers: {
    type: 'inbound_wire_transfer',
    filters: [...inbound, member('wire_drawdown_request_id'), status],
  },
  pending_transactions: { type: 'pending_transaction', filters: [...posted, status] },
  programs: { type: 'program', filters: [] },
  real_time_payments_transfers: { type: 'real_time_payments_transfer', filters: transfers },
  transactions: { type: 'transaction', filters: posted },
  wire_drawdown_requests: { type: 'wire_drawdown_request', filters: [key, status] },
  wire_transfers: { type: 'wire_transfer', filters: transfers },
}

export type Page = { readonly data: readonly object[]; readonly next_cursor: string | null }

/**
 * @throws Problem 400 for a filter that the list does not have, or a cursor of other filters
 */
export async function listOf(bank: Bank, path: string, query: ParsedUrlQuery): Promise<Page> {
  const list = lists[path]
  if (list === undefined) throw new Error(`no list ${path}`)
  const isAscending = path === 'events' && query['order_by.direction'] === 'ascending'
  const values: unknown[] = [list.type]
  const conditions = ['type = $1']
  const { limit = String(LIMIT), cursor, ...filters } = query
  for (const [name, value] of Object.entries(filters)) {
    if (path === 'events' && name.startsWith('order_by.')) continue
    const filter = list.filters.find((one) => one.name === name)
    if (filter === undefined) throw invalidParameter(name, 'is no filter of this list')
    const text = String(value)
    if (name.startsWith('created_at.') && Number.isNaN(Date.parse(text))) {
      throw invalidParameter(name, 'is no time')
    }
    values.push(filter.isList ? text.split(',') : text)
    conditions.push(filter.sql.replace('?', `$${values.length}`))
  }
  const size = Number(limit)
  if (!Number.isInteger(size) || size < 1 || size > LIMIT) {
    throw invalidParameter('limit', `must be from 1 to ${LIMIT}`)
  }
  const question = createHash('sha256')
    .update(JSON.stringify(sortedEntries(filters)))
    .digest('hex')
  if (cursor !== undefined) {
    values.push(ordinalIn(String(cursor), question))
    conditions.push(`ordinal ${isAscending ? '>' : '<'} $${values.length}`)
  }
  const { rows } = await bank.store.pool.query<{ body: Body; ordinal: string }>(
    `select body, ordinal from bank_objects where ${conditions.join(' and ')}
     order by ordinal ${isAscending ? 'asc' : 'desc'} limit ${size + 1}`,
    values,
  )
  const page = rows.slice(0, size)
  const last = rows.length > size ? page.at(-1) : undefined
  return {
    data: page.map(({ body }) => body),
    next_cursor: last ? Buffer.from(`${last.ordinal} ${question}`).toString('base64url') : null,
  }
}

function sortedEntries(query: object): [string, unknown][] {
  return Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))
}

function ordinalIn(cursor: string, question: string): string {
  const [ordinal = '', asked] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (!/^\d{1,18}$/.test(ordinal)) throw invalidParameter('cursor', 'is no cursor')
  if (asked !== question) throw invalidParameter('cursor', 'belongs to other filters')
  return ordinal
}

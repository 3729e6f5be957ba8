/** What is asked of the lists: every combination of filters that a user would send, and where. */

import { cursorOf } from '../../api/cursor.ts'
import type { Call, Operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import { type QuerySchema, queryCheckOf } from '../../api/validate.ts'
import type { Database } from '../../db/database.ts'
import type { ListRows } from './listRows.ts'

export type Query = Readonly<Record<string, string>>

export type Page = {
  readonly data: readonly { readonly id: string }[]
  readonly hasMore: boolean
  readonly nextCursor?: string
  readonly totalCount?: number
}

/** By operationId; what is not paged gets no `limit`. */
export const pagedTables = {
  listTransactions: { list: 'transactions', table: 'transactions' },
  listCustomers: { list: 'customers', table: 'customers' },
  listInternalAccounts: { list: 'internalAccounts', table: 'internal_accounts' },
  listAgents: { list: 'agents', table: 'agents' },
} as const

/** Lists that read by index too, but with some filters more rows than they show. */
export const indexedTables = {
  listCustomerExternalAccounts: { list: 'customersExternalAccounts', table: 'external_accounts' },
  listWebhookEvents: { list: 'webhookEvents', table: 'events' },
  listWebhookDeliveries: { list: 'webhookDeliveries', table: 'webhook_deliveries' },
  listRequests: { list: 'requests', table: 'request_log_views' },
} as const

const tables = { ...pagedTables, ...indexedTables }
export type PagedList = keyof typeof tables

/** Asks an operation for a page as a platform, past HTTP and authentication. */
export async function pageOf(
  database: Database,
  { platformId }: Pick<ListRows, 'platformId'>,
  id: string,
  query: Query,
): Promise<Page> {
  const operation = operationOf(id)
  const call = {
    params: {},
    query: checked(operation, query),
    platform: { id: platformId, environment: 'SANDBOX' },
    // A page of accounts asks the rail about those that are new: here there is none to ask.
    dependencies: { database, outside: { has: () => false } },
  }
  return (await operation.handle(call as unknown as Call)) as Page
}

function operationOf(id: string): Operation {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  return operation
}

function checked(operation: Operation, query: Query): Record<string, unknown> {
  const values: Record<string, unknown> = { ...query }
  const problems = queryCheckOf(operation.query as QuerySchema)(values)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return values
}

const wideDates = { startDate: '2001-01-01T00:00:00Z', endDate: '2099-01-01T00:00:00Z' }

export function queriesOf(rows: ListRows): Readonly<Record<string, readonly Query[]>> {
  const [busy, plain] = rows.customers.map((id) => `Customer:${id}`)
  const states: Query[] = [
    {},
    { status: 'COMPLETED' },
    { status: 'PENDING' },
    { status: 'EXPIRED' },
    { status: 'REJECTED' },
    { type: 'OUTGOING' },
    { type: 'INCOMING' },
    { type: 'CARD' },
    { type: 'INCOMING', status: 'FAILED' },
    { type: 'OUTGOING', status: 'PROCESSING' },
  ]
  const owners: Query[] = [
    {},
    { customerId: String(busy) },
    { customerId: String(plain) },
    { customerId: `PlatformConfig:${rows.platformId}` },
    { platformCustomerId: rows.platformCustomerId },
  ]
  return {
    listTransactions: [
      ...owners.flatMap((owner) => states.map((state) => ({ ...owner, ...state }))),
      ...owners.map((owner) => ({ ...owner, ...wideDates })),
      ...owners.map((owner) => ({ ...owner, status: 'COMPLETED', ...wideDates })),
      ...states.map((state): Query => ({ ...state, sortOrder: 'asc' })),
      { customerId: String(busy), sortOrder: 'asc' },
      { senderAccountIdentifier: rows.busyAccount },
      { receiverAccountIdentifier: rows.bankAccount },
      { accountIdentifier: rows.busyAccount },
      { accountIdentifier: rows.busyAccount, status: 'COMPLETED' },
      { senderAccountIdentifier: rows.busyAccount, type: 'OUTGOING' },
      { reference: rows.reference },
      // Periods in which nothing has settled. Others cost what has settled in them, which is another order than the list's.
      { settlementEndDate: '2001-01-01T00:00:00Z' },
      { settlementStartDate: '2099-01-01T00:00:00Z' },
      { cardId: rows.cards[0] },
      { cardId: rows.cards[1] },
      { cardId: rows.cards[0], sortOrder: 'asc' },
      { cardId: `Card:${rows.platformId}` },
      // Of one payment: what was sent, what was received; and of none.
      { amount: '2000', currency: 'USDB' },
      { amount: '1900', currency: 'USD' },
      { amount: '2000', currency: 'USDB', status: 'COMPLETED' },
      { amount: '1', currency: 'USDB' },
      { accountIdentifier: '$nobody@lists.example' },
    ],
    listCustomers: [
      {},
      { isIncludingDeleted: 'true' },
      { customerType: 'BUSINESS' },
      { customerType: 'INDIVIDUAL' },
      { region: 'DE' },
      { region: 'US' },
      { region: 'US', isIncludingDeleted: 'true' },
      { region: 'US', customerType: 'INDIVIDUAL' },
      { currency: 'EUR' },
      { currency: 'USD' },
      { currency: 'GBP' },
      { platformCustomerId: rows.platformCustomerId },
      { umaAddress: `$user7@${rows.platformId}` },
      { email: 'USER7@example.com' },
      { email: 'nobody@example.com' },
      { email: 'user9@example.com', isIncludingDeleted: 'true' },
      { name: 'ada l' },
      { name: 'LOVELACE', isIncludingDeleted: 'true' },
      { name: 'grace' },
      { name: 'hopper' },
      { name: 'grace hopper', region: 'US' },
      { name: 'nobody' },
      { createdAfter: wideDates.startDate, createdBefore: wideDates.endDate },
      { updatedAfter: wideDates.startDate },
      { updatedBefore: wideDates.startDate },
    ],
    listInternalAccounts: [
      {},
      { type: 'EMBEDDED_WALLET' },
      { type: 'INTERNAL_CRYPTO' },
      { currency: 'USDB' },
      { currency: 'EUR' },
      { currency: 'EUR', type: 'INTERNAL_FIAT' },
      { customerId: String(busy) },
      { customerId: String(busy), type: 'EMBEDDED_WALLET' },
    ],
    listCustomerExternalAccounts: [
      {},
      { currency: 'USD' },
      { currency: 'EUR' },
      { customerId: String(busy) },
      { customerId: String(plain), currency: 'EUR' },
    ],
    listWebhookEvents: [
      {},
      { sortOrder: 'asc' },
      { type: 'TEST' },
      { type: 'CUSTOMER.KYC_APPROVED' },
      { subject: String(plain) },
      { status: 'DELIVERED' },
      { status: 'PENDING' },
      { status: 'FAILED' },
      { status: 'UNSENT' },
      { status: 'FAILED', type: 'TEST' },
      wideDates,
    ],
    // Not by type: that is the event's, and a rare one is found by walking the list.
    listWebhookDeliveries: [
      {},
      { sortOrder: 'asc' },
      { eventId: rows.event },
      { subject: String(plain) },
      { status: 'DELIVERED' },
      { status: 'PENDING' },
      { status: 'STOPPED' },
      { isRedelivery: 'true' },
      { isRedelivery: 'false' },
      wideDates,
    ],
    listRequests: [
      {},
      { sortOrder: 'asc' },
      { requestId: rows.loggedRequest },
      { status: '200' },
      { status: '500' },
      { status: '418' },
      { method: 'GET' },
      { method: 'DELETE' },
      { method: 'PATCH' },
      { path: '/2025-10-13/quotes' },
      { path: rows.loggedPath },
      { path: '/2025-10-13/nothing' },
      { path: '/2025-10-13/quotes', status: '500', method: 'POST' },
      { status: '500', ...wideDates },
      wideDates,
    ],
    listAgents: [
      {},
      { isPaused: 'true' },
      { isPaused: 'false' },
      { isConnected: 'true' },
      { isConnected: 'false' },
      { isPaused: 'true', isConnected: 'false' },
      { customerId: String(busy) },
      { customerId: String(plain), isPaused: 'true' },
      { createdAfter: wideDates.startDate, createdBefore: wideDates.endDate },
      { updatedAfter: wideDates.startDate },
    ],
    listPlatformInternalAccounts: [{}, { currency: 'USD' }, { type: 'INTERNAL_FIAT' }],
  }
}

type Place = { readonly id: string; readonly created_at: string }

/** Rows in the middle of a table and near both of its ends. */
export type Places = { readonly middle: Place; readonly oldest: Place; readonly newest: Place }

const NEAR_THE_END = 150

export async function placesIn(
  database: Database,
  { platformId }: ListRows,
  id: PagedList,
): Promise<Places> {
  const { table } = tables[id]
  const [counted] = await database.query<{ rows: number }>({
    text: `select count(*)::integer as rows from ${table} where platform_id = $1`,
    values: [platformId],
  })
  const count = counted?.rows ?? 0
  const at = async (rank: number): Promise<Place> => {
    const [place] = await database.query<Place>({
      text: `select id, to_jsonb(created_at) #>> '{}' as created_at from ${table}
        where platform_id = $1 order by created_at, id offset $2 limit 1`,
      values: [platformId, Math.floor(rank)],
    })
    if (place === undefined) throw new Error(`${table} has no row ${rank}`)
    return place
  }
  const end = Math.min(NEAR_THE_END, count * 0.15)
  return { middle: await at(count / 2), oldest: await at(end), newest: await at(count - end) }
}

const oldestFirst = new Set(['listInternalAccounts', 'listCustomerExternalAccounts'])

/** The first, a middle and a last page of a list: the query of each, with its cursor. */
export function pagesOf(id: string, query: Query, places: Places, limit: number): Query[] {
  const values = checked(operationOf(id), query)
  const { limit: _limit, cursor: _cursor, withRequest: _withRequest, ...filters } = values
  const filter = { list: tables[id as PagedList].list, ...filters }
  const isForward = oldestFirst.has(id) || query.sortOrder === 'asc'
  const end = isForward ? places.newest : places.oldest
  const asked = { ...query, limit: String(limit) }
  return [
    asked,
    ...[places.middle, end].map((place) => ({ ...asked, cursor: cursorOf(place, filter) })),
  ]
}

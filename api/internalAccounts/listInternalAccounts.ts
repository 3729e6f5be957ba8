import { InternalAccountList, InternalAccountType } from '../../contract/components/accounts.ts'
import { described } from '../../contract/components/described.ts'
import { currencyCode, pageQuery } from '../../contract/components/shared.ts'
import { uuidOf } from '../../contract/ids.ts'
import { type InternalAccountRow, presentInternalAccount } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Bind, pageFrom } from '../keyset.ts'
import { operation, type Platform } from '../operation.ts'
import { withFundings } from './withFundings.ts'

type Filters = {
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  readonly currency?: string | undefined
}
type Query = Filters & { readonly limit: number; readonly cursor?: string | undefined }

/** What a list of internal accounts can be filtered by: a platform's and an agent's. */
export const internalAccountQuery = {
  type: described(InternalAccountType, 'Accounts of this kind only.'),
  currency: { ...currencyCode, description: 'Accounts in this currency only.' },
  ...pageQuery,
} as const

/** The list of internal accounts at one of its two paths: its own, and the one that existing clients use. */
function listAt<const Path extends string>(id: string, path: Path) {
  return operation({
    id,
    group: 'Internal Accounts',
    method: 'get',
    path,
    permission: 'VIEW',
    summary: "List the customers' internal accounts, oldest first",
    query: {
      type: 'object',
      properties: {
        customerId: {
          type: 'string',
          maxLength: 64,
          description: 'Accounts of this customer only; without it, of all customers.',
        },
        ...internalAccountQuery,
      },
    } as const,
    status: 200,
    responses: { 200: InternalAccountList },
    errors: [],
    handle: ({ query, platform, dependencies }) =>
      internalAccountPage(dependencies, platform, query),
  })
}

/** One page of the customers' internal accounts. */
export async function internalAccountPage(
  dependencies: Dependencies,
  platform: Platform,
  query: Query,
): Promise<Shown<typeof InternalAccountList>> {
  const page = await pageFrom(dependencies.database, {
    name: 'internalAccounts',
    query,
    table: 'internal_accounts',
    direction: 'asc',
    branches: (bind) => branches(bind, platform.id, query),
    select: 'account_row(v)',
    join: 'join internal_account_views v on v.id = t.id',
    present: (row: InternalAccountRow) => row,
  })
  const rows = await withFundings(dependencies, platform, page.data)
  return { ...page, data: rows.map(presentInternalAccount) }
}

function branches(bind: Bind, platformId: string, filters: Filters): string[] {
  const platform = bind(platformId)
  const { customerId, type, currency } = filters
  const key = (expression: string, value: string): string =>
    `t.customer_id is not null
      and list_key(t.platform_id, ${expression}) = list_key(${platform}::uuid, ${bind(value)}::text)`
  const types = type === undefined ? InternalAccountType.enum : [type]
  if (customerId === undefined) {
    if (currency !== undefined) {
      // The key of currencies has the type in it: each of the three is a branch.
      return types.map((each) => key("t.currency || '/' || t.type", `${currency}/${each}`))
    }
    if (type !== undefined) return [key('t.type', type)]
    return [`t.platform_id = ${platform} and t.customer_id is not null`]
  }
  const customer = uuidOf('Customer', customerId)
  if (customer === undefined) return []
  return [
    [
      `t.customer_id = ${bind(customer)} and t.platform_id = ${platform}`,
      ...(type === undefined ? [] : [`t.type = ${bind(type)}`]),
      ...(currency === undefined ? [] : [`t.currency = ${bind(currency)}`]),
    ].join(' and '),
  ]
}

export const listInternalAccounts = listAt('listInternalAccounts', '/internal-accounts')
export const listCustomerInternalAccounts = listAt(
  'listCustomerInternalAccounts',
  '/customers/internal-accounts',
)

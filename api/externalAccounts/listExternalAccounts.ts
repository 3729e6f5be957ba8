import { ExternalAccountList } from '../../contract/components/externalAccounts.ts'
import { currencyCode, pageQuery } from '../../contract/components/shared.ts'
import { uuidOf } from '../../contract/ids.ts'
import { type ExternalAccountRow, presentExternalAccount } from '../../contract/present/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { pageOf, positionOf } from '../paging.ts'
import type { Scope } from './scope.ts'

type Query = {
  readonly currency?: string
  readonly customerId?: string
  readonly limit: number
  readonly cursor?: string
}

/** Oldest first: an account that is created while a list is paged comes last. */
async function list(
  { database }: Dependencies,
  platformId: string,
  scope: Scope,
  query: Query,
): Promise<object> {
  const after = positionOf(query.cursor)
  const customer = query.customerId === undefined ? null : uuidOf('Customer', query.customerId)
  if (customer === undefined) return pageOf([], query.limit, () => ({}), 0)
  const where = `a.platform_id = $1 and a.deleted_at is null and (a.customer_id is null or not $2)
    and ($3::uuid is null or a.customer_id = $3) and ($4::text is null or a.currency = $4)`
  const rows = await database.query<{ row: ExternalAccountRow; total: bigint }>({
    name: 'external_accounts',
    text: `select to_jsonb(a) as row,
        (select count(*) from external_accounts a where ${where}) as total
      from external_accounts a where ${where}
      and ($5::timestamptz is null or (a.created_at, a.id) > ($5, $6::uuid))
      order by a.created_at, a.id limit $7`,
    values: [
      platformId,
      scope === 'platform',
      customer,
      query.currency ?? null,
      after?.createdAt ?? null,
      after?.id ?? null,
      query.limit + 1,
    ],
  })
  const total = Number(rows[0]?.total ?? 0n)
  const accounts = rows.map(({ row }) => row)
  return pageOf(accounts, query.limit, presentExternalAccount, after ? undefined : total)
}

export const listCustomerExternalAccounts = operation({
  id: 'listCustomerExternalAccounts',
  group: 'External Accounts',
  method: 'get',
  path: '/customers/external-accounts',
  permission: 'VIEW',
  summary: 'List external accounts',
  query: {
    type: 'object',
    properties: {
      currency: currencyCode,
      customerId: { type: 'string', maxLength: 64 },
      ...pageQuery,
    },
  } as const,
  status: 200,
  responses: { 200: ExternalAccountList },
  errors: [],
  handle: ({ query, platform, dependencies }) =>
    list(dependencies, platform.id, 'customers', query),
})

export const listPlatformExternalAccounts = operation({
  id: 'listPlatformExternalAccounts',
  group: 'External Accounts',
  method: 'get',
  path: '/platform/external-accounts',
  permission: 'VIEW',
  summary: 'List the external accounts of the platform itself',
  query: { type: 'object', properties: { currency: currencyCode, ...pageQuery } } as const,
  status: 200,
  responses: { 200: ExternalAccountList },
  errors: [],
  handle: ({ query, platform, dependencies }) => list(dependencies, platform.id, 'platform', query),
})

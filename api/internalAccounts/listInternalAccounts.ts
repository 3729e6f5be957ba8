import { InternalAccountList, InternalAccountType } from '../../contract/components/accounts.ts'
import { currencyCode, pageQuery } from '../../contract/components/shared.ts'
import { uuidOf } from '../../contract/ids.ts'
import { type InternalAccountRow, presentInternalAccount } from '../../contract/present/index.ts'
import { operation } from '../operation.ts'
import { pageOf, positionOf } from '../paging.ts'

/** The same list at the path of the specification and at the one that existing clients use. */
function listAt<const Path extends string>(id: string, path: Path) {
  return operation({
    id,
    group: 'Internal Accounts',
    method: 'get',
    path,
    permission: 'VIEW',
    summary: "List the customers' internal accounts",
    query: {
      type: 'object',
      properties: {
        customerId: { type: 'string', maxLength: 64 },
        type: InternalAccountType,
        currency: currencyCode,
        ...pageQuery,
      },
    } as const,
    status: 200,
    responses: { 200: InternalAccountList },
    errors: [],
    async handle({ query, platform, dependencies }) {
      const after = positionOf(query.cursor)
      const customer =
        query.customerId === undefined ? undefined : uuidOf('Customer', query.customerId)
      if (query.customerId !== undefined && customer === undefined) {
        return pageOf([], query.limit, () => ({}), 0)
      }
      const filter = [platform.id, customer ?? null, query.type ?? null, query.currency ?? null]
      const where = `a.platform_id = $1 and a.customer_id is not null
        and ($2::uuid is null or a.customer_id = $2) and ($3::text is null or a.type = $3)
        and ($4::text is null or a.currency = $4)`
      const rows = await dependencies.database.query<{ row: InternalAccountRow; total: bigint }>({
        name: 'internal_accounts',
        text: `select to_jsonb(a) as row,
            (select count(*) from internal_account_views a where ${where}) as total
          from internal_account_views a where ${where}
          and ($5::timestamptz is null or (a.created_at, a.id) > ($5, $6::uuid))
          order by a.created_at, a.id limit $7`,
        values: [...filter, after?.createdAt ?? null, after?.id ?? null, query.limit + 1],
      })
      const total = Number(rows[0]?.total ?? 0n)
      const accounts = rows.map(({ row }) => row)
      return pageOf(accounts, query.limit, presentInternalAccount, after ? undefined : total)
    },
  })
}

export const listInternalAccounts = listAt('listInternalAccounts', '/internal-accounts')
export const listCustomerInternalAccounts = listAt(
  'listCustomerInternalAccounts',
  '/customers/internal-accounts',
)

import { InternalAccount, InternalAccountType } from '../../contract/components/accounts.ts'
import { described } from '../../contract/components/described.ts'
import { currencyCode } from '../../contract/components/shared.ts'
import { type InternalAccountRow, presentInternalAccount } from '../../contract/present/index.ts'
import { operation } from '../operation.ts'
import { withFundings } from './withFundings.ts'

export const listPlatformInternalAccounts = operation({
  id: 'listPlatformInternalAccounts',
  group: 'Internal Accounts',
  method: 'get',
  path: '/platform/internal-accounts',
  permission: 'VIEW',
  summary: "List the platform's own internal accounts",
  description: 'One for each supported currency; not paged.',
  query: {
    type: 'object',
    properties: {
      currency: { ...currencyCode, description: 'Accounts in this currency only.' },
      type: described(InternalAccountType, 'Accounts of this kind only.'),
    },
  },
  status: 200,
  responses: {
    200: {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'array',
          description: 'Every account of the platform itself that matches, oldest first.',
          items: InternalAccount,
        },
      },
    },
  },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const rows = await dependencies.database.query<{ row: InternalAccountRow }>({
      name: 'platform_internal_accounts',
      text: `select account_row(a) as row from internal_account_views a
        where a.platform_id = $1 and a.customer_id is null
          and ($2::text is null or a.currency = $2) and ($3::text is null or a.type = $3)
        order by a.created_at, a.id`,
      values: [platform.id, query.currency ?? null, query.type ?? null],
    })
    const own = rows.map(({ row }) => row)
    const funded = await withFundings(dependencies, platform, own)
    return { data: funded.map(presentInternalAccount) }
  },
})

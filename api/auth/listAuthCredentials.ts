import { AuthMethodList } from '../../contract/components/auth.ts'
import { type CredentialRow, presentCredential } from '../../contract/present/auth.ts'
import { operation } from '../operation.ts'
import { walletIn, walletQuery } from './wallet.ts'

export const listAuthCredentials = operation({
  id: 'listAuthCredentials',
  group: 'Embedded Wallet Auth',
  method: 'get',
  path: '/auth/credentials',
  permission: 'VIEW',
  summary: 'List the credentials of an embedded wallet',
  query: walletQuery,
  status: 200,
  responses: { 200: AuthMethodList },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const rows = await dependencies.database.query<{ row: CredentialRow }>({
      name: 'credentials',
      text: `select to_jsonb(c) as row from credentials c
        where account_id = $1 and platform_id = $2 and revoked_at is null order by created_at, id`,
      values: [walletIn(query), platform.id],
    })
    return { data: rows.map(({ row }) => presentCredential(row)) }
  },
})

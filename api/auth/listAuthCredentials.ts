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
  description: 'One that is locked says so in `isLocked`.',
  query: walletQuery,
  status: 200,
  responses: { 200: AuthMethodList },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const rows = await dependencies.database.query<{ row: CredentialRow }>({
      name: 'credentials',
      text: `select to_jsonb(c) || jsonb_build_object('locked', locked_credential_refusal(c)) as row from credentials c
        where account_id = $1 and platform_id = $2 and revoked_at is null order by created_at, id`,
      values: [walletIn(query), platform.id],
    })
    return { data: rows.map(({ row }) => presentCredential(row)) }
  },
})

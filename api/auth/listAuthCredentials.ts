import { AuthMethodList } from '../../contract/components/auth.ts'
import { invalidInput } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { operation } from '../operation.ts'
import { type CredentialRow, presentCredential } from './present.ts'

export const listAuthCredentials = operation({
  id: 'listAuthCredentials',
  group: 'Embedded Wallet Auth',
  method: 'get',
  path: '/auth/credentials',
  permission: 'VIEW',
  summary: 'List the credentials of an embedded wallet',
  query: {
    type: 'object',
    required: ['accountId'],
    properties: { accountId: { type: 'string', maxLength: 64 } },
  },
  status: 200,
  responses: { 200: AuthMethodList },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const accountId = uuidOf('InternalAccount', query.accountId)
    if (accountId === undefined) {
      const message = 'must be InternalAccount:<uuid>'
      throw invalidInput([{ field: 'accountId', constraint: 'pattern', message }])
    }
    const rows = await dependencies.database.query<{ row: CredentialRow }>({
      name: 'credentials',
      text: `select to_jsonb(c) as row from credentials c
        where account_id = $1 and platform_id = $2 and revoked_at is null order by created_at, id`,
      values: [accountId, platform.id],
    })
    return { data: rows.map(({ row }) => presentCredential(row)) }
  },
})

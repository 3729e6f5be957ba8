import { AuthSessionList } from '../../contract/components/auth.ts'
import { presentSession, type SessionRow } from '../../contract/present/auth.ts'
import { operation } from '../operation.ts'
import { walletIn, walletQuery } from './wallet.ts'

export const listAuthSessions = operation({
  id: 'listAuthSessions',
  group: 'Embedded Wallet Auth',
  method: 'get',
  path: '/auth/sessions',
  permission: 'VIEW',
  summary: 'List the active sessions of an embedded wallet',
  query: walletQuery,
  status: 200,
  responses: { 200: AuthSessionList },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const rows = await dependencies.database.query<{ row: SessionRow }>({
      name: 'sessions',
      text: `select to_jsonb(s) as row from sessions s where account_id = $1 and platform_id = $2
        and ended_at is null and expires_at > service_now() order by created_at, id`,
      values: [walletIn(query), platform.id],
    })
    return { data: rows.map(({ row }) => presentSession(row)) }
  },
})

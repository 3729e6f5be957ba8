import type { ApiToken } from '../components/tokens.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

export type TokenRow = {
  readonly id: string
  readonly name: string
  readonly permissions: Shown<typeof ApiToken>['permissions']
  readonly client_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly last_used_at?: string | null
}

export function presentToken(row: TokenRow): Shown<typeof ApiToken> {
  return present({
    id: idOf('Token', row.id),
    name: row.name,
    permissions: row.permissions,
    clientId: row.client_id,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
    lastUsedAt: row.last_used_at && shownInstant(row.last_used_at),
  })
}

import type { DelegatedKey } from '../components/delegatedKeys.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { shownInstant } from './rows.ts'

export type DelegatedKeyRow = {
  readonly id: string
  readonly card_id: string
  readonly account_id: string
  readonly public_key: string
  readonly nickname: string
  readonly status: 'PENDING' | 'ACTIVE' | 'REVOKED'
  readonly created_at: string
  readonly updated_at: string
}

export function presentDelegatedKey(row: DelegatedKeyRow): Shown<typeof DelegatedKey> {
  const accountId = idOf('InternalAccount', row.account_id)
  return {
    id: idOf('DelegatedKey', row.id),
    cardId: idOf('Card', row.card_id),
    // A card names its funding sources by their accounts.
    fundingSourceId: accountId,
    accountId,
    publicKey: row.public_key,
    nickname: row.nickname,
    status: row.status,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  }
}

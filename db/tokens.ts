/** API tokens: created with a secret that is shown once and kept as its SHA-256. */
import { randomUUID } from 'node:crypto'
import type { Permission } from '../contract/permissions.ts'
import type { Queryable, Tx } from './database.ts'
import type { Token } from './models/Token.ts'
import { hashSecret, newSecret } from './secrets.ts'

export type NewToken = {
  /** UUID without prefix; a new one if left out. */
  readonly id?: string
  readonly platformId: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /** UUID of the token that creates it; an operator has none. */
  readonly createdBy?: string
}

/** Creates a token. The secret can't be read again. */
export async function createToken(
  tx: Tx,
  { id = randomUUID(), platformId, name, permissions, createdBy }: NewToken,
): Promise<{ readonly token: Token; readonly clientSecret: string }> {
  const clientSecret = newSecret()
  const token = await tx.models.Token.create(
    {
      id,
      platformId,
      clientId: randomUUID(),
      secretHash: hashSecret(clientSecret),
      permissions: [...permissions],
      name,
      createdBy: createdBy ?? null,
    },
    { transaction: tx.transaction },
  )
  return { token, clientSecret }
}

export type ListedToken = {
  readonly id: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /** The token that created it, deleted since perhaps; null: an operator. */
  readonly createdBy: string | null
  readonly createdAt: Date
  /** To the minute. */
  readonly lastUsedAt: Date | null
}

/** A platform's tokens, the oldest first. */
export function listTokens(tx: Queryable, platformId: string): Promise<ListedToken[]> {
  return tx.query<ListedToken>({
    name: 'list_tokens_of_platform',
    text: `select id, name, permissions, created_by as "createdBy", created_at as "createdAt",
        last_used_at as "lastUsedAt"
      from tokens where platform_id = $1 order by created_at, id`,
    values: [platformId],
  })
}

/**
 * Ends a token whatever is left to the platform: the emergency stop of one that has leaked, which the platform's own
 * deletion refuses for the last token with MANAGE. False: the platform has no such token.
 */
export async function endToken(tx: Queryable, platformId: string, id: string): Promise<boolean> {
  const ended = await tx.query({
    text: 'delete from tokens where id = $1 and platform_id = $2 returning 1',
    values: [id, platformId],
  })
  return ended.length > 0
}

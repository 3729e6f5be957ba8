/** API tokens: created with a secret that is shown once and kept as its SHA-256. */
import { randomUUID } from 'node:crypto'
import type { Permission } from '../contract/permissions.ts'
import type { Tx } from './database.ts'
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

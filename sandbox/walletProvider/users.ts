import type { Transaction } from '../store/store.ts'
import { notFound } from './refusals.ts'

/**
 * Finds a user of an organization and locks the row: what is counted of a user after this stays
 * counted until the transaction ends.
 *
 * @throws Refusal 404
 */
export async function lockUser(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<{ name: string }> {
  const { rows } = await tx.query<{ name: string }>(
    'select name from users where organization_id = $1 and id = $2 for update',
    [organizationId, userId],
  )
  const [user] = rows
  if (user === undefined) throw notFound('user not found')
  return user
}

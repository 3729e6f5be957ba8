import { ApiToken, ApiTokenCreateRequest } from '../../contract/components/tokens.ts'
import { Refusal } from '../../contract/errors.ts'
import { type Permission, permits } from '../../contract/permissions.ts'
import { presentToken } from '../../contract/present/tokens.ts'
import type { Tx } from '../../db/database.ts'
import { createToken as insertToken } from '../../db/tokens.ts'
import { createOnce } from '../createOnce.ts'
import { operation, type Platform } from '../operation.ts'

export const createToken = operation({
  id: 'createToken',
  group: 'API Tokens',
  method: 'post',
  path: '/tokens',
  permission: 'MANAGE',
  answersSecret: true,
  summary: 'Create an API token',
  description:
    'The `clientSecret` is in this response alone: it cannot be read again. A token grants only ' +
    'what it may do itself: `MANAGE` includes `TRANSACT`, which includes `VIEW`.',
  headers: { idempotencyKey: 'kept' },
  body: ApiTokenCreateRequest,
  status: 201,
  responses: { 201: ApiToken },
  errors: ['DUPLICATE_PAY_REQUEST'],
  async handle(call) {
    const { body, platform } = call
    const { name, permissions } = body
    return createOnce(call, async (tx, id) => {
      refuseExcess(await permissionsOfCaller(tx, platform), permissions)
      const { id: platformId, tokenId: createdBy } = platform
      const given = { id, platformId, name, permissions, createdBy }
      const { token, clientSecret } = await insertToken(tx, given)
      const shown = presentToken({
        id: token.id,
        name: token.name,
        permissions: token.permissions,
        client_id: token.clientId,
        created_at: token.createdAt.toISOString(),
        updated_at: token.updatedAt.toISOString(),
      })
      return { ...shown, clientSecret }
    })
  },
})

/**
 * Read again under a lock: authentication remembers tokens for some seconds, and one that has been
 * deleted must not leave another behind.
 */
async function permissionsOfCaller(
  { models, transaction }: Tx,
  { id: platformId, tokenId }: Platform,
): Promise<readonly Permission[]> {
  const caller = await models.Token.findOne({
    where: { id: tokenId, platformId },
    attributes: ['permissions'],
    transaction,
    lock: transaction.LOCK.KEY_SHARE,
  })
  if (caller === null) throw new Refusal('UNAUTHORIZED')
  return caller.permissions
}

/** @throws Refusal FORBIDDEN when a token would grant what it lacks */
function refuseExcess(held: readonly Permission[], granted: readonly Permission[]): void {
  const lacking = granted.filter((permission) => !permits(held, permission))
  if (lacking.length === 0) return
  throw new Refusal('FORBIDDEN', { reason: `The token itself lacks ${lacking.join(', ')}.` })
}

import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, idsSchema } from '../activityKind.ts'
import { notFound } from '../refusals.ts'

const parameters = {
  type: 'object',
  required: ['userId', 'apiKeyIds'],
  properties: { userId: { type: 'string' }, apiKeyIds: idsSchema },
} as const

/** Ends sessions of a user, the stamper's own among them if it is named. */
export const deleteApiKeys = activityKind<FromSchema<typeof parameters>>({
  type: 'DELETE_API_KEYS',
  resultName: 'deleteApiKeysResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters,

  async perform({ userId, apiKeyIds }, { tx, organizationId }) {
    const { rowCount } = await tx.query(
      'delete from api_keys where organization_id = $1 and user_id = $2 and id = any($3)',
      [organizationId, userId, apiKeyIds],
    )
    if (rowCount !== apiKeyIds.length) throw notFound('API key not found')
    return { result: { apiKeyIds } }
  },
})

import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, SESSION_SECONDS, secondsSchema } from '../activityKind.ts'
import { addSealedKey, removeKeys } from '../apiKeys.ts'
import { invalid } from '../refusals.ts'
import { lockUser } from '../users.ts'

const parameters = {
  type: 'object',
  required: ['targetPublicKey'],
  properties: {
    targetPublicKey: { type: 'string' },
    userId: { type: 'string' },
    apiKeyName: { type: 'string', maxLength: 255 },
    expirationSeconds: secondsSchema,
    invalidateExisting: { type: 'boolean' },
  },
} as const

/** A new session for the stamper: a passkey logs in, a session refreshes itself. */
export const createReadWriteSession = activityKind<FromSchema<typeof parameters>>({
  type: 'CREATE_READ_WRITE_SESSION_V2',
  resultName: 'createReadWriteSessionResultV2',
  stampedBy: 'client',
  organization: 'sub',
  parameters,

  async perform(given, { tx, organizationId, stamperId }) {
    const userId = given.userId ?? stamperId
    if (userId === undefined) throw invalid('userId is missing')
    const { name: username } = await lockUser(tx, organizationId, userId)
    if (given.invalidateExisting === true) await removeKeys(tx, userId)
    const { apiKeyId, bundle } = await addSealedKey(
      tx,
      { organizationId, userId },
      {
        targetPublicKey: given.targetPublicKey,
        seconds: Number(given.expirationSeconds ?? SESSION_SECONDS),
        name: given.apiKeyName ?? 'read-write-session',
        type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
      },
    )
    const { rows } = await tx.query<{ name: string }>(
      'select name from sub_organizations where id = $1',
      [organizationId],
    )
    const organizationName = rows[0]?.name
    return {
      result: { organizationId, organizationName, userId, username, apiKeyId },
      passing: { credentialBundle: bundle },
    }
  },
})

import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, SESSION_SECONDS, secondsSchema } from '../activityKind.ts'
import { addKey } from '../apiKeys.ts'
import { compressedKey } from '../keys.ts'
import { invalid } from '../refusals.ts'
import { lockUser } from '../users.ts'

const parameters = {
  type: 'object',
  required: ['userId', 'apiKeys'],
  properties: {
    userId: { type: 'string' },
    apiKeys: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: {
        type: 'object',
        required: ['apiKeyName', 'publicKey', 'curveType'],
        properties: {
          apiKeyName: { type: 'string', minLength: 1, maxLength: 256 },
          publicKey: { type: 'string' },
          curveType: { const: 'API_KEY_CURVE_P256' },
          expirationSeconds: secondsSchema,
        },
      },
    },
  },
} as const

/** Keys that the stamper's clients hold. Here each ends: one that names no life has that of a session. */
export const createApiKeys = activityKind<FromSchema<typeof parameters>>({
  type: 'CREATE_API_KEYS_V2',
  resultName: 'createApiKeysResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters,

  async perform({ userId, apiKeys }, { tx, organizationId }) {
    await lockUser(tx, organizationId, userId)
    const apiKeyIds: string[] = []
    for (const { apiKeyName: name, publicKey: given, expirationSeconds } of apiKeys) {
      const publicKey = compressedKey(given)
      if (publicKey === undefined) throw invalid('publicKey is not a P-256 key')
      const seconds = Number(expirationSeconds ?? SESSION_SECONDS)
      const key = { publicKey, seconds, name, type: 'CREDENTIAL_TYPE_API_KEY_P256' }
      apiKeyIds.push(await addKey(tx, { organizationId, userId }, key))
    }
    return { result: { apiKeyIds } }
  },
})

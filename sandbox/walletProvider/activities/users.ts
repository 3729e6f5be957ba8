import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { activityKind } from '../activityKind.ts'
import { compressedKey } from '../keys.ts'
import { invalid, tooMany } from '../refusals.ts'

const USERS_MAX = 100
const none = { type: 'array', items: false } as const

const parameters = {
  type: 'object',
  required: ['users'],
  properties: {
    users: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['userName', 'apiKeys', 'authenticators', 'oauthProviders', 'userTags'],
        properties: {
          userName: { type: 'string', minLength: 1, maxLength: 255 },
          apiKeys: {
            type: 'array',
            items: {
              type: 'object',
              required: ['apiKeyName', 'publicKey', 'curveType'],
              properties: {
                apiKeyName: { type: 'string', minLength: 1, maxLength: 255 },
                publicKey: { type: 'string' },
                curveType: { const: 'API_KEY_CURVE_P256' },
              },
            },
          },
          authenticators: none,
          oauthProviders: none,
          userTags: none,
        },
      },
    },
  },
} as const

/** Users besides the root one, with keys that do not run out. They may do what policies allow them. */
export const createUsers = activityKind<FromSchema<typeof parameters>>({
  type: 'CREATE_USERS_V4',
  resultName: 'createUsersResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters,

  async perform({ users }, { tx, organizationId }) {
    await tx.query('select 1 from sub_organizations where id = $1 for update', [organizationId])
    const userIds: string[] = []
    for (const { userName, apiKeys } of users) {
      const userId = randomUUID()
      await tx.query(
        'insert into users (id, organization_id, name, is_root) values ($1, $2, $3, false)',
        [userId, organizationId, userName],
      )
      for (const key of apiKeys) {
        const publicKey = compressedKey(key.publicKey)
        if (publicKey === undefined) throw invalid('publicKey is not a P-256 key')
        const { rowCount } = await tx.query(
          `insert into api_keys (id, organization_id, user_id, name, public_key, credential_type, expires_at)
           values ($1, $2, $3, $4, $5, 'CREDENTIAL_TYPE_API_KEY_P256', 'infinity')
           on conflict (organization_id, public_key) do nothing`,
          [randomUUID(), organizationId, userId, key.apiKeyName, publicKey],
        )
        if (rowCount === 0) throw invalid('an API key of that public key exists')
      }
      userIds.push(userId)
    }
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::integer as count from users where organization_id = $1',
      [organizationId],
    )
    if ((rows[0]?.count ?? 0) > USERS_MAX) {
      throw tooMany(`organization has the maximum number of users: ${USERS_MAX}`)
    }
    return { result: { userIds } }
  },
})

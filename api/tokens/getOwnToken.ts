import { OwnToken } from '../../contract/components/tokens.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { presentToken, type TokenRow } from '../../contract/present/tokens.ts'
import { operation } from '../operation.ts'

export const getOwnToken = operation({
  id: 'getOwnToken',
  group: 'API Tokens',
  method: 'get',
  path: '/tokens/me',
  permission: 'VIEW',
  summary: 'Read the API token of this request, and the platform that it belongs to',
  description: 'What the token may do, and whether it moves real money.',
  status: 200,
  responses: { 200: OwnToken },
  errors: [],
  async handle({ platform, dependencies: { database } }) {
    const found = await database.maybeOne<{ readonly row: TokenRow }>({
      name: 'token',
      text: `select to_jsonb(t) - 'secret_hash' as row from tokens t
        where t.id = $1 and t.platform_id = $2`,
      values: [platform.tokenId, platform.id],
    })
    // Deleted since the request was authenticated.
    if (found === undefined) throw new Refusal('UNAUTHORIZED')
    const { id, name, environment } = platform
    return {
      ...presentToken(found.row),
      platform: { id: idOf('PlatformConfig', id), name, environment },
    }
  },
})

import { ApiToken } from '../../contract/components/tokens.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentToken, type TokenRow } from '../../contract/present/tokens.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const getTokenById = operation({
  id: 'getTokenById',
  group: 'API Tokens',
  method: 'get',
  path: '/tokens/:tokenId',
  permission: 'MANAGE',
  summary: 'Read an API token',
  description: 'Its secret is not shown.',
  status: 200,
  responses: { 200: ApiToken },
  errors: ['TOKEN_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const uuid = requireId('Token', params.tokenId)
    const found = await database.maybeOne<{ readonly row: TokenRow }>({
      name: 'token',
      text: `select to_jsonb(t) - 'secret_hash' as row from tokens t
        where t.id = $1 and t.platform_id = $2`,
      values: [uuid, platform.id],
    })
    if (found === undefined) throw new Refusal('TOKEN_NOT_FOUND')
    return presentToken(found.row)
  },
})

import { createdRange, pageQuery, updatedRange } from '../../contract/components/shared.ts'
import { TokenListResponse } from '../../contract/components/tokens.ts'
import { presentToken } from '../../contract/present/tokens.ts'
import { between, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

export const listTokens = operation({
  id: 'listTokens',
  group: 'API Tokens',
  method: 'get',
  path: '/tokens',
  permission: 'MANAGE',
  summary: 'List API tokens, newest first',
  description:
    '`name` is compared exactly. Dates are inclusive at both ends. Secrets are not shown.',
  query: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'Tokens with exactly this name.',
      },
      ...createdRange,
      ...updatedRange,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: TokenListResponse },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    const { name, createdAfter, createdBefore, updatedAfter, updatedBefore } = query
    return pageFrom(database, {
      name: 'tokens',
      query,
      table: 'tokens',
      direction: 'desc',
      created: { from: createdAfter, to: createdBefore },
      branches: (bind) => [
        [
          `t.platform_id = ${bind(platform.id)}`,
          ...(name === undefined ? [] : [`t.name = ${bind(name)}`]),
          ...between(bind, 't.updated_at', { from: updatedAfter, to: updatedBefore }),
        ].join(' and '),
      ],
      select: "to_jsonb(t) - 'secret_hash'",
      present: presentToken,
    })
  },
})

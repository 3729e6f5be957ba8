import { environment } from '../platformById.ts'
import { operatorRoute } from '../route.ts'

export const putStablecoinToken = operatorRoute({
  id: 'putStablecoinToken',
  method: 'post',
  path: '/stablecoin-tokens',
  role: 'ADMIN',
  summary: 'Write what a token of the stablecoin provider is, before a platform may register it',
  body: {
    type: 'object',
    required: ['environment', 'token', 'networkToken', 'name', 'symbol', 'decimals'],
    properties: {
      environment,
      token: { type: 'string', minLength: 1, maxLength: 100 },
      networkToken: { type: 'string', minLength: 1, maxLength: 200 },
      name: { type: 'string', minLength: 1, maxLength: 100 },
      symbol: { type: 'string', pattern: '^[A-Z][A-Z0-9]{1,19}$' },
      decimals: { type: 'integer', minimum: 2, maximum: 18 },
    },
  },
  async handle({ body, tx }) {
    const { environment: side, token, networkToken, name, symbol, decimals } = body
    await tx.query({
      name: 'put_stablecoin_token',
      text: `insert into stablecoin_tokens (environment, provider_token, network_token, name, symbol, decimals)
        values ($1, $2, $3, $4, $5, $6) on conflict (environment, provider_token) do update set
          network_token = excluded.network_token, name = excluded.name, symbol = excluded.symbol,
          decimals = excluded.decimals`,
      values: [side, token, networkToken, name, symbol, decimals],
    })
    return { body, subject: token, details: { ...body } }
  },
})

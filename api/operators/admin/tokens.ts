/** API tokens of a platform: for one that has lost its own. */
import { Refusal } from '../../../contract/errors.ts'
import { idOf, uuidOf } from '../../../contract/ids.ts'
import { notFound } from '../../../contract/notFound.ts'
import { permissions } from '../../../contract/permissions.ts'
import { createToken as insertToken, listTokens as tokensOf } from '../../../db/tokens.ts'
import { platformById } from '../platformById.ts'
import { operatorRoute } from '../route.ts'

/** As the platforms' API has it. */
const NAME_MAX = 255

export const listTokens = operatorRoute({
  id: 'listTokens',
  method: 'get',
  path: '/platforms/:platformId/tokens',
  role: 'VIEW',
  summary: 'A platform’s tokens, the oldest first: who created each, and when it was last used',
  async handle({ params, tx }) {
    const { id } = await platformById(tx, params.platformId)
    const tokens = await tokensOf(tx, id)
    const data = tokens.map(({ id: tokenId, createdBy, ...token }) => ({
      ...{ id: idOf('Token', tokenId), ...token },
      createdBy: createdBy && idOf('Token', createdBy),
    }))
    return { body: { data }, subject: params.platformId, platformId: id }
  },
})

export const createToken = operatorRoute({
  id: 'createToken',
  method: 'post',
  path: '/platforms/:platformId/tokens',
  role: 'ADMIN',
  summary: 'Create a token of a platform; its secret is shown once',
  status: 201,
  body: {
    type: 'object',
    required: ['name', 'permissions'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: NAME_MAX, pattern: '\\S' },
      permissions: {
        type: 'array',
        minItems: 1,
        maxItems: permissions.length,
        uniqueItems: true,
        items: { type: 'string', enum: permissions },
      },
    },
  },
  async handle({ params, body, tx }) {
    const { id: platformId } = await platformById(tx, params.platformId)
    const { token, clientSecret } = await insertToken(tx, { platformId, ...body })
    const subject = idOf('Token', token.id)
    const answer = { id: subject, ...body, clientId: token.clientId, clientSecret }
    return { body: answer, subject, platformId, details: { ...body } }
  },
})

export const revokeToken = operatorRoute({
  id: 'revokeToken',
  method: 'post',
  path: '/platforms/:platformId/tokens/:tokenId/revoke',
  role: 'ADMIN',
  summary:
    'End a token: what authenticates with it is refused within five seconds. The last one with MANAGE stays',
  async handle({ params: { platformId: asked, tokenId }, tx }) {
    const { id: platformId } = await platformById(tx, asked)
    const uuid = uuidOf('Token', tokenId)
    const outcome = uuid && (await tx.call('delete_token', platformId, uuid, null))
    if (outcome === 'LAST') {
      const reason = 'It is the only token with MANAGE: create another one first.'
      throw new Refusal('CONFLICT', { reason })
    }
    if (outcome !== 'DELETED') throw notFound('Token')
    return { body: { id: tokenId }, subject: tokenId, platformId, details: {} }
  },
})

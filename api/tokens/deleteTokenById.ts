import { invalidInput, Refusal } from '../../contract/errors.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const deleteTokenById = operation({
  id: 'deleteTokenById',
  group: 'API Tokens',
  method: 'delete',
  path: '/tokens/:tokenId',
  permission: 'MANAGE',
  summary: 'Delete an API token',
  description:
    'It is dead within five seconds. A token may delete itself, unless no other one of the platform ' +
    'has `MANAGE`.',
  status: 204,
  responses: { 204: null },
  errors: ['INVALID_INPUT', 'TOKEN_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const uuid = requireId('Token', params.tokenId)
    switch (await database.call('delete_token', platform.id, uuid, platform.tokenId)) {
      case 'DELETED':
        return undefined
      case 'NOT_FOUND':
        throw new Refusal('TOKEN_NOT_FOUND')
      case 'CALLER_DELETED':
        throw new Refusal('UNAUTHORIZED')
      case 'LAST':
        throw invalidInput([{ field: 'tokenId', constraint: 'not', message: LAST }])
    }
  },
})

const LAST = 'is the only token with MANAGE; create another one first'

/** API tokens of a platform. */
import { idSchema } from '../ids.ts'
import { environments } from '../outsideParties.ts'
import { permissions } from '../permissions.ts'
import { dateTime, listOf } from './shared.ts'

export const Permission = { type: 'string', enum: permissions } as const

export const ApiToken = {
  type: 'object',
  required: ['id', 'name', 'permissions', 'clientId', 'createdAt', 'updatedAt'],
  properties: {
    id: idSchema('Token'),
    name: { type: 'string' },
    permissions: { type: 'array', items: Permission },
    clientId: { type: 'string', description: 'User name of the Basic authentication' },
    clientSecret: {
      type: 'string',
      description: 'Its password, in the response of the creation alone; it cannot be read again',
    },
    createdAt: dateTime,
    updatedAt: dateTime,
    lastUsedAt: { ...dateTime, description: 'To the minute; absent until its first use.' },
  },
} as const

export const ApiTokenCreateRequest = {
  type: 'object',
  required: ['name', 'permissions'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255, example: 'Payouts, production' },
    permissions: { type: 'array', minItems: 1, uniqueItems: true, items: Permission },
  },
} as const

export const TokenListResponse = listOf(ApiToken)

const { clientSecret: _secret, ...ownTokenFacts } = ApiToken.properties

/** The token of the request, which asks what it may do and for whom. */
export const OwnToken = {
  ...ApiToken,
  required: [...ApiToken.required, 'platform'],
  properties: {
    ...ownTokenFacts,
    platform: {
      type: 'object',
      required: ['id', 'name', 'environment'],
      properties: {
        id: idSchema('PlatformConfig'),
        name: { type: 'string', description: 'As the operators of the service call it' },
        environment: { type: 'string', enum: environments },
      },
    },
  },
} as const

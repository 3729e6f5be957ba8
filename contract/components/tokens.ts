/** API tokens of a platform. */
import { idSchema } from '../ids.ts'
import { environments } from '../outsideParties.ts'
import { permissions } from '../permissions.ts'
import { createdAt, dateTime, listOf, updatedAt } from './shared.ts'

export const Permission = {
  type: 'string',
  enum: permissions,
  description:
    'VIEW: reads. TRANSACT: sends payments, and reads. MANAGE: all else, for example ' +
    'configuration, customers and tokens, and everything before.',
} as const

export const ApiToken = {
  type: 'object',
  required: ['id', 'name', 'permissions', 'clientId', 'createdAt', 'updatedAt'],
  properties: {
    id: idSchema(
      'Token',
      'Names the token, to read or delete it. It is no part of its credentials.',
    ),
    name: {
      type: 'string',
      description: 'What the platform calls it, for people; several tokens may share one.',
    },
    permissions: {
      type: 'array',
      description: "What requests with it may do; it is fixed for the token's life.",
      items: Permission,
    },
    clientId: { type: 'string', description: 'User name of the Basic authentication.' },
    clientSecret: {
      type: 'string',
      description: 'Its password, in the response of the creation alone: it cannot be read again.',
    },
    createdAt,
    updatedAt,
    lastUsedAt: { ...dateTime, description: 'To the minute; absent until its first use.' },
  },
} as const

export const ApiTokenCreateRequest = {
  type: 'object',
  required: ['name', 'permissions'],
  properties: {
    name: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 255,
      example: 'Payouts, production',
      description: 'For people, to know later what uses it; it need not be unique.',
    },
    permissions: {
      type: 'array',
      description:
        'What it may do. Give each program the least that it needs: another token can be made at any ' +
        'time.',
      minItems: 1,
      maxItems: permissions.length,
      uniqueItems: true,
      items: Permission,
    },
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
      description: 'The platform that the token acts for.',
      required: ['id', 'name', 'environment'],
      properties: {
        id: idSchema('PlatformConfig', 'Names the platform where a customer is asked for too.'),
        name: { type: 'string', description: 'As the operators of the service call it.' },
        environment: {
          type: 'string',
          enum: environments,
          description: '`PRODUCTION` moves real money, `SANDBOX` none.',
        },
      },
    },
  },
} as const

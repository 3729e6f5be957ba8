/** Keys that the service signs card pulls of a wallet with. */
import { idSchema } from '../ids.ts'
import { dateTime } from './shared.ts'

export const DelegatedKeyStatus = {
  type: 'string',
  enum: ['PENDING', 'ACTIVE', 'REVOKED'],
} as const

export const DelegatedKey = {
  type: 'object',
  required: [
    'id',
    'cardId',
    'fundingSourceId',
    'accountId',
    'publicKey',
    'nickname',
    'status',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema('DelegatedKey'),
    cardId: idSchema('Card'),
    fundingSourceId: idSchema('InternalAccount'),
    accountId: idSchema('InternalAccount'),
    publicKey: {
      type: 'string',
      pattern: '^0[23][0-9a-f]{64}$',
      description: 'Compressed P-256 key. The private half never leaves the service.',
    },
    nickname: { type: 'string' },
    status: DelegatedKeyStatus,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const

export const DelegatedKeyList = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: DelegatedKey } },
} as const

export const DelegatedKeyCreateRequest = {
  type: 'object',
  required: ['cardId', 'internalAccountId', 'nickname'],
  properties: {
    cardId: { type: 'string', minLength: 1, maxLength: 64 },
    internalAccountId: { type: 'string', minLength: 1, maxLength: 64 },
    nickname: { type: 'string', minLength: 1, maxLength: 256 },
  },
} as const

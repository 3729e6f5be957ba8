/** Keys that the service signs card pulls of a wallet with. */
import { idSchema } from '../ids.ts'
import { createdAt, updatedAt } from './shared.ts'

export const DelegatedKeyStatus = {
  type: 'string',
  enum: ['PENDING', 'ACTIVE', 'REVOKED'],
  description:
    'PENDING: its two signed retries are not done, and it signs nothing. ACTIVE: it signs the ' +
    "card's pulls. REVOKED: its private half is destroyed.",
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
    id: idSchema('DelegatedKey', 'Names the key, to read or revoke it.'),
    cardId: idSchema('Card', "The card whose pulls the key signs, and no other's."),
    fundingSourceId: idSchema(
      'InternalAccount',
      'The wallet that it signs for: the id of the internal account, as a card names its funding ' +
        'sources.',
    ),
    accountId: idSchema('InternalAccount', 'The same account as `fundingSourceId`.'),
    publicKey: {
      type: 'string',
      pattern: '^0[23][0-9a-f]{64}$',
      description: 'Compressed P-256 key. The private half never leaves the service.',
    },
    nickname: {
      type: 'string',
      description: 'The name that was given when it was made, for people.',
    },
    status: DelegatedKeyStatus,
    createdAt,
    updatedAt,
  },
} as const

export const DelegatedKeyList = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description: 'Every key of the account, revoked ones too, oldest first.',
      items: DelegatedKey,
    },
  },
} as const

export const DelegatedKeyCreateRequest = {
  type: 'object',
  required: ['cardId', 'internalAccountId', 'nickname'],
  properties: {
    cardId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'A card of the platform that is not closed.',
    },
    internalAccountId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'A funding source of that card. Each has one ACTIVE key for a card.',
    },
    nickname: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 256,
      description: 'A name for people, shown in lists.',
    },
  },
} as const

/** Invitations of customers to people without a UMA address. */
import { CurrencyAmount, dateTime, positiveAmount } from './shared.ts'

const code = { type: 'string', example: 'pN3vQ0cJr6m1xGk2aZ8yTw' } as const
const umaAddress = { type: 'string', example: '$ada@platform.example' } as const
/** Of a request: whose it is decides the database, in any case. */
const ownUmaAddress = {
  ...umaAddress,
  pattern: '^\\$[A-Za-z0-9_.+-]{1,63}@[A-Za-z0-9.-]{1,190}$',
} as const

export const UmaInvitation = {
  type: 'object',
  required: ['code', 'createdAt', 'inviterUma', 'status', 'url'],
  properties: {
    code,
    url: {
      type: 'string',
      description: 'Where it is claimed: on a page of the inviter’s platform',
    },
    status: { type: 'string', enum: ['PENDING', 'CLAIMED', 'CANCELLED', 'EXPIRED'] },
    inviterUma: umaAddress,
    inviteeUma: {
      ...umaAddress,
      description: 'Shown to the platforms of the two customers',
    },
    firstName: { type: 'string' },
    amountToSend: {
      ...CurrencyAmount,
      description: 'What the inviter’s platform says that it will send, by a payment of its own',
    },
    expiresAt: dateTime,
    claimedAt: dateTime,
    createdAt: dateTime,
  },
} as const

export const UmaInvitationCreateRequest = {
  type: 'object',
  required: ['inviterUma'],
  properties: {
    inviterUma: ownUmaAddress,
    firstName: { type: 'string', minLength: 1, maxLength: 255, example: 'Grace' },
    amountToSend: {
      ...positiveAmount,
      description: 'In the smallest unit of what the inviter pays from',
      example: 5000000,
    },
    expiresAt: { ...dateTime, description: 'In the future; without it the invitation stays' },
  },
} as const

export const UmaInvitationClaimRequest = {
  type: 'object',
  required: ['inviteeUma'],
  properties: { inviteeUma: ownUmaAddress },
} as const

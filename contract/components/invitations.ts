/** Invitations of customers to people without a UMA address. */
import { described } from './described.ts'
import { CurrencyAmount, createdAt, dateTime, positiveAmount } from './shared.ts'

const code = {
  type: 'string',
  example: 'pN3vQ0cJr6m1xGk2aZ8yTw',
  description:
    'Names the invitation in paths and in its `url`. It is all that is needed to read and claim it.',
} as const
const umaAddress = {
  type: 'string',
  example: '$ada@platform.example',
  description: '`$name@domain`; upper and lower case are the same.',
} as const
/** An invitation's address in a request, in upper or lower case: the database finds whose it is. */
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
      description: "Where the invited person claims it: on a page of the inviter's platform.",
    },
    status: {
      type: 'string',
      enum: ['PENDING', 'CLAIMED', 'CANCELLED', 'EXPIRED'],
      description:
        'PENDING: can be claimed. CLAIMED: the invited person has an address, `inviteeUma`. ' +
        "CANCELLED: by the inviter's platform. EXPIRED: `expiresAt` has passed.",
    },
    inviterUma: { ...umaAddress, description: 'The customer who invites.' },
    inviteeUma: {
      ...umaAddress,
      description:
        'Who has claimed it. Shown to the platforms of the two customers only, and absent until then.',
    },
    firstName: {
      type: 'string',
      description: 'Of the invited person, for the page. Absent where it was not given.',
    },
    amountToSend: described(
      CurrencyAmount,
      "What the inviter's platform says that it will send. No payment is made of it: the platform " +
        'makes one of its own.',
    ),
    expiresAt: {
      ...dateTime,
      description: 'From then on it cannot be claimed. Absent where it does not end.',
    },
    claimedAt: { ...dateTime, description: 'When it was claimed; absent until then.' },
    createdAt,
  },
} as const

export const UmaInvitationCreateRequest = {
  type: 'object',
  required: ['inviterUma'],
  properties: {
    inviterUma: {
      ...ownUmaAddress,
      description: 'A customer of the platform, by its UMA address.',
    },
    firstName: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 255,
      example: 'Grace',
      description: 'Of the invited person, to greet them on the page.',
    },
    amountToSend: {
      ...positiveAmount,
      description: 'Shown on the page only, in the smallest unit of what the inviter pays from.',
      example: 5000000,
    },
    expiresAt: {
      ...dateTime,
      description:
        'In the future; without it the invitation stays open until it is claimed or cancelled.',
    },
  },
} as const

export const UmaInvitationClaimRequest = {
  type: 'object',
  required: ['inviteeUma'],
  properties: {
    inviteeUma: {
      ...ownUmaAddress,
      description: 'The customer of the claiming platform who was invited.',
    },
  },
} as const

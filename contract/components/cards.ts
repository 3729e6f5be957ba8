/** Cards that draw on embedded wallets. */
import { idSchema } from '../ids.ts'
import { CARD_CENTS_MAX } from '../money.ts'
import { createdAt, dateTime, listOf, updatedAt } from './shared.ts'

export const CardState = {
  type: 'string',
  enum: ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'],
  description:
    'PROCESSING: the issuer is making it. ACTIVE: it pays. FROZEN: new purchases are declined, ' +
    'earlier ones settle. CLOSED: for good. PENDING_KYC is reserved.',
} as const

export const CardStateReason = {
  type: 'string',
  enum: ['ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE'],
  description:
    'Why a card is CLOSED. ISSUER_REJECTED: it was never made. CLOSED_BY_PLATFORM: by a request. ' +
    'CLOSED_BY_SERVICE: the issuer has closed it.',
} as const

export const CardBrand = {
  type: 'string',
  enum: ['VISA', 'MASTERCARD'],
  description: 'The network whose merchants take it; the issuer decides.',
} as const
export const CardForm = {
  type: 'string',
  enum: ['VIRTUAL'],
  description: 'VIRTUAL: a number without plastic. There is no other yet.',
} as const

const limit = {
  type: 'integer',
  minimum: 1,
  maximum: CARD_CENTS_MAX,
  description:
    "The most that one purchase may be, in the smallest unit of the card's currency: cents of USD, whatever funds it.",
} as const
const sources = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  uniqueItems: true,
  items: idSchema('InternalAccount'),
} as const

export const Card = {
  type: 'object',
  required: [
    'id',
    'cardholderId',
    'state',
    'form',
    'fundingSources',
    'maxSpendPerTransaction',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema('Card', 'Names the card to the platform; it is not printed on it.'),
    cardholderId: idSchema(
      'Customer',
      'The customer who pays with the card and owns its funding sources.',
    ),
    platformCardId: {
      type: 'string',
      description: 'What the platform calls the card, as it was sent; absent where it was not.',
    },
    state: CardState,
    stateReason: CardStateReason,
    brand: CardBrand,
    form: CardForm,
    last4: {
      type: 'string',
      description:
        'The last digits of the number, for people to tell cards apart. Absent until the issuer has ' +
        'made it.',
    },
    expMonth: {
      type: 'integer',
      minimum: 1,
      maximum: 12,
      description: 'Month in which the card ends, 1 to 12. Absent until the issuer has made it.',
    },
    expYear: {
      type: 'integer',
      description: 'Year in which the card ends, four digits. Absent until the issuer has made it.',
    },
    fundingSources: {
      type: 'array',
      description:
        'Embedded wallets of the cardholder, in order; only the first one is charged. Empty once the ' +
        'card is closed.',
      items: idSchema('InternalAccount'),
    },
    maxSpendPerTransaction: {
      type: ['integer', 'null'],
      minimum: 1,
      description:
        "The most that one purchase may be, in the smallest unit of the card's currency (cents); null: no " +
        'limit.',
    },
    currency: {
      type: 'string',
      example: 'USD',
      description:
        'Code of the currency that the card is charged in, and its limit counted: USD, whatever funds it.',
    },
    processorRef: {
      type: 'string',
      description:
        "The issuer's name of the cardholder's account, for talks with support. Absent until there is " +
        'one.',
    },
    issuerRef: {
      type: 'string',
      description: "The issuer's name of the card. Absent until the issuer has made it.",
    },
    createdAt,
    updatedAt,
  },
} as const

export const CardCreateRequest = {
  type: 'object',
  required: ['cardholderId', 'form', 'fundingSources'],
  properties: {
    cardholderId: idSchema('Customer', 'A customer who is APPROVED.'),
    platformCardId: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 255,
      description:
        "A name of the platform's own: of one card that is not `CLOSED`, else `409 CONFLICT`. In the sandbox " +
        'its end decides what becomes of the card.',
    },
    threeDSecurePassword: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Accepted and not kept: the issuer has no use for it.',
    },
    form: CardForm,
    fundingSources: {
      ...sources,
      description:
        'Active embedded wallets of the cardholder, all in one currency. In order; only the first one ' +
        'is charged.',
    },
    maxSpendPerTransaction: limit,
  },
} as const

export const CardUpdateRequest = {
  type: 'object',
  minProperties: 1,
  properties: {
    state: {
      type: 'string',
      enum: ['ACTIVE', 'FROZEN', 'CLOSED'],
      description:
        'ACTIVE: unfreeze. FROZEN: decline new purchases. CLOSED: end it for good, and detach its ' +
        'funding sources.',
    },
    fundingSources: {
      ...sources,
      description: 'Replaces all. Not together with the state `CLOSED`.',
    },
    maxSpendPerTransaction: {
      anyOf: [limit, { type: 'null' }],
      description:
        "In the smallest unit of the card's currency (cents); null removes the limit. Not together with the " +
        'state `CLOSED`.',
    },
  },
} as const

export const CardListResponse = listOf(Card)

export const CardRevealResponse = {
  type: 'object',
  required: ['panEmbedUrl', 'expiresAt'],
  properties: {
    panEmbedUrl: {
      type: 'string',
      format: 'uri',
      description:
        'A page of the issuer with number, expiry and security code, for an iframe. Anyone who has the ' +
        'address sees the card: keep it out of logs.',
    },
    expiresAt: {
      ...dateTime,
      description: 'Until when the page opens: five minutes. Later, ask for another.',
    },
  },
} as const

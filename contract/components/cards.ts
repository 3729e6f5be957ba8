/** Cards that draw on embedded wallets. */
import { idSchema } from '../ids.ts'
import { CardCapabilities } from './cardCapabilities.ts'
import { cardLimits, changedLimits, shownLimits } from './cardLimits.ts'
import { described, renamed } from './described.ts'
import { createdAt, dateTime, listOf, updatedAt } from './shared.ts'

export const CardStatus = {
  type: 'string',
  enum: ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'],
  reserved: ['PENDING_KYC'],
  description:
    'PROCESSING: the issuer is making it. ACTIVE: it pays. FROZEN: new purchases are declined, ' +
    'earlier ones settle. CLOSED: for good.',
} as const

export const CardStatusReason = {
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

const sources = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  uniqueItems: true,
  items: idSchema('InternalAccount'),
  deprecated: true,
} as const

export const Card = {
  type: 'object',
  required: [
    'id',
    'customerId',
    'cardholderId',
    'platformCardId',
    'status',
    'state',
    'form',
    'fundingSources',
    'maxSpendPerTransaction',
    'maxSpendPerDay',
    'maxTransactionsPerDay',
    'cardCapabilities',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema('Card', 'Names the card to the platform; it is not printed on it.'),
    customerId: idSchema(
      'Customer',
      'The customer who pays with the card and owns its funding source.',
    ),
    cardholderId: renamed(idSchema('Customer'), 'customerId'),
    platformCardId: {
      type: 'string',
      description:
        'What the platform calls the card, as it was sent; else the service has made it.',
    },
    status: CardStatus,
    statusReason: CardStatusReason,
    state: renamed(CardStatus, 'status'),
    stateReason: renamed(CardStatusReason, 'statusReason'),
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
    fundingSource: idSchema(
      'InternalAccount',
      'The embedded wallet that is charged. Absent once the card is closed.',
    ),
    fundingSources: {
      type: 'array',
      deprecated: true,
      description:
        '`fundingSource` as a list, from before September 2026: the first one is charged, further ones ' +
        'have no effect. Empty once the card is closed.',
      items: idSchema('InternalAccount'),
    },
    ...shownLimits,
    cardCapabilities: described(CardCapabilities, 'What the card can do; it does not change.'),
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
  required: ['customerId', 'form', 'fundingSource'],
  properties: {
    customerId: idSchema('Customer', 'A customer who is APPROVED.'),
    cardholderId: renamed(idSchema('Customer'), 'customerId'),
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
      maxLength: 255,
      description: 'Refused: no card here has `supports3dSecurePassword`.',
    },
    form: CardForm,
    fundingSource: idSchema(
      'InternalAccount',
      'The active embedded wallet of the customer that is to be charged.',
    ),
    fundingSources: {
      ...sources,
      description:
        '`fundingSource` as a list, from before September 2026: active embedded wallets of the customer, ' +
        'all in one currency, of which the first one is charged.',
    },
    ...cardLimits,
  },
} as const

const wantedStatus = { type: 'string', enum: ['ACTIVE', 'FROZEN', 'CLOSED'] } as const

export const CardUpdateRequest = {
  type: 'object',
  minProperties: 1,
  properties: {
    status: {
      ...wantedStatus,
      description:
        'ACTIVE: unfreeze. FROZEN: decline new purchases. CLOSED: end it for good, and detach its ' +
        'funding source.',
    },
    state: renamed(wantedStatus, 'status'),
    fundingSource: idSchema(
      'InternalAccount',
      'Replaces the wallet that is charged. Not together with the status `CLOSED`.',
    ),
    fundingSources: {
      ...sources,
      description:
        '`fundingSource` as a list, from before September 2026: replaces all, and the first one is charged.',
    },
    ...changedLimits,
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

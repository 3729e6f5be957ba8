/** Cards that draw on embedded wallets. */
import { idSchema } from '../ids.ts'
import { AMOUNT_MAX } from '../money.ts'
import { dateTime, listOf } from './shared.ts'

export const CardState = {
  type: 'string',
  enum: ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'],
} as const

export const CardStateReason = {
  type: 'string',
  enum: ['ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE'],
} as const

export const CardBrand = { type: 'string', enum: ['VISA', 'MASTERCARD'] } as const
export const CardForm = { type: 'string', enum: ['VIRTUAL'] } as const

const limit = { type: 'integer', minimum: 1, maximum: AMOUNT_MAX } as const
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
    id: idSchema('Card'),
    cardholderId: idSchema('Customer'),
    platformCardId: { type: 'string' },
    state: CardState,
    stateReason: CardStateReason,
    brand: CardBrand,
    form: CardForm,
    last4: { type: 'string' },
    expMonth: { type: 'integer', minimum: 1, maximum: 12 },
    expYear: { type: 'integer' },
    fundingSources: { type: 'array', items: idSchema('InternalAccount') },
    maxSpendPerTransaction: {
      type: ['integer', 'null'],
      minimum: 1,
      description: "In the smallest unit of the card's currency; null: no limit.",
    },
    currency: { type: 'string', example: 'USDB' },
    processorRef: { type: 'string', description: "The issuer's name of the cardholder's account." },
    issuerRef: { type: 'string', description: "The issuer's name of the card." },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const

export const CardCreateRequest = {
  type: 'object',
  required: ['cardholderId', 'form', 'fundingSources'],
  properties: {
    cardholderId: idSchema('Customer'),
    platformCardId: { type: 'string', minLength: 1, maxLength: 255 },
    threeDSecurePassword: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Accepted and not kept: the issuer has no use for it.',
    },
    form: CardForm,
    fundingSources: { ...sources, description: 'In order; only the first one is charged.' },
    maxSpendPerTransaction: limit,
  },
} as const

export const CardUpdateRequest = {
  type: 'object',
  minProperties: 1,
  properties: {
    state: { type: 'string', enum: ['ACTIVE', 'FROZEN', 'CLOSED'] },
    fundingSources: { ...sources, description: 'Replaces all; not together with `CLOSED`.' },
    maxSpendPerTransaction: {
      anyOf: [limit, { type: 'null' }],
      description: 'null removes the limit; not together with `CLOSED`.',
    },
  },
} as const

export const CardListResponse = listOf(Card)

export const CardRevealResponse = {
  type: 'object',
  required: ['panEmbedUrl', 'expiresAt'],
  properties: { panEmbedUrl: { type: 'string', format: 'uri' }, expiresAt: dateTime },
} as const

/** Pieces that several components are made of. */
import { AMOUNT_MAX } from '../money.ts'

export const amount = { type: 'integer', minimum: 0, maximum: AMOUNT_MAX } as const
export const positiveAmount = { type: 'integer', exclusiveMinimum: 0, maximum: AMOUNT_MAX } as const
export const dateTime = {
  type: 'string',
  format: 'date-time',
  example: '2026-01-15T09:30:00.000Z',
} as const
export const country = { type: 'string', format: 'country', example: 'US' } as const
export const currencyCode = { type: 'string', format: 'currency', example: 'USD' } as const

export const Currency = {
  type: 'object',
  required: ['code', 'name', 'decimals'],
  properties: {
    code: { type: 'string', example: 'USDB' },
    name: { type: 'string', example: 'USDB' },
    symbol: { type: 'string' },
    decimals: { type: 'integer', minimum: 0, example: 6 },
  },
} as const

export const CurrencyAmount = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: { amount: { type: 'integer', example: 5000000 }, currency: Currency },
} as const

export const Address = {
  type: 'object',
  required: ['line1', 'postalCode', 'country'],
  properties: {
    line1: { type: 'string', minLength: 1, maxLength: 255, example: '1 Main Street' },
    line2: { type: 'string', maxLength: 255 },
    city: { type: 'string', maxLength: 255 },
    state: { type: 'string', maxLength: 255 },
    postalCode: { type: 'string', minLength: 1, maxLength: 32, example: '10001' },
    country,
  },
} as const

/** `limit` and `cursor` of every paged list. */
export const PAGE_MAX = 100
export const pageQuery = {
  limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: 20 },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 512,
    format: 'cursor',
    description: '`nextCursor` of the page before, asked for with the same filters.',
  },
} as const

/** The direction of a list by time. */
export const sortOrder = { type: 'string', enum: ['asc', 'desc'], default: 'desc' } as const

/** The list envelope around one component. */
export function listOf<const Item extends object>(item: Item) {
  return {
    type: 'object',
    required: ['data', 'hasMore'],
    properties: {
      data: { type: 'array', items: item },
      hasMore: { type: 'boolean' },
      nextCursor: { type: 'string' },
      totalCount: {
        type: 'integer',
        minimum: 0,
        description: 'Of all pages. On a first page, when there are 100 at most; else left out.',
      },
    },
  } as const
}

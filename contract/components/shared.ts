/** Pieces that several components are made of. */

import { withoutPostalCodes } from '../countries.ts'
import { AMOUNT_MAX } from '../money.ts'
import { described } from './described.ts'

export const amount = { type: 'integer', minimum: 0, maximum: AMOUNT_MAX } as const
export const positiveAmount = { type: 'integer', exclusiveMinimum: 0, maximum: AMOUNT_MAX } as const
export const dateTime = {
  type: 'string',
  format: 'date-time',
  example: '2026-01-15T09:30:00.000Z',
} as const
/** Of every resource that is stored. */
export const createdAt = { ...dateTime, description: 'When it was recorded here, in UTC.' } as const
export const updatedAt = {
  ...dateTime,
  description: 'When it was last changed, in UTC; at first the same as `createdAt`.',
} as const
export const country = {
  type: 'string',
  format: 'country',
  example: 'US',
  description: 'Two letters of ISO 3166-1, in upper case.',
} as const
export const currencyCode = {
  type: 'string',
  format: 'currency',
  example: 'USD',
  description: 'Code of a currency: ISO 4217, or `BTC`, `USDB`, `USDC` or `USDT`.',
} as const

export const Currency = {
  type: 'object',
  required: ['code', 'name', 'decimals'],
  properties: {
    code: {
      type: 'string',
      example: 'USDB',
      description:
        "Code that requests take, for example `USD`, or that of a stablecoin of the platform's own.",
    },
    name: {
      type: 'string',
      example: 'USDB',
      description: "English name for people; a platform's own stablecoin has its code here.",
    },
    symbol: {
      type: 'string',
      description:
        'Sign to print before an amount, for example `€`. Absent where the currency has none here.',
    },
    decimals: {
      type: 'integer',
      minimum: 0,
      example: 6,
      description:
        'Digits after the point of one unit: with 2, the amount 1250 is 12.50; with 0 it is 1250.',
    },
  },
} as const

export const CurrencyAmount = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount: {
      type: 'integer',
      example: 5000000,
      description: 'In the smallest unit of `currency`: cents of USD, millionths of USDB.',
    },
    currency: described(
      Currency,
      'What the amount is counted in, with the decimals that turn it into units.',
    ),
  },
} as const

export const Address = {
  type: 'object',
  required: ['line1', 'country'],
  if: { required: ['country'], properties: { country: { enum: withoutPostalCodes } } },
  else: { required: ['postalCode'] },
  properties: {
    line1: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 255,
      example: '1 Main Street',
      description: 'Street and number, or what stands for them.',
    },
    line2: {
      type: 'string',
      format: 'text',
      maxLength: 255,
      description: 'Apartment, floor or building, where one is needed.',
    },
    city: {
      type: 'string',
      format: 'text',
      maxLength: 255,
      description: 'Town of the address, as the post writes it.',
    },
    state: {
      type: 'string',
      format: 'text',
      maxLength: 255,
      description: "State, province or region, where the country's addresses name one.",
    },
    postalCode: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 32,
      example: '10001',
      description:
        'As the country writes it. Required, but of countries without postal codes, as Hong Kong and the ' +
        'United Arab Emirates.',
    },
    country: {
      ...country,
      description: 'Country of the address: two letters of ISO 3166-1, in upper case.',
    },
  },
} as const

/** `limit` and `cursor` of every paged list. */
export const PAGE_MAX = 100
export const pageQuery = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: PAGE_MAX,
    default: 20,
    description: 'How many entries a page has at most; `hasMore` says whether there are more.',
  },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 512,
    format: 'cursor',
    description: '`nextCursor` of the page before, asked for with the same filters.',
  },
} as const

/** The direction of a list by time. */
export const sortOrder = {
  type: 'string',
  enum: ['asc', 'desc'],
  default: 'desc',
  description: 'By the time of creation: `asc` begins with the oldest, `desc` with the newest.',
} as const

/** Ranges of the lists that have both. */
export const createdRange = {
  createdAfter: { ...dateTime, description: 'Only what was created then or later.' },
  createdBefore: { ...dateTime, description: 'Only what was created then or earlier.' },
} as const
export const updatedRange = {
  updatedAfter: { ...dateTime, description: 'Only what was last changed then or later.' },
  updatedBefore: { ...dateTime, description: 'Only what was last changed then or earlier.' },
} as const
/** `createdRange` as other lists name it. */
export const dateRange = {
  startDate: createdRange.createdAfter,
  endDate: createdRange.createdBefore,
} as const

/** The list envelope around one component. */
export function listOf<const Item extends object>(item: Item) {
  return {
    type: 'object',
    required: ['data', 'hasMore'],
    properties: {
      data: {
        type: 'array',
        description:
          'One page, in the order that the operation names; empty where nothing matches.',
        items: item,
      },
      hasMore: {
        type: 'boolean',
        description: 'Whether another page follows; if so, `nextCursor` is there.',
      },
      nextCursor: {
        type: 'string',
        description:
          'Send it as `cursor`, with the same filters, for the page after this one. Absent on the last ' +
          'page.',
      },
      totalCount: {
        type: 'integer',
        minimum: 0,
        description:
          'How many entries all pages have together. On first pages only. Above 100 it is an estimate in most lists, ' +
          'never below 101.',
      },
    },
  } as const
}

/** The books behind a transaction, and balances over time. */
import { idSchema } from '../ids.ts'
import { Currency, CurrencyAmount, dateTime } from './shared.ts'

const party = {
  type: 'object',
  required: ['kind'],
  properties: {
    kind: {
      type: 'string',
      enum: [
        'INTERNAL_ACCOUNT',
        'COUNTERPARTY',
        'LIQUIDITY',
        'FEES',
        'RAIL',
        'FUNDING',
        'SUSPENSE',
        'CARD_SETTLEMENT',
        'CARD_EXCEPTION',
      ],
      description:
        'INTERNAL_ACCOUNT: one of the platform, by its id. COUNTERPARTY: an account of another ' +
        'platform. The others are accounts of the service.',
    },
    accountId: idSchema('InternalAccount'),
  },
} as const

export const LedgerEntry = {
  type: 'object',
  required: ['step', 'kind', 'amount', 'debit', 'credit', 'createdAt'],
  properties: {
    step: { type: 'string', example: 'hold' },
    kind: { type: 'string', enum: ['POSTED', 'PENDING', 'POST_PENDING', 'VOID_PENDING'] },
    amount: CurrencyAmount,
    debit: party,
    credit: party,
    createdAt: dateTime,
  },
} as const

/** Exact, however large: more than one amount may hold. */
const sum = { type: 'integer', minimum: 0 } as const

export const BalancePoint = {
  type: 'object',
  required: ['at', 'balance', 'totalBalance'],
  properties: { at: dateTime, balance: sum, totalBalance: sum },
} as const

/** A balance that there was, and since when. */
const Extreme = {
  type: 'object',
  required: ['at', 'balance'],
  properties: { at: dateTime, balance: sum },
} as const

export const BalanceHistory = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['currency', 'points', 'highest', 'lowest'],
        properties: {
          currency: Currency,
          points: { type: 'array', items: BalancePoint },
          highest: {
            ...Extreme,
            description: 'The highest balance of the period, not of its points.',
          },
          lowest: {
            ...Extreme,
            description: 'The lowest balance of the period, not of its points.',
          },
        },
      },
    },
  },
} as const

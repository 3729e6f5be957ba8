/** The books behind a transaction, and balances over time. */

import { idSchema } from '../ids.ts'
import { described } from './described.ts'
import { Currency, CurrencyAmount, createdAt, dateTime } from './shared.ts'

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
        'CARD_DISPUTE',
        'CARD_PROVISIONAL',
        'DEPOSIT_EXCEPTION',
      ],
      description:
        'INTERNAL_ACCOUNT: one of the platform or its customers, named by `accountId`. COUNTERPARTY: ' +
        'an account of another platform. The others are accounts of the service: exchange, fees, ' +
        'banks, deposits, unapplied money, cards, and deposits that were taken back.',
    },
    accountId: idSchema(
      'InternalAccount',
      'The internal account; of the kind INTERNAL_ACCOUNT only.',
    ),
  },
} as const

export const LedgerEntry = {
  type: 'object',
  required: ['step', 'kind', 'amount', 'debit', 'credit', 'createdAt'],
  properties: {
    step: {
      type: 'string',
      example: 'hold',
      description:
        'What the entry is for within the transaction, for example `hold`, `payout` or `refund`.',
    },
    kind: {
      type: 'string',
      enum: ['POSTED', 'PENDING', 'POST_PENDING', 'VOID_PENDING'],
      description:
        'POSTED: moved at once. PENDING: held. POST_PENDING: what was held is moved. VOID_PENDING: ' +
        'what was held is free again.',
    },
    amount: described(CurrencyAmount, 'Always positive: it goes from `debit` to `credit`.'),
    debit: { ...party, description: 'The account that the amount leaves.' },
    credit: { ...party, description: 'The account that the amount reaches.' },
    createdAt,
  },
} as const

/** Exact, however large: more than one amount may hold. */
const sum = {
  type: 'integer',
  minimum: 0,
  description:
    'In the smallest unit of the currency, exact however large it is: above 2^53 read it with a ' +
    'parser that keeps all digits.',
} as const

export const BalancePoint = {
  type: 'object',
  required: ['at', 'balance', 'totalBalance'],
  properties: {
    at: { ...dateTime, description: 'The instant that both balances are of.' },
    balance: {
      ...sum,
      description: 'What could be spent at that time, in the smallest unit of the currency.',
    },
    totalBalance: {
      ...sum,
      description:
        'What was booked or on its way in at that time, in the smallest unit of the currency.',
    },
  },
} as const

/** A balance that there was, and since when. */
const Extreme = {
  type: 'object',
  required: ['at', 'balance'],
  properties: {
    at: { ...dateTime, description: 'Since when it was the balance.' },
    balance: { ...sum, description: 'In the smallest unit of the currency.' },
  },
} as const

export const BalanceHistory = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description:
        'An entry for each currency in which the platform, or the named account, has a balance.',
      items: {
        type: 'object',
        required: ['currency', 'points', 'highest', 'lowest'],
        properties: {
          currency: described(Currency, 'The unit of these balances.'),
          points: {
            type: 'array',
            description:
              'Evenly spread over the range, oldest first. A high or a low between two points does not ' +
              'show.',
            items: BalancePoint,
          },
          highest: {
            ...Extreme,
            description: 'The highest balance of the period, between the points too.',
          },
          lowest: {
            ...Extreme,
            description: 'The lowest balance of the period, between the points too.',
          },
        },
      },
    },
  },
} as const

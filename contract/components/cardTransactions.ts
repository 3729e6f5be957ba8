/** What merchants do with cards. */

import { idSchema } from '../ids.ts'
import { described } from './described.ts'
import { CurrencyAmount, country, createdAt, dateTime, updatedAt } from './shared.ts'

export const CardTransactionStatus = {
  type: 'string',
  enum: ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'EXCEPTION'],
  description:
    'AUTHORIZED: held. PARTIALLY_SETTLED: part is cleared, the rest is held. SETTLED: nothing is held any more; with ' +
    'nothing settled, it was reversed or has expired. REFUNDED: all of it is back. EXCEPTION: settled, though the ' +
    'money could not be taken from the account.',
} as const

export const CardMerchant = {
  type: 'object',
  required: ['descriptor'],
  properties: {
    descriptor: {
      type: 'string',
      description: "The merchant's name as card statements print it. Written by the merchant.",
    },
    mcc: {
      type: 'string',
      description:
        'Category of the merchant: four digits of ISO 18245, for example `5814` for fast food. Absent ' +
        'where the network did not say.',
    },
    country: {
      ...country,
      description: 'Two letters of ISO 3166-1. Absent where the network did not say.',
    },
  },
} as const

const count = { type: 'integer', minimum: 0, description: 'How many there have been.' } as const
const total = {
  type: 'integer',
  minimum: 0,
  description: 'Their sum, in the smallest unit of the currency that the merchant is paid in.',
} as const

export const CardPullSummary = {
  type: 'object',
  required: ['count', 'totalAmount'],
  description:
    "What was taken from the account, in the smallest unit of the account's currency. `pendingCount`: not taken yet.",
  properties: {
    count,
    totalAmount: {
      ...total,
      description:
        "Taken so far, in the smallest unit of the account's currency, not of the merchant's.",
    },
    pendingCount: {
      ...count,
      description: 'Pulls that are ordered and have not taken anything yet.',
    },
  },
} as const

export const CardRefundSummary = {
  type: 'object',
  required: ['count', 'totalAmount'],
  properties: { count, totalAmount: total },
} as const

export const CardSettlementSummary = {
  type: 'object',
  required: ['count', 'totalAmount'],
  properties: { count, totalAmount: total },
} as const

export const CardTransaction = {
  type: 'object',
  required: [
    'type',
    'id',
    'status',
    'direction',
    'merchant',
    'authorizedAmount',
    'accountId',
    'customerId',
    'platformCustomerId',
    'authorizedAt',
    'createdAt',
    'updatedAt',
  ],
  description: "Amounts are in the merchant's currency, but for those of pulls.",
  properties: {
    type: {
      type: 'string',
      enum: ['CARD'],
      description:
        'A merchant charges or credits a card. Other transactions are INCOMING or OUTGOING.',
    },
    id: idSchema(
      'Transaction',
      'Names it among all transactions: `GET /transactions/{transactionId}` takes it. In August it began with ' +
        '`CardTransaction:`, which is read as well.',
    ),
    cardId: idSchema(
      'Card',
      'The card that was used; later ones of the same customer have other ids.',
    ),
    customerId: {
      ...idSchema('Customer', 'The cardholder.'),
      description: 'The cardholder, who owns the wallet that is charged.',
    },
    platformCustomerId: { type: 'string', description: 'What the platform calls the cardholder.' },
    issuerTransactionToken: {
      type: 'string',
      description:
        "The issuer's name of the purchase. A simulator answers it too, and support asks for it.",
    },
    status: CardTransactionStatus,
    direction: {
      type: 'string',
      enum: ['CREDIT', 'DEBIT'],
      description:
        'DEBIT: a purchase. CREDIT: the merchant pays the cardholder, without a purchase before.',
    },
    merchant: described(CardMerchant, 'Who charges or credits the card.'),
    authorizedAmount: described(
      CurrencyAmount,
      "What the merchant has announced, in the merchant's currency. More may be settled: a tip.",
    ),
    settledAmount: described(
      CurrencyAmount,
      'What the merchant has collected so far. It may be above or below `authorizedAmount`.',
    ),
    refundedAmount: described(
      CurrencyAmount,
      'What the merchant has given back so far, never more than `settledAmount`.',
    ),
    accountId: idSchema(
      'InternalAccount',
      'The embedded wallet that is charged: the first funding source at the time of the purchase.',
    ),
    pullSummary: described(
      CardPullSummary,
      'What was taken of the wallet for this purchase. A tip is a second pull.',
    ),
    refundSummary: described(
      CardRefundSummary,
      "What the merchant has given back, in the merchant's currency.",
    ),
    settlementSummary: described(
      CardSettlementSummary,
      "What the merchant has collected, in the merchant's currency.",
    ),
    authorizedAt: { ...dateTime, description: 'When the merchant asked, in UTC.' },
    lastEventAt: {
      ...dateTime,
      description:
        'When the issuer last reported it: a clearing, a return, an expiry. Absent before the first.',
    },
    createdAt,
    updatedAt,
  },
} as const

/** What merchants do with cards. */
import { idSchema } from '../ids.ts'
import { CurrencyAmount, dateTime } from './shared.ts'

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
    descriptor: { type: 'string' },
    mcc: { type: 'string' },
    country: { type: 'string' },
  },
} as const

const count = { type: 'integer', minimum: 0 } as const
const total = { type: 'integer', minimum: 0 } as const

export const CardPullSummary = {
  type: 'object',
  required: ['count', 'totalAmount'],
  description:
    "What was taken from the account, in the smallest unit of the account's currency. `pendingCount`: not taken yet.",
  properties: { count, totalAmount: total, pendingCount: count },
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
    type: { type: 'string', enum: ['CARD'] },
    id: idSchema('CardTransaction'),
    cardId: idSchema('Card'),
    customerId: idSchema('Customer'),
    platformCustomerId: { type: 'string' },
    issuerTransactionToken: { type: 'string' },
    status: CardTransactionStatus,
    direction: { type: 'string', enum: ['CREDIT', 'DEBIT'] },
    merchant: CardMerchant,
    authorizedAmount: CurrencyAmount,
    settledAmount: CurrencyAmount,
    refundedAmount: CurrencyAmount,
    accountId: idSchema('InternalAccount'),
    pullSummary: CardPullSummary,
    refundSummary: CardRefundSummary,
    settlementSummary: CardSettlementSummary,
    authorizedAt: dateTime,
    lastEventAt: dateTime,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const

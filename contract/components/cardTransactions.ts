/** What merchants do with cards. */

import { cardDispositions } from '../cardDisputes.ts'
import { idSchema } from '../ids.ts'
import { AMOUNT_MAX } from '../money.ts'
import { described } from './described.ts'
import { CurrencyAmount, country, createdAt, dateTime, updatedAt } from './shared.ts'

export const CardTransactionStatus = {
  type: 'string',
  enum: ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'DECLINED', 'VOIDED', 'EXCEPTION'],
  description:
    'AUTHORIZED: held. PARTIALLY_SETTLED: part is cleared, the rest is held. SETTLED: nothing is held any more. ' +
    'DECLINED: `cardDeclinedReason` says why. VOIDED: reversed or expired before anything was cleared; of a return, ' +
    'taken back by the merchant. EXCEPTION: settled, though the money could not be taken from the account.',
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
    city: { type: 'string', description: 'As the network writes it. Absent where it did not say.' },
    state: {
      type: 'string',
      description: 'State or region, as the network writes it. Absent where it did not say.',
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
  maximum: AMOUNT_MAX,
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

export const CardDispute = {
  type: 'object',
  required: ['disputeId', 'disputeToken', 'status', 'disposition'],
  description:
    "A dispute of the cardholder about a purchase, which the issuer conducts with the merchant's bank.",
  properties: {
    disputeId: idSchema('CardDispute', 'Names the dispute here.'),
    disputeToken: {
      type: 'string',
      description: "The issuer's name of it, for talks with support.",
    },
    status: {
      type: 'string',
      enum: ['OPEN', 'CLOSED'],
      description: 'OPEN: not decided. CLOSED: `disposition` says how.',
    },
    disposition: {
      type: ['string', 'null'],
      enum: [...cardDispositions, null],
      description:
        'WON: all comes back. PARTIALLY_WON: a part. LOST, DENIED: nothing. WITHDRAWN: the cardholder gave it up. Null ' +
        'while it is open.',
    },
  },
} as const

export const CardTransactionDispute = {
  ...CardDispute,
  required: [...CardDispute.required, 'amount', 'creditedAmount', 'recoveredAmount'],
  properties: {
    ...CardDispute.properties,
    reason: {
      type: 'string',
      description: 'Why, as it was opened. Absent where nothing was said.',
    },
    amount: described(CurrencyAmount, "What is disputed, in the merchant's currency."),
    creditedAmount: described(
      CurrencyAmount,
      'What the cardholder was credited provisionally, less what was taken back. Once it is closed, `recoveredAmount` ' +
        'counts instead.',
    ),
    recoveredAmount: described(CurrencyAmount, 'What the network has given back so far.'),
  },
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
        'DEBIT: a purchase. CREDIT: the merchant pays the cardholder: a return, or a credit of its own.',
    },
    cardDeclinedReason: {
      type: 'string',
      enum: [
        'CARD_NOT_ACTIVE',
        'SPEND_LIMIT_EXCEEDED',
        'INSUFFICIENT_FUNDS',
        'NO_ELIGIBLE_FUNDING_SOURCE',
        'BLOCKED',
        'UNSUPPORTED_NETWORK',
        'OTHER',
      ],
      description:
        'Of a `DECLINED` one alone. CARD_NOT_ACTIVE: the card, or its holder, may not pay. SPEND_LIMIT_EXCEEDED: a ' +
        'limit of the card or the platform. INSUFFICIENT_FUNDS: too little money. NO_ELIGIBLE_FUNDING_SOURCE: no ' +
        'active account with a delegated key. BLOCKED: the issuer or the network does not let it through. OTHER: any ' +
        'other reason; a merchant may try again.',
    },
    originalTransactionId: idSchema(
      'Transaction',
      'Of a return: the purchase whose money comes back. Absent of a credit that belongs to no purchase.',
    ),
    description: {
      type: 'string',
      description: "The merchant's name as card statements print it: `merchant.descriptor`.",
    },
    merchant: described(CardMerchant, 'Who charges or credits the card.'),
    authorizedAmount: described(
      CurrencyAmount,
      "What the merchant has announced and not released, in the merchant's currency: 0 once it is VOIDED. More may be " +
        'settled: a tip. Of a DECLINED one, what was asked for.',
    ),
    settledAmount: described(
      CurrencyAmount,
      'What the merchant has collected so far, or given back by this return. It may be above or below ' +
        '`authorizedAmount`. Absent of a DECLINED or VOIDED one.',
    ),
    refundedAmount: described(
      CurrencyAmount,
      'What the merchant has given back of a purchase so far, never more than `settledAmount`. Each return is a ' +
        'transaction of its own.',
    ),
    disputes: {
      type: 'array',
      description: 'Disputes of the cardholder about the purchase. Absent where there are none.',
      items: CardTransactionDispute,
    },
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
    authorizedAt: { ...dateTime, description: 'When it was approved or declined, in UTC.' },
    lastEventAt: {
      ...dateTime,
      description:
        'When the issuer last reported it: a clearing, a return, an expiry. Absent before the first.',
    },
    createdAt,
    updatedAt,
  },
} as const

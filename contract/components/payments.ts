/** Quotes (specification 2.8) and transactions. */
import { idSchema } from '../ids.ts'
import { amount, Currency, CurrencyAmount, dateTime, listOf, positiveAmount } from './shared.ts'

const accountReference = { type: 'string', minLength: 1, maxLength: 64 } as const

export const QuoteRequest = {
  type: 'object',
  required: ['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount'],
  properties: {
    source: {
      type: 'object',
      required: ['sourceType', 'accountId'],
      properties: {
        sourceType: { type: 'string', enum: ['ACCOUNT'] },
        accountId: accountReference,
        customerId: accountReference,
      },
    },
    destination: {
      type: 'object',
      required: ['destinationType', 'accountId'],
      properties: {
        destinationType: { type: 'string', enum: ['ACCOUNT'] },
        accountId: accountReference,
        paymentRail: { type: 'string', minLength: 1, maxLength: 32 },
      },
    },
    lockedCurrencySide: { type: 'string', enum: ['SENDING', 'RECEIVING'] },
    lockedCurrencyAmount: { ...positiveAmount, example: 5000000 },
    immediatelyExecute: { type: 'boolean' },
    description: { type: 'string', maxLength: 255 },
    remittanceInformation: { type: 'string', maxLength: 80 },
  },
} as const

export const QuoteStatus = {
  type: 'string',
  enum: ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
} as const

export const PaymentInstructions = {
  type: 'object',
  required: ['accountOrWalletInfo'],
  properties: {
    instructionsNotes: { type: 'string' },
    accountOrWalletInfo: {
      type: 'object',
      required: ['accountType'],
      properties: { accountType: { type: 'string' }, payloadToSign: { type: 'string' } },
    },
  },
} as const

export const Quote = {
  type: 'object',
  required: [
    'id',
    'status',
    'createdAt',
    'expiresAt',
    'source',
    'destination',
    'sendingCurrency',
    'receivingCurrency',
    'totalSendingAmount',
    'totalReceivingAmount',
    'exchangeRate',
    'feesIncluded',
    'transactionId',
  ],
  properties: {
    id: idSchema('Quote'),
    status: QuoteStatus,
    createdAt: dateTime,
    expiresAt: dateTime,
    source: {
      type: 'object',
      required: ['sourceType', 'accountId'],
      properties: { sourceType: { type: 'string' }, accountId: idSchema('InternalAccount') },
    },
    destination: {
      type: 'object',
      required: ['destinationType', 'accountId'],
      properties: {
        destinationType: { type: 'string' },
        accountId: idSchema('ExternalAccount'),
        paymentRail: { type: 'string' },
      },
    },
    sendingCurrency: Currency,
    receivingCurrency: Currency,
    totalSendingAmount: positiveAmount,
    totalReceivingAmount: positiveAmount,
    exchangeRate: { type: 'number', exclusiveMinimum: 0, example: 1 },
    feesIncluded: amount,
    platformFeesIncluded: amount,
    transactionId: idSchema('Transaction'),
    paymentInstructions: { type: 'array', items: PaymentInstructions },
  },
} as const

export const TransactionStatus = {
  type: 'string',
  enum: [
    'CREATED',
    'PENDING',
    'PENDING_AUTHORIZATION',
    'PROCESSING',
    'COMPLETED',
    'REJECTED',
    'FAILED',
    'REFUNDED',
    'EXPIRED',
  ],
} as const

/** Card payments are listed too, by a name of their own. */
export const TransactionType = { type: 'string', enum: ['INCOMING', 'OUTGOING', 'CARD'] } as const

export const Refund = {
  type: 'object',
  required: ['reference', 'initiatedAt', 'status'],
  properties: {
    reference: { type: 'string' },
    initiatedAt: dateTime,
    settledAt: dateTime,
    status: { type: 'string', enum: ['PENDING', 'COMPLETED', 'FAILED'] },
    reason: { type: 'string', enum: ['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT'] },
  },
} as const

export const Transaction = {
  type: 'object',
  required: [
    'id',
    'status',
    'type',
    'direction',
    'source',
    'destination',
    'customerId',
    'platformCustomerId',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema('Transaction'),
    status: TransactionStatus,
    type: { type: 'string', enum: ['INCOMING', 'OUTGOING'] },
    direction: { type: 'string', enum: ['CREDIT', 'DEBIT'] },
    source: { type: 'object', required: ['sourceType'] },
    destination: { type: 'object', required: ['destinationType'] },
    customerId: { type: 'string' },
    platformCustomerId: { type: 'string' },
    quoteId: idSchema('Quote'),
    sentAmount: CurrencyAmount,
    receivedAmount: CurrencyAmount,
    fees: amount,
    platformFees: amount,
    exchangeRate: { type: 'number', exclusiveMinimum: 0 },
    description: { type: 'string' },
    failureReason: { type: 'string' },
    refund: Refund,
    reconciliationInstructions: {
      type: 'object',
      properties: { reference: { type: 'string' } },
    },
    settledAt: dateTime,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const
export const TransactionList = listOf(Transaction)

export const TimelineEntry = {
  type: 'object',
  required: ['at', 'what'],
  properties: {
    at: dateTime,
    what: { type: 'string' },
    attempt: { type: 'integer' },
    nextActor: { type: 'string' },
    waitsFor: { type: 'string' },
  },
} as const

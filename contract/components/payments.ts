/** Quotes and transactions. */
import { idSchema } from '../ids.ts'
import { CardTransaction } from './cardTransactions.ts'
import { FixedFee } from './platform.ts'
import { ScaFactor } from './sca.ts'
import { ScaChallenge } from './scaChallenge.ts'
import {
  amount,
  Currency,
  CurrencyAmount,
  currencyCode,
  dateTime,
  listOf,
  positiveAmount,
} from './shared.ts'

const accountReference = { type: 'string', minLength: 1, maxLength: 64 } as const

export const PurposeOfPayment = {
  type: 'string',
  enum: [
    'GIFT',
    'SELF',
    'GOODS_OR_SERVICES',
    'EDUCATION',
    'HEALTH_OR_MEDICAL',
    'REAL_ESTATE_PURCHASE',
    'TAX_PAYMENT',
    'LOAN_PAYMENT',
    'UTILITY_BILL',
    'DONATION',
    'TRAVEL',
    'FAMILY_SUPPORT',
    'SALARY_PAYMENT',
    'OTHER',
  ],
} as const

const paymentRail = { type: 'string', minLength: 1, maxLength: 32 } as const

export const AccountQuoteSource = {
  type: 'object',
  required: ['sourceType', 'accountId'],
  properties: {
    sourceType: { type: 'string', const: 'ACCOUNT' },
    accountId: accountReference,
    customerId: accountReference,
  },
} as const

/** A deposit that funds this quote. */
export const RealtimeFundingQuoteSource = {
  type: 'object',
  required: ['sourceType', 'currency'],
  properties: {
    sourceType: { type: 'string', const: 'REALTIME_FUNDING' },
    currency: currencyCode,
    customerId: accountReference,
    cryptoNetwork: {
      type: 'string',
      enum: [
        'SPARK',
        'LIGHTNING',
        'BITCOIN',
        'ETHEREUM',
        'BASE',
        'POLYGON',
        'SOLANA',
        'TRON',
        'PLASMA',
      ],
    },
  },
} as const

export const AccountDestination = {
  type: 'object',
  required: ['destinationType', 'accountId'],
  properties: {
    destinationType: { type: 'string', const: 'ACCOUNT' },
    accountId: accountReference,
    paymentRail,
  },
} as const

export const UmaAddressDestination = {
  type: 'object',
  required: ['destinationType', 'umaAddress'],
  properties: {
    destinationType: { type: 'string', const: 'UMA_ADDRESS' },
    umaAddress: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      example: '$success.usd@sandbox.uma.money',
    },
    currency: currencyCode,
  },
} as const

/** Ignored where no strong authentication is asked of the customer. */
const scaFactor = {
  ...ScaFactor,
  description:
    'What the payer authorizes the payment with, where strong authentication is asked of the ' +
    'customer: `SMS_OTP` or `PASSKEY`.',
} as const

export const ExecuteQuoteRequest = { type: 'object', properties: { scaFactor } } as const

export const QuoteRequest = {
  type: 'object',
  required: ['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount'],
  properties: {
    lookupId: { type: 'string', minLength: 1, maxLength: 64 },
    source: {
      type: 'object',
      required: ['sourceType'],
      discriminator: { propertyName: 'sourceType' },
      oneOf: [AccountQuoteSource, RealtimeFundingQuoteSource],
    },
    destination: {
      type: 'object',
      required: ['destinationType'],
      discriminator: { propertyName: 'destinationType' },
      oneOf: [AccountDestination, UmaAddressDestination],
    },
    lockedCurrencySide: { type: 'string', enum: ['SENDING', 'RECEIVING'] },
    lockedCurrencyAmount: { ...positiveAmount, example: 5000000 },
    immediatelyExecute: { type: 'boolean' },
    description: { type: 'string', maxLength: 255 },
    remittanceInformation: { type: 'string', maxLength: 80 },
    purposeOfPayment: PurposeOfPayment,
    platformFeeOverride: {
      type: 'object',
      required: ['platformFixedFee', 'platformVariableFeeBps'],
      properties: {
        platformFixedFee: FixedFee,
        platformVariableFeeBps: { type: 'integer', minimum: 0, maximum: 10000 },
      },
    },
    scaFactor,
    senderCustomerInfo: { type: 'object', additionalProperties: true, maxProperties: 50 },
  },
} as const

const { immediatelyExecute, platformFeeOverride, ...agentQuoteProperties } = QuoteRequest.properties

/** A quote that starts no payment, out of an account that there is. */
export const AgentQuoteRequest = {
  ...QuoteRequest,
  properties: { ...agentQuoteProperties, source: AccountQuoteSource },
} as const

export const TransferInRequest = {
  type: 'object',
  required: ['source', 'destination', 'amount'],
  properties: {
    source: {
      type: 'object',
      required: ['accountId'],
      properties: { accountId: accountReference },
    },
    destination: {
      type: 'object',
      required: ['accountId'],
      properties: { accountId: accountReference },
    },
    amount: { ...positiveAmount, example: 10000 },
  },
} as const

export const TransferOutRequest = {
  type: 'object',
  required: ['source', 'destination', 'amount'],
  properties: {
    source: {
      type: 'object',
      required: ['accountId'],
      properties: { accountId: accountReference },
    },
    destination: {
      type: 'object',
      required: ['accountId'],
      properties: { accountId: accountReference, paymentRail },
    },
    amount: { ...positiveAmount, example: 10000 },
    remittanceInformation: { type: 'string', maxLength: 80 },
    purposeOfPayment: PurposeOfPayment,
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
      description:
        'EMBEDDED_WALLET: `payloadToSign` is to be stamped. Otherwise where the money is to be ' +
        "sent: an account's fields, or an address, and the reference to write on it.",
      properties: {
        accountType: { type: 'string' },
        payloadToSign: { type: 'string' },
        reference: { type: 'string' },
        paymentRails: { type: 'array', items: { type: 'string' } },
        address: { type: 'string' },
        assetType: { type: 'string' },
      },
      additionalProperties: true,
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
      required: ['sourceType'],
      properties: {
        sourceType: { type: 'string', enum: ['ACCOUNT', 'REALTIME_FUNDING'] },
        accountId: { type: 'string' },
        customerId: idSchema('Customer'),
        currency: { type: 'string' },
        cryptoNetwork: { type: 'string' },
      },
    },
    destination: {
      type: 'object',
      required: ['destinationType'],
      properties: {
        destinationType: { type: 'string', enum: ['ACCOUNT', 'UMA_ADDRESS'] },
        accountId: { type: 'string' },
        umaAddress: { type: 'string' },
        currency: { type: 'string' },
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
    scaChallenge: {
      ...ScaChallenge,
      description: 'What the payer has to answer while the quote is `PENDING_AUTHORIZATION`.',
    },
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

/** A list is filtered by the statuses of all types. */
export const AnyTransactionStatus = {
  type: 'string',
  enum: [...TransactionStatus.enum, 'AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'EXCEPTION'],
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

const transactionFacts = {
  id: idSchema('Transaction'),
  status: TransactionStatus,
  direction: { type: 'string', enum: ['CREDIT', 'DEBIT'] },
  source: { type: 'object', required: ['sourceType'] },
  destination: { type: 'object', required: ['destinationType'] },
  customerId: { type: 'string' },
  platformCustomerId: { type: 'string' },
  quoteId: idSchema('Quote'),
  agentId: { ...idSchema('Agent'), description: 'The agent that has made it.' },
  receivedAmount: CurrencyAmount,
  description: { type: 'string' },
  failureReason: { type: 'string' },
  refund: Refund,
  reconciliationInstructions: {
    type: 'object',
    properties: { reference: { type: 'string' } },
  },
  counterpartyInformation: { type: 'object', additionalProperties: true },
  receiptDeliveryConfirmedAt: dateTime,
  settledAt: dateTime,
  createdAt: dateTime,
  updatedAt: dateTime,
} as const

const transactionRequired = [
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
] as const

/** Of the receiver's side: it has no member that tells clients an outgoing one. */
export const IncomingTransaction = {
  type: 'object',
  required: [...transactionRequired, 'receivedAmount'],
  properties: {
    ...transactionFacts,
    type: { type: 'string', const: 'INCOMING' },
    fees: { ...amount, description: 'In the smallest unit of the currency that is received.' },
  },
} as const

export const OutgoingTransaction = {
  type: 'object',
  required: [...transactionRequired, 'sentAmount'],
  properties: {
    ...transactionFacts,
    type: { type: 'string', const: 'OUTGOING' },
    sentAmount: CurrencyAmount,
    fees: { ...amount, description: 'In the smallest unit of the currency that is sent.' },
    platformFees: amount,
    exchangeRate: { type: 'number', exclusiveMinimum: 0 },
    paymentRail: { type: 'string' },
    railSelectionMode: { type: 'string', enum: ['AUTO', 'MANUAL'] },
    paymentInstructions: { type: 'array', items: PaymentInstructions },
  },
} as const

export const Transaction = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [IncomingTransaction, OutgoingTransaction],
} as const

/** As lists have them. */
export const TransactionOneOf = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [IncomingTransaction, OutgoingTransaction, CardTransaction],
} as const
export const TransactionList = listOf(TransactionOneOf)

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

const count = { type: 'integer', minimum: 0 } as const

export const TransactionVolume = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'currency', 'intervals'],
        properties: {
          type: TransactionType,
          currency: Currency,
          intervals: {
            type: 'array',
            items: {
              type: 'object',
              required: ['at', 'completed', 'failed', 'amount'],
              properties: {
                at: { ...dateTime, description: 'When the interval begins.' },
                completed: { ...count, description: 'How many have completed.' },
                failed: { ...count, description: 'How many have failed or were rejected.' },
                amount: {
                  type: 'integer',
                  minimum: 0,
                  description: 'Of the completed ones, in the smallest unit. Exact, however large.',
                },
              },
            },
          },
        },
      },
    },
  },
} as const

/** Exchange rates, fee estimates and the banks that an account can name. */
import { AMOUNT_MAX } from '../money.ts'
import { amount, Currency, dateTime, positiveAmount } from './shared.ts'

export const ExchangeRateFees = {
  type: 'object',
  required: ['fixed', 'total'],
  properties: {
    fixed: { ...amount, description: 'Smallest unit of the source currency.', example: 10 },
    total: { ...amount, example: 35 },
  },
} as const

export const ExchangeRate = {
  type: 'object',
  required: [
    'sourceCurrency',
    'destinationCurrency',
    'minSendingAmount',
    'maxSendingAmount',
    'sendingAmount',
    'receivingAmount',
    'exchangeRate',
    'fees',
    'updatedAt',
  ],
  properties: {
    sourceCurrency: Currency,
    destinationCurrency: Currency,
    destinationPaymentRail: {
      type: 'string',
      description: 'Absent where the destination is a cryptocurrency.',
      example: 'SEPA',
    },
    minSendingAmount: { ...amount, example: 12 },
    maxSendingAmount: { ...amount, example: 100000000 },
    sendingAmount: { ...amount, example: 10000 },
    receivingAmount: { ...amount, example: 8555, description: '0 for less than the minimum.' },
    exchangeRate: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Sending units for one receiving unit, fees excluded.',
      example: 1.16648121,
    },
    fees: ExchangeRateFees,
    updatedAt: dateTime,
  },
} as const

export const ExchangeRateListResponse = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: ExchangeRate } },
} as const

export const Discovery = {
  type: 'object',
  required: ['bankName', 'displayName', 'country', 'currency'],
  properties: {
    bankName: {
      type: 'string',
      description: 'As an external account should name it.',
      example: 'Access Bank',
    },
    displayName: { type: 'string', example: 'Access Bank PLC' },
    country: { type: 'string', example: 'NG' },
    currency: { type: 'string', example: 'NGN' },
  },
} as const

export const DiscoveryListResponse = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: Discovery } },
} as const

export const EstimateCryptoWithdrawalFeeRequest = {
  type: 'object',
  required: ['internalAccountId', 'currency', 'cryptoNetwork', 'amount', 'destinationAddress'],
  properties: {
    internalAccountId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      example: 'InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    },
    currency: { type: 'string', format: 'currency', example: 'USDC' },
    cryptoNetwork: { type: 'string', minLength: 1, maxLength: 64, example: 'SOLANA' },
    amount: { ...positiveAmount, maximum: AMOUNT_MAX, example: 5000000 },
    destinationAddress: {
      type: 'string',
      pattern: '^\\S+$',
      maxLength: 2048,
      example: '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH',
    },
  },
} as const

export const EstimateCryptoWithdrawalFeeResponse = {
  type: 'object',
  required: ['networkFee', 'networkFeeAsset', 'applicationFee', 'totalFee', 'netAmount'],
  properties: {
    networkFee: {
      ...amount,
      description: 'Smallest unit of `networkFeeAsset`. The service pays it.',
      example: 0,
    },
    networkFeeAsset: { type: 'string', example: 'SOL' },
    applicationFee: { ...amount, description: 'Of the withdrawn currency.', example: 10000 },
    totalFee: { ...amount, example: 10000 },
    netAmount: { ...amount, description: 'What a quote made now would deliver.', example: 4990000 },
  },
} as const

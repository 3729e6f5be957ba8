/** Exchange rates, fee estimates and the banks that an account can name. */

import { AMOUNT_MAX } from '../money.ts'
import { described } from './described.ts'
import { amount, Currency, positiveAmount, updatedAt } from './shared.ts'

export const ExchangeRateFees = {
  type: 'object',
  required: ['fixed', 'total'],
  properties: {
    fixed: {
      ...amount,
      description:
        "Taken whatever the amount is, the platform's own fixed fee included, in the smallest unit of " +
        'the source currency.',
      example: 10,
    },
    total: {
      ...amount,
      example: 35,
      description:
        'The fixed fees and the variable ones of `sendingAmount`, in the smallest unit of the source ' +
        'currency.',
    },
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
    sourceCurrency: described(
      Currency,
      'What is sent: the unit of the sending amounts and of the fees.',
    ),
    destinationCurrency: described(Currency, 'What is received: the unit of `receivingAmount`.'),
    destinationPaymentRail: {
      type: 'string',
      description:
        'Rail that a bank account of this currency can be paid over: an entry for each. Absent where ' +
        'the destination is a cryptocurrency.',
      example: 'SEPA',
    },
    minSendingAmount: {
      ...amount,
      example: 12,
      description: 'The least that a quote can send: of it, one smallest unit is received.',
    },
    maxSendingAmount: {
      ...amount,
      example: 100000000,
      description: 'The most that one quote can send, in the smallest unit of the source currency.',
    },
    sendingAmount: {
      ...amount,
      example: 10000,
      description:
        'The amount that this entry was computed for, as it was asked for; fees come out of it.',
    },
    receivingAmount: {
      ...amount,
      example: 8555,
      description:
        'What would be received of `sendingAmount` after fees. 0 where it is less than the least that ' +
        'can be sent.',
    },
    exchangeRate: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Sending units for one receiving unit, fees excluded.',
      example: 1.16648121,
    },
    fees: described(
      ExchangeRateFees,
      "What is kept of `sendingAmount`. A platform's own fees are for conversions only.",
    ),
    updatedAt: {
      ...updatedAt,
      description:
        'When the rate, or its price, was last set. One that is older than its market allows is not shown: ' +
        'two hours for currencies of banks, a minute for cryptocurrencies.',
    },
  },
} as const

export const ExchangeRateListResponse = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description:
        'An entry for each pair of currencies and each rail; the two are the same but for the rail.',
      items: ExchangeRate,
    },
  },
} as const

export const Discovery = {
  type: 'object',
  required: ['bankName', 'displayName', 'country', 'currency'],
  properties: {
    bankName: {
      type: 'string',
      description:
        'Put it into `accountInfo.bankName` of an external account exactly as it is here.',
      example: 'Access Bank',
    },
    displayName: {
      type: 'string',
      example: 'Access Bank PLC',
      description: "The bank's name for people, to show in a choice.",
    },
    country: {
      type: 'string',
      example: 'NG',
      description: 'Where the bank is: two letters of ISO 3166-1.',
    },
    currency: {
      type: 'string',
      example: 'NGN',
      description: 'The currency of the accounts at this bank that can be paid.',
    },
  },
} as const

export const DiscoveryListResponse = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description:
        'Every bank that matches, by country and then name; without a filter, all of them.',
      items: Discovery,
    },
  },
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
      description: 'The account that would pay; its currency must be `currency`.',
    },
    currency: {
      type: 'string',
      format: 'currency',
      example: 'USDC',
      description: 'The coin that would be sent; it must be one that the network carries.',
    },
    cryptoNetwork: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 64,
      example: 'SOLANA',
      description:
        'The chain of the destination, as in the account types of wallets: `SOLANA` of ' +
        '`SOLANA_WALLET`.',
    },
    amount: {
      ...positiveAmount,
      maximum: AMOUNT_MAX,
      example: 5000000,
      description:
        'What would leave the account, the fee included, in the smallest unit of `currency`.',
    },
    destinationAddress: {
      type: 'string',
      pattern: '^\\S+$',
      maxLength: 2048,
      example: '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH',
      description: 'Checked to be an address of that network; nothing is sent to it.',
    },
  },
} as const

export const EstimateCryptoWithdrawalFeeResponse = {
  type: 'object',
  required: ['networkFee', 'networkFeeAsset', 'applicationFee', 'totalFee', 'netAmount'],
  properties: {
    networkFee: {
      ...amount,
      description:
        'What the chain would cost beside, in the smallest unit of `networkFeeAsset`. It is 0: the ' +
        'service pays it out of its own fee.',
      example: 0,
    },
    networkFeeAsset: {
      type: 'string',
      example: 'SOL',
      description: 'The coin in which the chain takes its fees, for example `SOL`.',
    },
    applicationFee: {
      ...amount,
      description: "The service's fee, in the smallest unit of the withdrawn currency.",
      example: 10000,
    },
    totalFee: {
      ...amount,
      example: 10000,
      description:
        'All that would be taken of `amount`, in the smallest unit of the withdrawn currency.',
    },
    netAmount: {
      ...amount,
      description: 'What a quote made now would deliver: `amount` without `totalFee`.',
      example: 4990000,
    },
  },
} as const

/** Mints and burns of stablecoins. */

import { idSchema } from '../ids.ts'
import { described } from './described.ts'
import { createdAt, dateTime, listOf, updatedAt } from './shared.ts'
import { StablecoinProvider, StablecoinProviderEnvironment } from './stablecoins.ts'

export const StablecoinOperationType = {
  type: 'string',
  enum: ['MINT', 'BURN'],
  description: 'MINT: dollars become coins in a wallet. BURN: coins become dollars at a bank.',
} as const
export const StablecoinOperationStatus = {
  type: 'string',
  enum: [
    'CREATED',
    'PENDING_FUNDING',
    'PENDING_PROVIDER',
    'PROCESSING',
    'COMPLETED',
    'FAILED',
    'EXPIRED',
  ],
  description:
    'CREATED: recorded. PENDING_FUNDING: waits for the wire, or for the coins. PENDING_PROVIDER: ' +
    'ordered. PROCESSING: money is moving. COMPLETED: done, unless the bank returns the money: ' +
    'then FAILED. EXPIRED: the money did not come in time.',
} as const

const digits = {
  type: 'string',
  pattern: '^[0-9]+$',
  description:
    'In the smallest unit of the stablecoin, as digits; it must come to whole cents: with 6 ' +
    'decimals, a multiple of 10,000.',
  example: '12500000',
} as const
const rail = {
  type: 'string',
  enum: ['WIRE', 'ACH_CREDIT', 'SAME_DAY_ACH_CREDIT', 'RTP_CREDIT'],
  description:
    'How the dollars go to the bank. WIRE: about two hours on a business day. ACH_CREDIT: days. ' +
    'SAME_DAY_ACH_CREDIT: the same business day. RTP_CREDIT: minutes.',
} as const
const anId = { type: 'string', minLength: 1, maxLength: 255 } as const
const note = {
  type: 'string',
  format: 'lines',
  maxLength: 1024,
  description: 'For the platform itself, shown with the operation.',
} as const

export const StablecoinMintRequest = {
  type: 'object',
  required: ['amount', 'fundingSource', 'destination'],
  properties: {
    amount: digits,
    fundingSource: {
      type: 'object',
      description: 'Where the dollars come from.',
      required: ['type'],
      properties: {
        type: {
          type: 'string',
          enum: [
            'WIRE',
            'ACH_DEBIT',
            'SAME_DAY_ACH_DEBIT',
            'SERVICE_INTERNAL_ACCOUNT',
            'PROVIDER_INTERNAL_BALANCE',
          ],
          reserved: ['SAME_DAY_ACH_DEBIT', 'SERVICE_INTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'],
          description:
            'WIRE: the platform sends them, by `fundingInstructions`. ACH_DEBIT: they are collected from ' +
            '`externalAccountId`.',
        },
        externalAccountId: {
          ...anId,
          description: 'The US bank account that is debited; required of ACH_DEBIT.',
        },
        accountId: {
          ...anId,
          description: 'Required of SERVICE_INTERNAL_ACCOUNT, which is not supported yet.',
        },
        sourceTokenIdentifier: {
          ...anId,
          description: 'Required of PROVIDER_INTERNAL_BALANCE, which is not supported yet.',
        },
        cryptoNetwork: {
          ...anId,
          description: 'Required of PROVIDER_INTERNAL_BALANCE, which is not supported yet.',
        },
      },
    },
    destination: {
      type: 'object',
      description: 'The wallet that gets the coins.',
      required: ['accountId'],
      properties: {
        accountId: {
          ...anId,
          description: 'An active external account of the type `SPARK_WALLET`.',
        },
      },
    },
    description: note,
  },
} as const

export const StablecoinBurnRequest = {
  type: 'object',
  required: ['amount', 'source', 'destination'],
  properties: {
    amount: digits,
    source: {
      type: 'object',
      description: 'Where the coins come from.',
      required: ['type'],
      properties: {
        type: {
          type: 'string',
          enum: ['EXTERNAL_ACCOUNT', 'SERVICE_INTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'],
          reserved: ['SERVICE_INTERNAL_ACCOUNT'],
          description:
            'EXTERNAL_ACCOUNT: any wallet sends them, by `fundingInstructions`. ' +
            "PROVIDER_INTERNAL_BALANCE: the provider's own balance.",
        },
        accountId: {
          ...anId,
          description: 'Required of SERVICE_INTERNAL_ACCOUNT, which is not supported yet.',
        },
      },
    },
    destination: {
      type: 'object',
      description: 'Where the dollars go, and how.',
      required: ['type', 'externalAccountId', 'rail'],
      properties: {
        type: {
          type: 'string',
          enum: ['EXTERNAL_ACCOUNT'],
          description: 'The dollars go to a bank account.',
        },
        externalAccountId: {
          ...anId,
          description:
            'An active US bank account. A WIRE needs the whole address of its beneficiary.',
        },
        rail,
      },
    },
    description: note,
  },
} as const

export const StablecoinFundingInstructions = {
  type: 'object',
  additionalProperties: true,
  properties: {
    rail: { type: 'string', description: 'How to pay: `WIRE` of a mint, `SPARK` of a burn.' },
    network: { type: 'string', description: 'The chain to send the coins over; of a burn.' },
    address: {
      type: 'string',
      description: 'Where to send the coins: exactly the amount, from any wallet. Of a burn.',
    },
    valueType: {
      type: 'string',
      description: "The provider's ticker of the coin to send; of a burn.",
    },
    beneficiaryName: {
      type: 'string',
      description: 'Name of the holder of that account, for the wire.',
    },
    beneficiaryAddress: { type: 'string', description: 'Address of the beneficiary of the wire.' },
    bankName: { type: 'string', description: 'Bank of the beneficiary.' },
    bankAddress: { type: 'string', description: 'Address of the bank, for the wire.' },
    accountNumber: { type: 'string', description: 'Number of the account to wire the dollars to.' },
    routingNumber: { type: 'string', description: 'ABA number of that bank.' },
    memo: {
      type: 'string',
      description:
        'What to write on the wire: it says which operation the money is for. Absent where nothing ' +
        'is needed.',
    },
  },
} as const

export const StablecoinEstimatedDelivery = {
  type: 'object',
  additionalProperties: true,
  properties: {
    rail: { type: 'string', description: 'How the dollars go to the bank, as it was asked for.' },
    amount: {
      type: 'string',
      pattern: '^[0-9]+$',
      description: 'What reaches the bank, in cents, as digits.',
    },
    currency: { type: 'string', description: 'That of `amount`: USD.' },
    timing: { type: 'string', description: 'About how long it takes, in English, for people.' },
  },
} as const

export const StablecoinOperationSource = {
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      type: 'string',
      enum: ['WIRE', 'ACH_DEBIT', 'EXTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'],
      description: 'As it was asked for: where the dollars or coins come from.',
    },
    externalAccountId: idSchema(
      'ExternalAccount',
      'The bank account that is debited; of debits only.',
    ),
    accountId: {
      type: 'string',
      description: 'Reserved for sources that are not supported yet; absent.',
    },
    sourceTokenIdentifier: {
      type: 'string',
      description: 'Reserved for sources that are not supported yet; absent.',
    },
    cryptoNetwork: {
      type: 'string',
      description: 'Reserved for sources that are not supported yet; absent.',
    },
  },
} as const

export const StablecoinOperationDestination = {
  type: 'object',
  required: ['accountId'],
  properties: {
    accountId: idSchema(
      'ExternalAccount',
      'The wallet that gets the coins of a mint, or the bank account that gets the dollars of a ' +
        'burn.',
    ),
    rail,
  },
} as const

export const StablecoinOperation = {
  type: 'object',
  required: [
    'id',
    'stablecoinId',
    'operationType',
    'status',
    'amount',
    'provider',
    'providerEnvironment',
    'stablecoinProviderAccountId',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema(
      'StablecoinOperation',
      'Names the mint or burn, to read how far it is: there are no webhooks of it.',
    ),
    stablecoinId: idSchema('Stablecoin', 'The coin that is made or destroyed.'),
    operationType: StablecoinOperationType,
    status: StablecoinOperationStatus,
    amount: digits,
    provider: StablecoinProvider,
    providerEnvironment: StablecoinProviderEnvironment,
    stablecoinProviderAccountId: idSchema(
      'StablecoinProviderAccount',
      'The link whose account does it.',
    ),
    source: described(StablecoinOperationSource, 'Where the dollars or coins come from.'),
    fundingInstructions: described(
      StablecoinFundingInstructions,
      'Where to send the dollars of a wire, or the coins of a burn. Absent until they are known, ' +
        'and where nothing is sent.',
    ),
    destination: described(StablecoinOperationDestination, 'Where the coins or dollars go.'),
    estimatedDelivery: described(
      StablecoinEstimatedDelivery,
      'What a burn will bring to the bank, and when. Absent for mints.',
    ),
    expiresAt: {
      ...dateTime,
      description:
        'Until when the money must have come; afterwards the operation is EXPIRED. Absent where ' +
        'nothing is sent.',
    },
    providerStatus: {
      type: 'string',
      description: "The provider's own word for where it stands, for talks with it.",
    },
    failureReason: {
      type: 'string',
      description: "Why it has FAILED: the provider's or the bank's code. Absent otherwise.",
    },
    description: { type: 'string', description: 'The note of the request; absent without one.' },
    createdAt,
    updatedAt,
  },
} as const

export const StablecoinOperationListResponse = listOf(StablecoinOperation)

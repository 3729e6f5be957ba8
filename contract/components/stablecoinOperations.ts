/** Mints and burns of stablecoins. */
import { idSchema } from '../ids.ts'
import { dateTime, listOf } from './shared.ts'
import { StablecoinProvider, StablecoinProviderEnvironment } from './stablecoins.ts'

export const StablecoinOperationType = { type: 'string', enum: ['MINT', 'BURN'] } as const
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
  description: '`COMPLETED` becomes `FAILED` where the bank has returned the money.',
} as const

const digits = {
  type: 'string',
  pattern: '^[0-9]+$',
  description: 'In the smallest unit of the stablecoin; whole cents.',
  example: '12500000',
} as const
const rail = {
  type: 'string',
  enum: ['WIRE', 'ACH_CREDIT', 'SAME_DAY_ACH_CREDIT', 'RTP_CREDIT'],
} as const
const anId = { type: 'string', minLength: 1, maxLength: 255 } as const
const note = { type: 'string', maxLength: 1024 } as const

export const StablecoinMintRequest = {
  type: 'object',
  required: ['amount', 'fundingSource', 'destination'],
  properties: {
    amount: digits,
    fundingSource: {
      type: 'object',
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
        },
        externalAccountId: { ...anId, description: 'The bank account that is debited.' },
        accountId: anId,
        sourceTokenIdentifier: anId,
        cryptoNetwork: anId,
      },
    },
    destination: {
      type: 'object',
      required: ['accountId'],
      properties: { accountId: { ...anId, description: 'An active Spark wallet.' } },
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
      required: ['type'],
      properties: {
        type: {
          type: 'string',
          enum: ['EXTERNAL_ACCOUNT', 'SERVICE_INTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'],
        },
        accountId: anId,
      },
    },
    destination: {
      type: 'object',
      required: ['type', 'externalAccountId', 'rail'],
      properties: {
        type: { type: 'string', enum: ['EXTERNAL_ACCOUNT'] },
        externalAccountId: { ...anId, description: 'A bank account in US dollars.' },
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
    rail: { type: 'string' },
    network: { type: 'string' },
    address: { type: 'string' },
    valueType: { type: 'string' },
    beneficiaryName: { type: 'string' },
    beneficiaryAddress: { type: 'string' },
    bankName: { type: 'string' },
    bankAddress: { type: 'string' },
    accountNumber: { type: 'string' },
    routingNumber: { type: 'string' },
    memo: { type: 'string' },
  },
} as const

export const StablecoinEstimatedDelivery = {
  type: 'object',
  additionalProperties: true,
  properties: {
    rail: { type: 'string' },
    amount: { type: 'string', pattern: '^[0-9]+$', description: 'Cents.' },
    currency: { type: 'string' },
    timing: { type: 'string' },
  },
} as const

export const StablecoinOperationSource = {
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      type: 'string',
      enum: [
        'WIRE',
        'ACH_DEBIT',
        'SAME_DAY_ACH_DEBIT',
        'EXTERNAL_ACCOUNT',
        'SERVICE_INTERNAL_ACCOUNT',
        'PROVIDER_INTERNAL_BALANCE',
      ],
    },
    externalAccountId: idSchema('ExternalAccount'),
    accountId: { type: 'string' },
    sourceTokenIdentifier: { type: 'string' },
    cryptoNetwork: { type: 'string' },
  },
} as const

export const StablecoinOperationDestination = {
  type: 'object',
  required: ['accountId'],
  properties: { accountId: idSchema('ExternalAccount'), rail },
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
    id: idSchema('StablecoinOperation'),
    stablecoinId: idSchema('Stablecoin'),
    operationType: StablecoinOperationType,
    status: StablecoinOperationStatus,
    amount: digits,
    provider: StablecoinProvider,
    providerEnvironment: StablecoinProviderEnvironment,
    stablecoinProviderAccountId: idSchema('StablecoinProviderAccount'),
    source: StablecoinOperationSource,
    fundingInstructions: StablecoinFundingInstructions,
    destination: StablecoinOperationDestination,
    estimatedDelivery: StablecoinEstimatedDelivery,
    expiresAt: dateTime,
    providerStatus: { type: 'string', description: "The provider's own word." },
    failureReason: { type: 'string' },
    description: { type: 'string' },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const

export const StablecoinOperationListResponse = listOf(StablecoinOperation)

/** A platform's own stablecoins, and its accounts at the provider that issues them. */
import { idSchema } from '../ids.ts'
import { dateTime, listOf } from './shared.ts'

export const StablecoinProvider = { type: 'string', enum: ['BRALE'] } as const
export const StablecoinProviderEnvironment = {
  type: 'string',
  enum: ['SANDBOX', 'PRODUCTION'],
} as const
export const StablecoinProviderAccountStatus = {
  type: 'string',
  enum: ['ACTIVE', 'INVALID', 'REVOKED'],
  description:
    '`INVALID`: the provider refuses the login; link the account again with another one.',
} as const

/** What names something at the provider: printable ASCII, which fits a path and a header. */
export const providerName = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
} as const

export const StablecoinProviderAccount = {
  type: 'object',
  required: [
    'id',
    'provider',
    'providerAccountId',
    'providerEnvironment',
    'status',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema('StablecoinProviderAccount'),
    provider: StablecoinProvider,
    providerAccountId: { type: 'string' },
    providerEnvironment: StablecoinProviderEnvironment,
    status: StablecoinProviderAccountStatus,
    lastVerifiedAt: dateTime,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const

export const StablecoinProviderAccountLinkRequest = {
  type: 'object',
  required: ['provider', 'apiClientId', 'apiClientSecret'],
  properties: {
    provider: StablecoinProvider,
    apiClientId: { ...providerName, example: 'client-4711' },
    apiClientSecret: {
      ...providerName,
      maxLength: 1024,
      writeOnly: true,
      description: 'Kept encrypted, and never shown.',
      example: 'a-secret-of-the-provider',
    },
    providerAccountId: {
      ...providerName,
      description: 'Required where the login has several accounts.',
      example: '2VYDvZ1Y3XJ6wY4tq0cV8mQm3dN',
    },
  },
} as const

export const StablecoinProviderAccountListResponse = listOf(StablecoinProviderAccount)

export const StablecoinNetwork = { type: 'string', enum: ['SPARK'] } as const
export const StablecoinIssuanceStatus = {
  type: 'string',
  enum: ['PENDING_REVIEW', 'PROVISIONING', 'PROVISIONED', 'REJECTED', 'FAILED'],
} as const
export const StablecoinServiceOperationsStatus = {
  type: 'string',
  enum: ['NOT_ENABLED', 'PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED'],
} as const

export const Stablecoin = {
  type: 'object',
  required: [
    'id',
    'name',
    'symbol',
    'baseCurrency',
    'network',
    'decimals',
    'issuanceStatus',
    'serviceOperationsStatus',
    'networkTokenIdentifier',
    'provider',
    'stablecoinProviderAccountId',
    'providerEnvironment',
    'providerTokenIdentifier',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema('Stablecoin'),
    name: { type: 'string' },
    symbol: { type: 'string', example: 'ACME' },
    baseCurrency: { type: 'string', example: 'USD' },
    network: StablecoinNetwork,
    decimals: { type: 'integer', minimum: 2, maximum: 18, example: 6 },
    issuanceStatus: StablecoinIssuanceStatus,
    serviceOperationsStatus: StablecoinServiceOperationsStatus,
    networkTokenIdentifier: { type: 'string', example: 'btkn1acme' },
    currency: { type: 'string', description: 'Its code in quotes, while it is `ENABLED`.' },
    provider: StablecoinProvider,
    stablecoinProviderAccountId: idSchema('StablecoinProviderAccount'),
    providerEnvironment: StablecoinProviderEnvironment,
    providerTokenIdentifier: { type: 'string', example: 'ACME' },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const

export const StablecoinRegisterRequest = {
  type: 'object',
  required: ['providerTokenIdentifier', 'networkTokenIdentifier', 'network'],
  properties: {
    providerTokenIdentifier: {
      type: 'string',
      pattern: '^[A-Za-z][A-Za-z0-9]{1,19}$',
      description: "The provider's ticker.",
      example: 'ACME',
    },
    networkTokenIdentifier: { ...providerName, example: 'btkn1acme' },
    network: StablecoinNetwork,
    stablecoinProviderAccountId: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Required where several links are `ACTIVE`.',
      example: 'StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    },
  },
} as const

export const StablecoinListResponse = listOf(Stablecoin)

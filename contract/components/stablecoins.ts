/** A platform's own stablecoins, and its accounts at the provider that issues them. */
import { idSchema } from '../ids.ts'
import { createdAt, dateTime, listOf, updatedAt } from './shared.ts'

export const StablecoinProvider = {
  type: 'string',
  enum: ['BRALE'],
  description: 'The company that issues the coins and keeps the dollars behind them.',
} as const
export const StablecoinProviderEnvironment = {
  type: 'string',
  enum: ['SANDBOX', 'PRODUCTION'],
  description:
    "The provider's environment, the same as the platform's: no money moves between the two.",
} as const
export const StablecoinProviderAccountStatus = {
  type: 'string',
  enum: ['ACTIVE', 'INVALID', 'REVOKED'],
  description:
    '`INVALID`: the provider refuses the login; link the account again with another one.',
} as const

/** A name, id or secret at the provider: printable ASCII, so that it can be sent in a path or a header. */
export const providerText = {
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
    id: idSchema('StablecoinProviderAccount', 'The id of the link; a coin is registered with it.'),
    provider: StablecoinProvider,
    providerAccountId: {
      type: 'string',
      description: "The provider's id of the account that the login was linked with.",
    },
    providerEnvironment: StablecoinProviderEnvironment,
    status: StablecoinProviderAccountStatus,
    lastVerifiedAt: { ...dateTime, description: 'When the provider last accepted the login.' },
    createdAt,
    updatedAt,
  },
} as const

export const StablecoinProviderAccountLinkRequest = {
  type: 'object',
  required: ['provider', 'apiClientId', 'apiClientSecret'],
  properties: {
    provider: StablecoinProvider,
    apiClientId: {
      ...providerText,
      example: 'client-4711',
      description:
        "Client id of the platform's application at the provider, with which the service logs in there. " +
        'The login is tried before the answer.',
    },
    apiClientSecret: {
      ...providerText,
      maxLength: 1024,
      writeOnly: true,
      description: 'Kept encrypted, and never shown.',
      example: 'a-secret-of-the-provider',
    },
    providerAccountId: {
      ...providerText,
      description: "The provider's id of one account. Required where the login has several.",
      example: '2VYDvZ1Y3XJ6wY4tq0cV8mQm3dN',
    },
  },
} as const

export const StablecoinProviderAccountListResponse = listOf(StablecoinProviderAccount)

export const StablecoinNetwork = {
  type: 'string',
  enum: ['SPARK'],
  description: 'The chain on which the coin is issued.',
} as const
export const StablecoinIssuanceStatus = {
  type: 'string',
  enum: ['PENDING_REVIEW', 'PROVISIONING', 'PROVISIONED', 'REJECTED', 'FAILED'],
  description:
    'PENDING_REVIEW: a person looks at it. PROVISIONING: being set up. PROVISIONED: mints and ' +
    'burns are possible. REJECTED and FAILED: they are not.',
} as const
export const StablecoinServiceOperationsStatus = {
  type: 'string',
  enum: ['NOT_ENABLED', 'PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED'],
  description:
    'Whether quotes take the coin as a currency. NOT_ENABLED: not asked for. PENDING_APPROVAL: ' +
    'asked for. ENABLING: being enabled. ENABLED: they do. DISABLED: not any more.',
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
    id: idSchema('Stablecoin', 'Names the coin, to mint or burn it.'),
    name: { type: 'string', description: "The coin's name for people, as the provider has it." },
    symbol: {
      type: 'string',
      example: 'ACME',
      description: 'Its short name, as the provider has it; never the code of a currency.',
    },
    baseCurrency: {
      type: 'string',
      example: 'USD',
      description: 'The currency of which one coin is worth one unit.',
    },
    network: StablecoinNetwork,
    decimals: {
      type: 'integer',
      minimum: 2,
      maximum: 18,
      example: 6,
      description:
        'Decimals of the coin: amounts of mints and burns are integers in its smallest unit.',
    },
    issuanceStatus: StablecoinIssuanceStatus,
    serviceOperationsStatus: StablecoinServiceOperationsStatus,
    networkTokenIdentifier: {
      type: 'string',
      example: 'btkn1acme',
      description: "The coin's id on its chain.",
    },
    currency: {
      type: 'string',
      description: 'Its code in quotes and accounts. Absent unless it is ENABLED.',
    },
    provider: StablecoinProvider,
    stablecoinProviderAccountId: idSchema(
      'StablecoinProviderAccount',
      'The link whose account issues the coin.',
    ),
    providerEnvironment: StablecoinProviderEnvironment,
    providerTokenIdentifier: {
      type: 'string',
      example: 'ACME',
      description: "The provider's ticker of the coin.",
    },
    createdAt,
    updatedAt,
  },
} as const

export const StablecoinRegisterRequest = {
  type: 'object',
  required: ['providerTokenIdentifier', 'networkTokenIdentifier', 'network'],
  properties: {
    providerTokenIdentifier: {
      type: 'string',
      pattern: '^[A-Za-z][A-Za-z0-9]{1,19}$',
      description:
        "The provider's ticker of the coin. In the sandbox its last letters decide how the registration ends.",
      example: 'ACME',
    },
    networkTokenIdentifier: {
      ...providerText,
      example: 'btkn1acme',
      description: "The coin's id on its chain, for example `btkn1...` on Spark.",
    },
    network: StablecoinNetwork,
    stablecoinProviderAccountId: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'The link whose account issues the coin. Required where several links are ACTIVE.',
      example: 'StablecoinProviderAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    },
  },
} as const

export const StablecoinListResponse = listOf(Stablecoin)

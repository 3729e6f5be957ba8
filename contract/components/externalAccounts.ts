/** External accounts and the proof that a wallet is one's own. */
import { idSchema } from '../ids.ts'
import { ExternalAccountCreateInfoOneOf, ExternalAccountInfoOneOf } from './accountInfo.ts'
import { dateTime, listOf } from './shared.ts'

export {
  BusinessBeneficiary,
  ExternalAccountCreateInfoOneOf,
  ExternalAccountInfoOneOf,
  IndividualBeneficiary,
} from './accountInfo.ts'

export const OwnershipType = {
  type: 'string',
  enum: ['FIRST_PARTY', 'THIRD_PARTY'],
  description: 'Required for self-custody wallets where the platform has counterparty duties.',
} as const

const created = {
  currency: {
    type: 'string',
    format: 'accountCurrency',
    description: 'Of a Spark wallet also an enabled stablecoin of yours.',
    example: 'USD',
  },
  platformAccountId: { type: 'string', minLength: 1, maxLength: 255, example: 'account-4711' },
  ownershipType: OwnershipType,
  accountInfo: ExternalAccountCreateInfoOneOf,
} as const

export const ExternalAccountCreateRequest = {
  type: 'object',
  required: ['currency', 'accountInfo'],
  properties: {
    customerId: {
      type: 'string',
      maxLength: 64,
      description: 'Without one the account is the platform’s own.',
      example: 'Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    },
    ...created,
    defaultUmaDepositAccount: { type: 'boolean', default: false },
  },
} as const

export const AgentExternalAccountCreateRequest = {
  ...ExternalAccountCreateRequest,
  properties: {
    ...ExternalAccountCreateRequest.properties,
    customerId: {
      type: 'string',
      maxLength: 64,
      description: 'The agent’s customer, the default.',
    },
  },
} as const

export const PlatformExternalAccountCreateRequest = {
  type: 'object',
  required: ['currency', 'accountInfo'],
  properties: created,
} as const

export const ExternalAccountStatus = {
  type: 'string',
  enum: [
    'PENDING',
    'ACTIVE',
    'PENDING_OWNERSHIP_VERIFICATION',
    'UNVERIFIED',
    'UNDER_REVIEW',
    'INACTIVE',
  ],
} as const

export const BeneficiaryVerificationStatus = {
  type: 'string',
  enum: [
    'MATCHED',
    'PARTIAL_MATCH',
    'NOT_MATCHED',
    'UNSUPPORTED',
    'CHECKED_BY_RECEIVING_FI',
    'PENDING',
  ],
} as const

export const ExternalAccount = {
  type: 'object',
  required: ['id', 'status', 'currency', 'accountInfo'],
  properties: {
    id: idSchema('ExternalAccount'),
    customerId: { type: ['string', 'null'] },
    status: ExternalAccountStatus,
    platformAccountId: { type: 'string' },
    ownershipType: OwnershipType,
    currency: { type: 'string' },
    defaultUmaDepositAccount: { type: 'boolean' },
    beneficiaryVerificationStatus: BeneficiaryVerificationStatus,
    beneficiaryVerifiedData: {
      type: 'object',
      properties: { fullName: { type: 'string' } },
    },
    accountInfo: ExternalAccountInfoOneOf,
  },
} as const
export const ExternalAccountList = listOf(ExternalAccount)

export const OwnershipChallengeRequest = {
  type: 'object',
  required: ['method'],
  properties: { method: { type: 'string', enum: ['WALLET_SIGNATURE', 'LIVENESS'] } },
} as const

export const WalletSignatureChallenge = {
  type: 'object',
  required: ['method', 'messageToSign', 'expiresAt'],
  properties: {
    method: { type: 'string', const: 'WALLET_SIGNATURE' },
    messageToSign: { type: 'string', description: 'Sign it byte for byte with the wallet’s key.' },
    expiresAt: dateTime,
  },
} as const

export const LivenessChallenge = {
  type: 'object',
  required: ['method', 'verificationLink', 'expiresAt'],
  properties: {
    method: { type: 'string', const: 'LIVENESS' },
    verificationLink: { type: 'string', format: 'uri' },
    expiresAt: dateTime,
  },
} as const

export const OwnershipChallenge = {
  type: 'object',
  required: ['method'],
  discriminator: { propertyName: 'method' },
  oneOf: [WalletSignatureChallenge, LivenessChallenge],
} as const

export const OwnershipVerifyRequest = {
  type: 'object',
  required: ['signature'],
  properties: {
    signature: {
      type: 'string',
      minLength: 1,
      maxLength: 512,
      description:
        'EVM networks and Tron: hex of the 65 bytes. Solana: base58. Spark: base64 of a Bitcoin ' +
        'message signature by the wallet’s identity key.',
    },
    signatureScheme: {
      type: 'string',
      enum: ['bip137', 'electrum'],
      default: 'bip137',
      description: 'Of a Bitcoin message signature; others ignore it.',
    },
  },
} as const

/** External accounts and the proof that a wallet is one's own. */

import { idSchema } from '../ids.ts'
import { ExternalAccountCreateInfoOneOf, ExternalAccountInfoOneOf } from './accountInfo.ts'
import { described } from './described.ts'
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
  description:
    "FIRST_PARTY: the customer's own, which must be proven where the platform has counterparty " +
    "duties. THIRD_PARTY: another owner's. Required of self-custody wallets under such duties.",
} as const

const created = {
  currency: {
    type: 'string',
    format: 'accountCurrency',
    description:
      'What the account is paid in: one of those that its type takes. Of a Spark wallet also an ' +
      "enabled stablecoin of the platform's.",
    example: 'USD',
  },
  platformAccountId: {
    type: 'string',
    format: 'text',
    minLength: 1,
    maxLength: 255,
    example: 'account-4711',
    description: 'What the platform calls the account; it need not be unique.',
  },
  ownershipType: OwnershipType,
  accountInfo: described(
    ExternalAccountCreateInfoOneOf,
    'How the account is reached: the fields depend on `accountType`. They cannot be changed ' +
      'later.',
  ),
} as const

export const ExternalAccountCreateRequest = {
  type: 'object',
  required: ['currency', 'accountInfo'],
  properties: {
    customerId: {
      type: 'string',
      maxLength: 64,
      description: "Whose payee it is. Without one the account is the platform's own.",
      example: 'Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    },
    ...created,
    defaultUmaDepositAccount: {
      type: 'boolean',
      default: false,
      description:
        "Whether money for the customer's UMA address is paid on to this account. A new default takes " +
        'the place of the one before.',
    },
  },
} as const

export const AgentExternalAccountCreateRequest = {
  ...ExternalAccountCreateRequest,
  properties: {
    ...ExternalAccountCreateRequest.properties,
    customerId: {
      type: 'string',
      maxLength: 64,
      description: "The agent's customer, the default; no other is taken.",
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
  description:
    'ACTIVE: can be paid. PENDING_OWNERSHIP_VERIFICATION: the owner must prove the wallet; it is paid ' +
    'up to 1,000 US dollars a day. UNVERIFIED: a proof has failed; begin another. Nothing is paid until one succeeds. ' +
    'PENDING and UNDER_REVIEW: being checked. INACTIVE: cannot be paid; by the service it may be frozen for some time.',
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
  description:
    'Whether the bank knows the beneficiary by that name. MATCHED: yes. PARTIAL_MATCH: by a ' +
    'similar one. NOT_MATCHED: by another. UNSUPPORTED: not checked. CHECKED_BY_RECEIVING_FI: at ' +
    'the payment. PENDING: not known yet. It stops no payment.',
} as const

export const ExternalAccount = {
  type: 'object',
  required: ['id', 'status', 'currency', 'accountInfo'],
  properties: {
    id: idSchema(
      'ExternalAccount',
      'Names the account as destination or source of quotes and transfers.',
    ),
    customerId: {
      type: ['string', 'null'],
      description: 'Whose payee it is; null for accounts of the platform itself.',
    },
    status: ExternalAccountStatus,
    platformAccountId: {
      type: 'string',
      description: 'What the platform calls the account, as it was sent. Absent where it was not.',
    },
    ownershipType: OwnershipType,
    currency: {
      type: 'string',
      description: 'What the account is paid in, and a quote to it delivers.',
    },
    defaultUmaDepositAccount: {
      type: 'boolean',
      description:
        "Whether money for the customer's UMA address is paid on to this account; true of one at " +
        'most.',
    },
    beneficiaryVerificationStatus: BeneficiaryVerificationStatus,
    beneficiaryVerifiedData: {
      type: 'object',
      description: 'What the bank knows of the beneficiary, where the name matches in part only.',
      properties: {
        fullName: {
          type: 'string',
          description: 'The name that the bank has, to show to the customer before it pays.',
        },
      },
    },
    accountInfo: described(
      ExternalAccountInfoOneOf,
      "The account's fields as they were sent, with the rails that they allow.",
    ),
  },
} as const
export const ExternalAccountList = listOf(ExternalAccount)

export const OwnershipChallengeRequest = {
  type: 'object',
  required: ['method'],
  properties: {
    method: {
      type: 'string',
      enum: ['WALLET_SIGNATURE', 'LIVENESS'],
      description:
        'WALLET_SIGNATURE: the wallet signs a message. LIVENESS: the owner is recognized on the ' +
        "verification vendor's page.",
    },
  },
} as const

export const WalletSignatureChallenge = {
  type: 'object',
  required: ['method', 'messageToSign', 'expiresAt'],
  properties: {
    method: {
      type: 'string',
      const: 'WALLET_SIGNATURE',
      description: 'The wallet signs `messageToSign`; send the signature to the `verify` call.',
    },
    messageToSign: { type: 'string', description: 'Sign it byte for byte with the wallet’s key.' },
    expiresAt: {
      ...dateTime,
      description: 'Until when the signature is taken. A new challenge ends this one.',
    },
  },
} as const

export const LivenessChallenge = {
  type: 'object',
  required: ['method', 'verificationLink', 'expiresAt'],
  properties: {
    method: {
      type: 'string',
      const: 'LIVENESS',
      description:
        "The owner opens `verificationLink`; no call follows, the account's status changes by itself.",
    },
    verificationLink: {
      type: 'string',
      format: 'uri',
      description: 'The page where the owner is recognized. It is for the owner alone.',
    },
    expiresAt: {
      ...dateTime,
      description: 'Until when the page opens. A new challenge ends this one.',
    },
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
      description: 'How a Bitcoin message signature was made, of Spark wallets; others ignore it.',
    },
  },
} as const

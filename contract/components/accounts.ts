/** Internal accounts (specification 2.7) and external accounts (2.2 to 2.5). */
import { variants } from '../externalAccounts.ts'
import { idSchema } from '../ids.ts'
import { Address, CurrencyAmount, country, currencyCode, dateTime, listOf } from './shared.ts'

export const InternalAccountType = {
  type: 'string',
  enum: ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'],
} as const

export const InternalAccount = {
  type: 'object',
  required: ['id', 'type', 'status', 'balance', 'totalBalance', 'fundingPaymentInstructions'],
  properties: {
    id: idSchema('InternalAccount'),
    customerId: idSchema('Customer'),
    type: InternalAccountType,
    status: { type: 'string', enum: ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED'] },
    balance: CurrencyAmount,
    totalBalance: CurrencyAmount,
    fundingPaymentInstructions: { type: 'array', items: { type: 'object' } },
    privateEnabled: { type: 'boolean' },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const
export const InternalAccountList = listOf(InternalAccount)

const contact = {
  email: { type: 'string', format: 'email', maxLength: 255 },
  phoneNumber: { type: 'string', pattern: '^\\+[0-9]{6,14}$' },
  countryOfResidence: country,
  address: Address,
} as const

function individualBeneficiary(required: readonly string[]) {
  return {
    type: 'object',
    required: ['beneficiaryType', 'fullName', ...required],
    properties: {
      beneficiaryType: { type: 'string', const: 'INDIVIDUAL' },
      fullName: { type: 'string', minLength: 1, maxLength: 255, example: 'Ada Lovelace' },
      birthDate: { type: 'string', format: 'date' },
      nationality: country,
      ...contact,
    },
  } as const
}

const BusinessBeneficiary = {
  type: 'object',
  required: ['beneficiaryType', 'legalName'],
  properties: {
    beneficiaryType: { type: 'string', const: 'BUSINESS' },
    legalName: { type: 'string', minLength: 1, maxLength: 255 },
    registrationNumber: { type: 'string', minLength: 1, maxLength: 64 },
    taxId: { type: 'string', minLength: 1, maxLength: 64 },
    ...contact,
  },
} as const

const accountInfoVariants = variants.map((variant) => ({
  type: 'object',
  required: [
    'accountType',
    ...variant.required,
    ...(variant.beneficiary === 'REQUIRED' ? ['beneficiary'] : []),
  ],
  properties: {
    accountType: { type: 'string', const: variant.accountType },
    ...variant.properties,
    beneficiary: {
      type: 'object',
      required: ['beneficiaryType'],
      discriminator: { propertyName: 'beneficiaryType' },
      oneOf: [individualBeneficiary(variant.individualRequired), BusinessBeneficiary],
    },
  },
}))

const accountInfoUnion: object = {
  discriminator: { propertyName: 'accountType' },
  oneOf: accountInfoVariants,
}

export const ExternalAccountCreateRequest = {
  type: 'object',
  required: ['currency', 'accountInfo'],
  properties: {
    customerId: { type: 'string', maxLength: 64 },
    currency: currencyCode,
    platformAccountId: { type: 'string', minLength: 1, maxLength: 255 },
    ownershipType: { type: 'string', enum: ['FIRST_PARTY', 'THIRD_PARTY'] },
    defaultUmaDepositAccount: { type: 'boolean', default: false },
    accountInfo: {
      type: 'object',
      required: ['accountType'],
      properties: { accountType: { type: 'string' } },
      additionalProperties: true,
      // Made from the table, so the types above know the discriminator only.
      ...accountInfoUnion,
    },
  },
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

export const ExternalAccount = {
  type: 'object',
  required: ['id', 'status', 'currency', 'accountInfo'],
  properties: {
    id: idSchema('ExternalAccount'),
    customerId: { type: ['string', 'null'] },
    status: ExternalAccountStatus,
    platformAccountId: { type: 'string' },
    ownershipType: { type: 'string', enum: ['FIRST_PARTY', 'THIRD_PARTY'] },
    currency: { type: 'string' },
    defaultUmaDepositAccount: { type: 'boolean' },
    beneficiaryVerificationStatus: {
      type: 'string',
      enum: [
        'MATCHED',
        'PARTIAL_MATCH',
        'NOT_MATCHED',
        'UNSUPPORTED',
        'CHECKED_BY_RECEIVING_FI',
        'PENDING',
      ],
    },
    beneficiaryVerifiedData: {
      type: 'object',
      properties: { fullName: { type: 'string' } },
    },
    accountInfo: {
      type: 'object',
      required: ['accountType'],
      properties: {
        accountType: { type: 'string' },
        paymentRails: { type: 'array', items: { type: 'string' } },
      },
      additionalProperties: true,
    },
  },
} as const

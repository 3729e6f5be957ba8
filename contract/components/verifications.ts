/** Verifications of customers, beneficial owners, and links to the hosted page. */
import { idSchema } from '../ids.ts'
import { individualFields, verificationStatus } from './customerFields.ts'
import { Address, country, dateTime, listOf } from './shared.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const

export const VerificationStatus = {
  type: 'string',
  enum: [
    'RESOLVE_ERRORS',
    'PENDING_MANUAL_REVIEW',
    'IN_PROGRESS',
    'APPROVED',
    'REJECTED',
    'READY_FOR_VERIFICATION',
  ],
} as const

export const VerificationErrorType = {
  type: 'string',
  enum: [
    'MISSING_FIELD',
    'INVALID_FIELD',
    'MISSING_LEGAL_PRESENCE_DOCUMENT',
    'MISSING_CONTROL_STRUCTURE_DOCUMENT',
    'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
    'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    'MISSING_IDENTITY_DOCUMENT',
    'INVALID_DOCUMENT',
    'EXPIRED_DOCUMENT',
    'POOR_QUALITY_DOCUMENT',
    'SUSPECTED_FRAUD_DOCUMENT',
    'WRONG_DOCUMENT_TYPE',
    'INCOMPLETE_DOCUMENT',
    'UNREADABLE_DOCUMENT',
    'DOCUMENT_VERIFICATION_FAILED',
    'APPLICANT_SANCTIONED',
    'APPLICANT_FRAUD',
    'APPLICANT_CRIMINAL_RECORD',
    'APPLICANT_REJECTED',
    'MISSING_BENEFICIAL_OWNER',
    'MISSING_CONTROL_PERSON',
    'MISSING_GOOD_STANDING_DOCUMENT',
  ],
} as const

/** One thing to resolve before the verification goes on. */
export const VerificationError = {
  type: 'object',
  required: ['resourceId', 'type', 'reason'],
  properties: {
    resourceId: {
      type: 'string',
      description: 'The customer, beneficial owner or document that the error is about.',
    },
    type: VerificationErrorType,
    field: { type: 'string', description: 'Path of the field, for errors about one.' },
    acceptedDocumentTypes: { type: 'array', items: { type: 'string' } },
    reason: { type: 'string' },
  },
} as const

export const Verification = {
  type: 'object',
  required: ['id', 'customerId', 'verificationStatus', 'errors', 'createdAt'],
  properties: {
    id: idSchema('Verification'),
    customerId: idSchema('Customer'),
    verificationStatus: VerificationStatus,
    errors: { type: 'array', items: VerificationError },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const
export const VerificationListResponse = listOf(Verification)

export const VerificationRequest = {
  type: 'object',
  required: ['customerId'],
  properties: { customerId: { type: 'string', maxLength: 64 } },
} as const

export const KycLinkCreateRequest = {
  type: 'object',
  properties: {
    redirectUri: {
      type: 'string',
      format: 'uri',
      maxLength: 2048,
      description: 'https; http for a local address.',
    },
  },
} as const

export const KycLinkResponse = {
  type: 'object',
  required: ['kycUrl', 'expiresAt', 'provider'],
  properties: {
    kycUrl: { type: 'string', description: 'Opens once. It is shown in this answer only.' },
    expiresAt: dateTime,
    provider: { type: 'string', enum: ['SUMSUB'] },
    token: { type: 'string' },
  },
} as const

export const BeneficialOwnerRole = {
  type: 'string',
  enum: ['UBO', 'DIRECTOR', 'COMPANY_OFFICER', 'CONTROL_PERSON', 'TRUSTEE', 'GENERAL_PARTNER'],
} as const

const roles = {
  type: 'array',
  minItems: 1,
  maxItems: BeneficialOwnerRole.enum.length,
  uniqueItems: true,
  items: BeneficialOwnerRole,
} as const
const ownershipPercentage = { type: 'integer', minimum: 0, maximum: 100 } as const

const shownInfo = {
  firstName: { ...text(255), example: 'Ada' },
  middleName: text(255),
  lastName: { ...text(255), example: 'Lovelace' },
  birthDate: { type: 'string', format: 'date', example: '1990-12-10' },
  nationality: country,
  email: { type: 'string', format: 'email', maxLength: 255 },
  phoneNumber: { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' },
  address: Address,
  idType: individualFields.idType,
  countryOfIssuance: country,
} as const
const sentInfo = { ...shownInfo, identifier: { ...text(64), writeOnly: true } } as const

export const BeneficialOwnerPersonalInfo = {
  type: 'object',
  required: [
    'firstName',
    'lastName',
    'birthDate',
    'nationality',
    'address',
    'idType',
    'identifier',
  ],
  properties: sentInfo,
} as const

/** The identifier is written and never shown. */
export const BeneficialOwnerPersonalInfoResponse = {
  type: 'object',
  required: ['firstName', 'lastName', 'birthDate', 'nationality', 'address', 'idType'],
  properties: shownInfo,
} as const

/** Members that are left out stay. */
export const BeneficialOwnerPersonalInfoUpdate = { type: 'object', properties: sentInfo } as const

export const BeneficialOwnerCreateRequest = {
  type: 'object',
  required: ['customerId', 'roles', 'ownershipPercentage', 'personalInfo'],
  properties: {
    customerId: { type: 'string', maxLength: 64 },
    roles,
    ownershipPercentage,
    personalInfo: BeneficialOwnerPersonalInfo,
  },
} as const

export const BeneficialOwnerUpdateRequest = {
  type: 'object',
  properties: { roles, ownershipPercentage, personalInfo: BeneficialOwnerPersonalInfoUpdate },
} as const

export const BeneficialOwner = {
  type: 'object',
  required: [
    'id',
    'customerId',
    'roles',
    'ownershipPercentage',
    'personalInfo',
    'kycStatus',
    'createdAt',
  ],
  properties: {
    id: idSchema('BeneficialOwner'),
    customerId: idSchema('Customer'),
    roles,
    ownershipPercentage,
    personalInfo: BeneficialOwnerPersonalInfoResponse,
    kycStatus: verificationStatus,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const
export const BeneficialOwnerListResponse = listOf(BeneficialOwner)

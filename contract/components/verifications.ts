/** Verifications of customers, beneficial owners, and links to the hosted page. */

import { idSchema } from '../ids.ts'
import { individualFields, verificationStatus } from './customerFields.ts'
import { described } from './described.ts'
import { Address, country, createdAt, dateTime, listOf, updatedAt } from './shared.ts'

const text = (maxLength: number) =>
  ({ type: 'string', format: 'text', minLength: 1, maxLength }) as const

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
  reserved: ['READY_FOR_VERIFICATION'],
  description:
    'RESOLVE_ERRORS: `errors` says what is missing; submit again. IN_PROGRESS: with the vendor. ' +
    'PENDING_MANUAL_REVIEW: a person looks at it. APPROVED and REJECTED: decided.',
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
  description:
    'What is wrong. MISSING_...: add the field, document or person. ..._DOCUMENT: replace the ' +
    'document. APPLICANT_...: about the person or business itself, which nothing sent again ' +
    'resolves.',
} as const

/** One thing to resolve before the verification goes on. */
export const VerificationError = {
  type: 'object',
  required: ['resourceId', 'type', 'reason'],
  properties: {
    resourceId: {
      type: 'string',
      description: 'The customer, beneficial owner or document that the error is about, by its id.',
    },
    type: VerificationErrorType,
    field: {
      type: 'string',
      description: 'Path of the field in dot notation, for errors about one; absent for others.',
    },
    acceptedDocumentTypes: {
      type: 'array',
      description: 'Document types of which one resolves the error; absent where no document does.',
      items: { type: 'string' },
    },
    reason: { type: 'string', description: 'What to do, in English, for people.' },
  },
} as const

export const Verification = {
  type: 'object',
  required: ['id', 'customerId', 'verificationStatus', 'errors', 'createdAt'],
  properties: {
    id: idSchema('Verification', 'Names the verification; submitting again keeps it.'),
    customerId: idSchema('Customer', 'The person or business that is verified.'),
    verificationStatus: VerificationStatus,
    errors: {
      type: 'array',
      description:
        'What must be resolved before it goes on, all at once. Empty where nothing must.',
      items: VerificationError,
    },
    createdAt,
    updatedAt,
  },
} as const
export const VerificationListResponse = listOf(Verification)

export const VerificationRequest = {
  type: 'object',
  required: ['customerId'],
  properties: {
    customerId: {
      type: 'string',
      maxLength: 64,
      description: 'An individual or a business of the platform that is not decided yet.',
    },
  },
} as const

export const KycLinkCreateRequest = {
  type: 'object',
  properties: {
    redirectUri: {
      type: 'string',
      format: 'uri',
      maxLength: 2048,
      description:
        'Where the page leads the customer at the end: https, or http for a local address. Without ' +
        'it, it stays on the page.',
    },
  },
} as const

export const KycLinkResponse = {
  type: 'object',
  required: ['kycUrl', 'expiresAt', 'provider'],
  properties: {
    kycUrl: {
      type: 'string',
      description: "For the customer's browser. It opens once, and is shown in this answer only.",
    },
    expiresAt: {
      ...dateTime,
      description: 'Until when the link opens. Another one can be made at any time.',
    },
    provider: {
      type: 'string',
      enum: ['SUMSUB'],
      description: 'The verification vendor that the page is of.',
    },
    token: {
      type: 'string',
      description: "Reserved: a token for an app of the vendor's. Always absent.",
    },
  },
} as const

export const BeneficialOwnerRole = {
  type: 'string',
  enum: ['UBO', 'DIRECTOR', 'COMPANY_OFFICER', 'CONTROL_PERSON', 'TRUSTEE', 'GENERAL_PARTNER'],
  description:
    'UBO: owns 25 percent or more. CONTROL_PERSON: directs the business; at least one is needed. ' +
    'DIRECTOR, COMPANY_OFFICER, TRUSTEE and GENERAL_PARTNER: what else the person is to the ' +
    'business.',
} as const

const roles = {
  type: 'array',
  description:
    'All that the person is to the business. CONTROL_PERSON, and UBO from 25 percent on, must be ' +
    'verified.',
  minItems: 1,
  maxItems: BeneficialOwnerRole.enum.length,
  uniqueItems: true,
  items: BeneficialOwnerRole,
} as const
const ownershipPercentage = {
  type: 'integer',
  minimum: 0,
  maximum: 100,
  description: 'Share of the business, in whole percent. From 25 on the owner must be verified.',
} as const

const shownInfo = {
  firstName: {
    ...text(250),
    format: 'name',
    example: 'Ada',
    description: 'Given name, as on the identity document.',
  },
  middleName: {
    ...text(250),
    format: 'name',
    description: 'Further given names, as on the identity document.',
  },
  lastName: {
    ...text(250),
    format: 'name',
    example: 'Lovelace',
    description:
      'Family name, as on the identity document. In the sandbox its end decides what becomes of the ' +
      'owner.',
  },
  birthDate: {
    type: 'string',
    format: 'date',
    example: '1990-12-10',
    description: 'As on the identity document: YYYY-MM-DD, not in the future.',
  },
  nationality: { ...country, description: 'Country of citizenship: two letters of ISO 3166-1.' },
  email: {
    type: 'string',
    format: 'email',
    maxLength: 255,
    description: 'Where the owner can be reached; no login of it.',
  },
  phoneNumber: {
    type: 'string',
    pattern: '^\\+[1-9]\\d{1,14}$',
    description: "With the country's prefix, E.164: `+` and digits.",
  },
  address: described(Address, 'Home address of the person, as documents can prove.'),
  idType: individualFields.idType,
  countryOfIssuance: {
    ...country,
    description: 'Country that issued the identifier; `US` for SSN and ITIN.',
  },
} as const
const sentInfo = {
  ...shownInfo,
  identifier: {
    ...text(100),
    writeOnly: true,
    description: 'The number of the kind that `idType` says. Written and never shown.',
  },
} as const

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
    customerId: {
      type: 'string',
      maxLength: 64,
      description: 'The business; individuals have no owners.',
    },
    roles,
    ownershipPercentage,
    personalInfo: described(
      BeneficialOwnerPersonalInfo,
      'The person behind the business, as its documents say.',
    ),
  },
} as const

export const BeneficialOwnerUpdateRequest = {
  type: 'object',
  properties: {
    roles,
    ownershipPercentage,
    personalInfo: described(
      BeneficialOwnerPersonalInfoUpdate,
      'Members to change; those that are left out stay.',
    ),
  },
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
    id: idSchema('BeneficialOwner', 'Names the person, as the holder of documents too.'),
    customerId: idSchema('Customer', 'The business that the person owns or directs.'),
    roles,
    ownershipPercentage,
    personalInfo: described(
      BeneficialOwnerPersonalInfoResponse,
      'As it was sent, without the identifier.',
    ),
    kycStatus: {
      ...verificationStatus,
      description:
        'Of the person: an approved business waits until all who must be verified are APPROVED too.',
    },
    createdAt,
    updatedAt,
  },
} as const
export const BeneficialOwnerListResponse = listOf(BeneficialOwner)

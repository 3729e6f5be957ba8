/** Customers: individuals and businesses, distinguished by `customerType`. */

import { idSchema } from '../ids.ts'
import { AgreementConsent, AgreementType, EndUserTermsConsent } from './agreements.ts'
import {
  businessInfoFields,
  commonFields,
  identifier,
  individualFields,
  platformCustomerId,
  verificationStatus,
} from './customerFields.ts'
import { deprecated, described } from './described.ts'
import { ContactVerification } from './sca.ts'
import { Address, createdAt, listOf, updatedAt } from './shared.ts'
import { BeneficialOwner } from './verifications.ts'

export const CustomerType = {
  type: 'string',
  enum: ['INDIVIDUAL', 'BUSINESS'],
  description:
    'INDIVIDUAL: a person, with `kycStatus`. BUSINESS: with `businessInfo`, beneficial owners and ' +
    '`kybStatus`. Fixed at the creation.',
} as const
const individualType = {
  type: 'string',
  enum: ['INDIVIDUAL'],
  description: 'The customer is a person. Sent with every change, too.',
} as const
const businessType = {
  type: 'string',
  enum: ['BUSINESS'],
  description: 'The customer is a business. Sent with every change, too.',
} as const

const sent = {
  ...commonFields,
  agreementConsents: {
    type: 'array',
    maxItems: AgreementType.enum.length,
    items: AgreementConsent,
    description:
      'What the customer has accepted, one of a type. They are added to those that are recorded; none is ever ' +
      'withdrawn. Where `isRegulatedFinancialInstitution` is false: until there is one of SERVICE_END_USER_TERMS, ' +
      'accounts stay PENDING and payments are 403.',
  },
  endUserTermsConsent: deprecated(
    EndUserTermsConsent,
    'The consent of SERVICE_END_USER_TERMS. Send it in `agreementConsents` instead; not in both.',
  ),
} as const
const individual = { customerType: individualType, ...individualFields, identifier } as const

export const IndividualCustomerCreateRequest = {
  type: 'object',
  required: ['customerType'],
  properties: { platformCustomerId, ...sent, ...individual },
} as const

export const BusinessInfo = {
  type: 'object',
  required: ['legalName', 'country', 'taxId', 'incorporatedOn'],
  properties: {
    ...businessInfoFields,
    taxId: { ...identifier, description: 'Its tax number. Written and never shown.' },
  },
} as const

export const BusinessCustomerCreateRequest = {
  type: 'object',
  required: ['customerType', 'businessInfo'],
  properties: {
    platformCustomerId,
    ...sent,
    customerType: businessType,
    address: described(Address, 'Where the business has its office.'),
    businessInfo: described(BusinessInfo, 'What is to be verified of it.'),
  },
} as const

export const CustomerCreateRequestOneOf = {
  type: 'object',
  required: ['customerType'],
  discriminator: { propertyName: 'customerType' },
  oneOf: [IndividualCustomerCreateRequest, BusinessCustomerCreateRequest],
} as const

/** Fields that are left out stay; `customerType` is the customer's own. */
export const IndividualCustomerUpdateRequest = {
  type: 'object',
  required: ['customerType'],
  properties: { ...sent, ...individual },
} as const

/** Members that are left out stay. */
export const BusinessInfoUpdate = {
  type: 'object',
  properties: BusinessInfo.properties,
} as const

export const BusinessCustomerUpdateRequest = {
  type: 'object',
  required: ['customerType'],
  properties: {
    ...sent,
    customerType: businessType,
    address: described(Address, 'Where the business has its office; replaces the whole address.'),
    businessInfo: described(BusinessInfoUpdate, 'Members to change; those that are left out stay.'),
  },
} as const

export const CustomerUpdateRequestOneOf = {
  type: 'object',
  required: ['customerType'],
  discriminator: { propertyName: 'customerType' },
  oneOf: [IndividualCustomerUpdateRequest, BusinessCustomerUpdateRequest],
} as const

const shown = {
  id: idSchema('Customer', 'Names the customer in every other call.'),
  platformCustomerId,
  ...commonFields,
  agreementConsents: {
    type: 'array',
    items: AgreementConsent,
    description: 'What the customer accepted last of each type, as it was recorded.',
  },
  endUserTermsConsent: deprecated(
    EndUserTermsConsent,
    'The same as SERVICE_END_USER_TERMS of `agreementConsents`, which replaces it. Absent where that is.',
  ),
  contactVerification: described(
    ContactVerification,
    'Contacts that must be verified before the customer can be verified or log in. Absent where ' +
      'none must be.',
  ),
  isDeleted: {
    type: 'boolean',
    description:
      'Whether it was deleted: then it is read by its id, and listed only where asked for.',
  },
  isFrozen: {
    type: 'boolean',
    description:
      'The service has frozen it: nothing leaves its accounts, what arrives is kept, cards decline and agents are refused. ' +
      'Absent where it is not frozen.',
  },
  createdAt,
  updatedAt,
} as const
const always = [
  'id',
  'customerType',
  'platformCustomerId',
  'umaAddress',
  'agreementConsents',
] as const

export const IndividualCustomer = {
  type: 'object',
  required: [...always, 'kycStatus'],
  properties: {
    ...shown,
    customerType: individualType,
    ...individualFields,
    kycStatus: {
      ...verificationStatus,
      description:
        'UNVERIFIED: not begun. PENDING: submitted. APPROVED: may send. REJECTED: may not. HOLD: more ' +
        'is asked for. A customer who is not APPROVED still receives.',
    },
  },
} as const

export const BusinessInfoResponse = {
  type: 'object',
  required: ['legalName'],
  properties: businessInfoFields,
} as const

export const BusinessCustomer = {
  type: 'object',
  required: [...always, 'kybStatus'],
  properties: {
    ...shown,
    customerType: businessType,
    address: described(Address, 'Where the business has its office.'),
    businessInfo: described(BusinessInfoResponse, 'As it was sent, without the tax number.'),
    beneficialOwners: {
      type: 'array',
      description: 'The people behind it, as `GET /beneficial-owners` lists them.',
      items: BeneficialOwner,
    },
    kybStatus: {
      ...verificationStatus,
      description:
        'UNVERIFIED: not begun. PENDING: submitted. APPROVED: may send, once its owners are approved ' +
        'too. REJECTED: may not. HOLD: more is asked for.',
    },
  },
} as const

export const CustomerOneOf = {
  type: 'object',
  required: ['customerType'],
  discriminator: { propertyName: 'customerType' },
  oneOf: [IndividualCustomer, BusinessCustomer],
} as const

export const CustomerList = listOf(CustomerOneOf)

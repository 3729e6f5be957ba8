/** Customers: individuals and businesses, distinguished by `customerType`. */

import { idSchema } from '../ids.ts'
import {
  businessInfoFields,
  commonFields,
  identifier,
  individualFields,
  platformCustomerId,
  verificationStatus,
} from './customerFields.ts'
import { described } from './described.ts'
import { ContactVerification } from './sca.ts'
import { Address, createdAt, dateTime, listOf, updatedAt } from './shared.ts'
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

/** What a customer has agreed to, and how that is proven. */
export const EndUserTermsConsent = {
  type: 'object',
  required: ['acceptedAt', 'ipAddress', 'termsVersion', 'acceptanceMethod'],
  properties: {
    acceptedAt: { ...dateTime, description: 'When the customer agreed; not in the future.' },
    ipAddress: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 45,
      example: '203.0.113.7',
      description: 'From where the customer agreed: IPv4 or IPv6.',
    },
    termsVersion: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 64,
      example: '2025-10-13',
      description:
        'The `version` of `GET /customers/end-user-terms` that the customer was shown; an earlier one ' +
        'is taken too.',
    },
    acceptanceMethod: {
      type: 'string',
      enum: ['CHECKBOX', 'CLICK_TO_ACCEPT'],
      description:
        'How the customer agreed. CHECKBOX: by ticking one. CLICK_TO_ACCEPT: by a button that says ' +
        'so.',
    },
  },
} as const

/** The terms in force. */
export const EndUserTerms = {
  type: 'object',
  required: ['version', 'url'],
  properties: {
    version: {
      type: 'string',
      example: '2025-10-13',
      description: 'Name it as `termsVersion` of the consent.',
    },
    url: {
      type: 'string',
      format: 'uri',
      description: 'A page with the text, to show before the customer agrees.',
    },
  },
} as const

const sent = {
  ...commonFields,
  endUserTermsConsent: described(
    EndUserTermsConsent,
    'Where `isRegulatedFinancialInstitution` is false: until it is recorded, accounts stay ' +
      'PENDING and payments are 403.',
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
  endUserTermsConsent: described(
    EndUserTermsConsent,
    'What the customer has agreed to, as it was recorded. Absent where no consent was.',
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
  createdAt,
  updatedAt,
} as const
const always = ['id', 'customerType', 'platformCustomerId', 'umaAddress'] as const

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

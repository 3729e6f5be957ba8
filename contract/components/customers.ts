/** Customers: individuals and businesses, told apart by `customerType`. */
import { idSchema } from '../ids.ts'
import {
  businessInfoFields,
  commonFields,
  identifier,
  individualFields,
  platformCustomerId,
  verificationStatus,
} from './customerFields.ts'
import { ContactVerification } from './sca.ts'
import { Address, dateTime, listOf } from './shared.ts'
import { BeneficialOwner } from './verifications.ts'

export const CustomerType = { type: 'string', enum: ['INDIVIDUAL', 'BUSINESS'] } as const
const individualType = { type: 'string', enum: ['INDIVIDUAL'] } as const
const businessType = { type: 'string', enum: ['BUSINESS'] } as const

/** What a customer has agreed to, and how that is proven. */
export const EndUserTermsConsent = {
  type: 'object',
  required: ['acceptedAt', 'ipAddress', 'termsVersion', 'acceptanceMethod'],
  properties: {
    acceptedAt: dateTime,
    ipAddress: { type: 'string', minLength: 1, maxLength: 45, example: '203.0.113.7' },
    termsVersion: { type: 'string', minLength: 1, maxLength: 64, example: '2025-10-13' },
    acceptanceMethod: { type: 'string', enum: ['CHECKBOX', 'CLICK_TO_ACCEPT'] },
  },
} as const

/** The terms in force. */
export const EndUserTerms = {
  type: 'object',
  required: ['version', 'url'],
  properties: {
    version: { type: 'string', example: '2025-10-13' },
    url: { type: 'string', format: 'uri', description: 'A page with their text.' },
  },
} as const

const sent = { ...commonFields, endUserTermsConsent: EndUserTermsConsent } as const
const individual = { customerType: individualType, ...individualFields, identifier } as const

export const IndividualCustomerCreateRequest = {
  type: 'object',
  required: ['customerType'],
  properties: { platformCustomerId, ...sent, ...individual },
} as const

export const BusinessInfo = {
  type: 'object',
  required: ['legalName', 'country', 'taxId', 'incorporatedOn'],
  properties: { ...businessInfoFields, taxId: identifier },
} as const

export const BusinessCustomerCreateRequest = {
  type: 'object',
  required: ['customerType', 'businessInfo'],
  properties: {
    platformCustomerId,
    ...sent,
    customerType: businessType,
    address: Address,
    businessInfo: BusinessInfo,
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
    address: Address,
    businessInfo: BusinessInfoUpdate,
  },
} as const

export const CustomerUpdateRequestOneOf = {
  type: 'object',
  required: ['customerType'],
  discriminator: { propertyName: 'customerType' },
  oneOf: [IndividualCustomerUpdateRequest, BusinessCustomerUpdateRequest],
} as const

const shown = {
  id: idSchema('Customer'),
  platformCustomerId,
  ...commonFields,
  endUserTermsConsent: EndUserTermsConsent,
  contactVerification: ContactVerification,
  isDeleted: { type: 'boolean' },
  createdAt: dateTime,
  updatedAt: dateTime,
} as const
const always = ['id', 'customerType', 'platformCustomerId', 'umaAddress'] as const

export const IndividualCustomer = {
  type: 'object',
  required: [...always, 'kycStatus'],
  properties: {
    ...shown,
    customerType: individualType,
    ...individualFields,
    kycStatus: verificationStatus,
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
    address: Address,
    businessInfo: BusinessInfoResponse,
    beneficialOwners: { type: 'array', items: BeneficialOwner },
    kybStatus: verificationStatus,
  },
} as const

export const CustomerOneOf = {
  type: 'object',
  required: ['customerType'],
  discriminator: { propertyName: 'customerType' },
  oneOf: [IndividualCustomer, BusinessCustomer],
} as const

export const CustomerList = listOf(CustomerOneOf)

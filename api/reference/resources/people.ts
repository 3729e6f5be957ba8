/** Customers of the examples, and what belongs to their verification. */
import { given } from '../useCases/given.ts'
import { begun, made } from './shared.ts'

export const address = {
  line1: '1 Main Street',
  city: 'New York',
  postalCode: '10001',
  state: 'NY',
  country: 'US',
} as const

/** As she is sent. */
export const ada = {
  customerType: 'INDIVIDUAL',
  platformCustomerId: given.platformCustomerId,
  region: 'US',
  email: given.email,
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
} as const

/** As she is sent, without her identifier. */
export const grace = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1980-12-09',
  nationality: 'US',
  address,
  idType: 'SSN',
} as const

export const individual = {
  id: given.customer,
  ...ada,
  umaAddress: given.umaAddress,
  kycStatus: 'APPROVED',
  isDeleted: false,
  ...made,
} as const

/** Where strong authentication is asked for, which contacts must be verified for. */
export const germanCustomer = {
  ...individual,
  platformCustomerId: 'user-4712',
  umaAddress: '$ada.king@platform.example.com',
  email: given.otherEmail,
  phoneNumber: given.germanPhoneNumber,
  region: 'DE',
} as const

export const owner = {
  id: given.owner,
  customerId: given.business,
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPercentage: 60,
  personalInfo: grace,
  kycStatus: 'UNVERIFIED',
  ...made,
} as const

/** As it is sent, without its tax number. */
export const businessInfo = {
  legalName: 'Analytical Engines Ltd',
  country: 'US',
  incorporatedOn: '2015-03-01',
  entityType: 'LLC',
} as const

export const business = {
  id: given.business,
  platformCustomerId: 'company-4711',
  customerType: 'BUSINESS',
  umaAddress: '$engines@platform.example.com',
  email: given.officeEmail,
  region: 'US',
  address,
  businessInfo,
  beneficialOwners: [owner],
  kybStatus: 'UNVERIFIED',
  isDeleted: false,
  ...made,
} as const

export const verification = {
  id: given.verification,
  customerId: given.business,
  verificationStatus: 'RESOLVE_ERRORS',
  errors: [
    {
      resourceId: given.business,
      type: 'MISSING_LEGAL_PRESENCE_DOCUMENT',
      acceptedDocumentTypes: ['CERTIFICATE_OF_INCORPORATION', 'STATE_REGISTRY_EXCERPT'],
      reason: 'A document that proves the legal presence is missing.',
    },
  ],
  ...begun,
} as const

export const passport = {
  id: given.document,
  documentHolder: given.unknownPerson,
  documentType: 'PASSPORT',
  country: 'GB',
  documentNumber: '123456789',
  issuingAuthority: 'HM Passport Office',
  fileName: 'passport.jpg',
  ...begun,
} as const

/** Documents that customers accept, and what is recorded of it. */
import { dateTime } from './shared.ts'

export const AgreementType = {
  type: 'string',
  enum: [
    'SERVICE_END_USER_TERMS',
    'SERVICE_E_SIGN_CONSENT',
    'SERVICE_PRIVACY_POLICY',
    'BANK_E_SIGN_CONSENT',
    'BANK_ACCOUNTHOLDER_AGREEMENT',
    'BANK_PRIVACY_POLICY',
    'BANK_CARDHOLDER_AGREEMENT',
  ],
  description:
    'Which document. SERVICE_: of this service. BANK_: of the bank that holds accounts or issues cards. Payments ' +
    'wait for SERVICE_END_USER_TERMS alone.',
} as const

const version = {
  type: 'string',
  format: 'text',
  minLength: 1,
  maxLength: 64,
  example: '2025-10-13',
} as const
const inForce = {
  version: { ...version, description: 'Name it as `termsVersion` of the consent.' },
  url: {
    type: 'string',
    format: 'uri',
    description: 'A page with the text, to show before the customer agrees.',
  },
} as const

const acceptance = {
  acceptedAt: {
    ...dateTime,
    description:
      'When the customer agreed, with its offset from UTC; not in the future. A clock that is up to five minutes ' +
      'ahead of the service’s is borne.',
  },
  ipAddress: {
    type: 'string',
    format: 'text',
    minLength: 1,
    maxLength: 45,
    example: '203.0.113.7',
    description: 'From where the customer agreed: IPv4 or IPv6.',
  },
  termsVersion: {
    ...version,
    description:
      'The `version` of `GET /customers/agreements` that the customer was shown. It belongs to its type; an earlier ' +
      'one is taken too.',
  },
  acceptanceMethod: {
    type: 'string',
    enum: ['CHECKBOX', 'CLICK_TO_ACCEPT'],
    description:
      'How the customer agreed. CHECKBOX: by ticking one. CLICK_TO_ACCEPT: by a button that says ' +
      'so.',
  },
} as const
const accepted = ['acceptedAt', 'ipAddress', 'termsVersion', 'acceptanceMethod'] as const

/** What a customer has agreed to, and how that is proven. */
export const AgreementConsent = {
  type: 'object',
  required: ['type', ...accepted],
  properties: { type: AgreementType, ...acceptance },
} as const

/** The same of the service's terms, as it was sent before there were other agreements. */
export const EndUserTermsConsent = {
  type: 'object',
  required: accepted,
  properties: acceptance,
} as const

/** A document as it is in force. */
export const Agreement = {
  type: 'object',
  required: ['type', 'version', 'url'],
  properties: {
    type: AgreementType,
    ...inForce,
  },
} as const

export const AgreementCatalogue = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: Agreement,
      description: 'One of each type. There are no further pages.',
    },
  },
} as const

/** The service's terms in force. */
export const EndUserTerms = {
  type: 'object',
  required: ['version', 'url'],
  properties: inForce,
} as const

/** Documents that verify customers and beneficial owners. */
import { idSchema } from '../ids.ts'
import { country, createdAt, listOf, updatedAt } from './shared.ts'

export const documentTypes = [
  'PASSPORT',
  'DRIVERS_LICENSE',
  'NATIONAL_ID',
  'PROOF_OF_ADDRESS',
  'BANK_STATEMENT',
  'TAX_RETURN',
  'CERTIFICATE_OF_INCORPORATION',
  'ARTICLES_OF_INCORPORATION',
  'ARTICLES_OF_ASSOCIATION',
  'STATE_REGISTRY_EXCERPT',
  'GOOD_STANDING_CERTIFICATE',
  'INFORMATION_STATEMENT',
  'INCUMBENCY_CERTIFICATE',
  'BUSINESS_LICENSE',
  'SHAREHOLDER_REGISTER',
  'POWER_OF_ATTORNEY',
  'UTILITY_BILL',
  'ELECTRICITY_BILL',
  'RENT_OR_LEASE_AGREEMENT',
  'DIRECTOR_REGISTRY',
  'TRUST_AGREEMENT',
  'STATE_COMPANY_REGISTRY',
  'PARTNERSHIP_CONTROL_AGREEMENT',
  'PARTNERSHIP_AGREEMENT',
  'SELFIE',
  'OTHER',
] as const

export const DocumentType = {
  type: 'string',
  enum: documentTypes,
  description:
    'What the document is. Identity: PASSPORT, DRIVERS_LICENSE, NATIONAL_ID. Verification errors ' +
    'name the types that would resolve them.',
} as const

export const DocumentHolder = {
  type: 'string',
  pattern: `${idSchema('Customer').pattern}|${idSchema('BeneficialOwner').pattern}`,
  description: 'The customer or beneficial owner that the document is about.',
  example: idSchema('Customer').example,
} as const

const facts = {
  documentType: DocumentType,
  side: {
    type: 'string',
    enum: ['FRONT', 'BACK'],
    description:
      'Of a licence or national id, where each side is a document of its own; absent for other ' +
      'types.',
  },
  country: { ...country, description: 'Country that issued it: two letters of ISO 3166-1.' },
  documentNumber: {
    type: 'string',
    format: 'text',
    minLength: 1,
    maxLength: 100,
    description: 'The number printed on it; kept encrypted. Of identity documents.',
  },
  issuingAuthority: {
    type: 'string',
    format: 'text',
    minLength: 1,
    maxLength: 255,
    description: 'Who issued it, as it is printed there. Of identity documents.',
  },
} as const

const upload = {
  file: {
    type: 'string',
    format: 'binary',
    description: 'PDF, JPEG or PNG, recognized by its content; 10 MB at most.',
  },
  documentType: facts.documentType,
  side: { ...facts.side, description: 'Each side of a licence or national id is a document.' },
  country: { ...country, description: 'Where it was issued.' },
  documentNumber: {
    ...facts.documentNumber,
    description: 'Of an identity document: required there, as is `issuingAuthority`.',
  },
  issuingAuthority: facts.issuingAuthority,
} as const

export const DocumentUploadRequest = {
  type: 'object',
  required: ['file', 'documentType', 'country', 'documentHolder'],
  properties: { ...upload, documentHolder: DocumentHolder },
} as const

export const DocumentReplaceRequest = {
  type: 'object',
  required: ['file', 'documentType', 'country'],
  properties: upload,
} as const

export const Document = {
  type: 'object',
  required: ['id', 'documentHolder', 'documentType', 'country', 'fileName', 'createdAt'],
  properties: {
    id: idSchema('Document', 'Names the document; replacing its file keeps it.'),
    documentHolder: DocumentHolder,
    ...facts,
    fileName: {
      type: 'string',
      example: 'passport.jpg',
      description: 'As it was uploaded, for people. The content cannot be read again.',
    },
    createdAt,
    updatedAt,
  },
} as const
export const DocumentListResponse = listOf(Document)

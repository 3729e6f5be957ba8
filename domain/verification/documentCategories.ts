/** What proves what: each category is met by any document of its list. */
import type { VerificationErrorShown } from '../../contract/present/verifications.ts'

export const identityDocuments = ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'] as const
/** Of an identity document with a front and a back, both are needed. */
export const twoSidedDocuments: readonly string[] = ['DRIVERS_LICENSE', 'NATIONAL_ID']

export type BusinessCategory = {
  /** Of the error where the category is not met. */
  readonly missing: VerificationErrorShown['type']
  readonly reason: string
  readonly accepted: readonly string[]
}

/** Of a business's own documents. */
export const businessCategories: readonly BusinessCategory[] = [
  {
    missing: 'MISSING_LEGAL_PRESENCE_DOCUMENT',
    reason: 'A document that proves the legal presence of the business is missing.',
    accepted: [
      'CERTIFICATE_OF_INCORPORATION',
      'ARTICLES_OF_INCORPORATION',
      'ARTICLES_OF_ASSOCIATION',
      'STATE_REGISTRY_EXCERPT',
    ],
  },
  {
    missing: 'MISSING_CONTROL_STRUCTURE_DOCUMENT',
    reason: 'A document that shows who controls the business is missing.',
    accepted: [
      'DIRECTOR_REGISTRY',
      'TRUST_AGREEMENT',
      'STATE_COMPANY_REGISTRY',
      'PARTNERSHIP_CONTROL_AGREEMENT',
    ],
  },
  {
    missing: 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
    reason: 'A document that shows who owns the business is missing.',
    accepted: ['SHAREHOLDER_REGISTER', 'TRUST_AGREEMENT', 'PARTNERSHIP_AGREEMENT'],
  },
  {
    missing: 'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    reason: 'A proof of address, not older than three months, is missing.',
    accepted: [
      'UTILITY_BILL',
      'RENT_OR_LEASE_AGREEMENT',
      'ELECTRICITY_BILL',
      'BANK_STATEMENT',
      'TAX_RETURN',
    ],
  },
]

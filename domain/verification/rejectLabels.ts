/** The vendor's reasons of a rejection as errors of a verification. */
import type { VerificationErrorShown } from '../../contract/present/verifications.ts'
import type { ReviewReading } from '../../contract/verification.ts'
import { businessCategories, identityDocuments } from './documentCategories.ts'

type ErrorType = VerificationErrorShown['type']

const types: Readonly<Record<string, ErrorType>> = {
  LOW_QUALITY: 'POOR_QUALITY_DOCUMENT',
  UNSATISFACTORY_PHOTOS: 'POOR_QUALITY_DOCUMENT',
  BLACK_AND_WHITE: 'POOR_QUALITY_DOCUMENT',
  BAD_SELFIE: 'POOR_QUALITY_DOCUMENT',
  DOCUMENT_DAMAGED: 'UNREADABLE_DOCUMENT',
  dataNotReadable: 'UNREADABLE_DOCUMENT',
  INCOMPLETE_DOCUMENT: 'INCOMPLETE_DOCUMENT',
  DOCUMENT_PAGE_MISSING: 'INCOMPLETE_DOCUMENT',
  BACK_SIDE_MISSING: 'INCOMPLETE_DOCUMENT',
  missingImportantInfo: 'INCOMPLETE_DOCUMENT',
  documentWayTooMuchOutside: 'INCOMPLETE_DOCUMENT',
  EXPIRATION_DATE: 'EXPIRED_DOCUMENT',
  expiredDoc: 'EXPIRED_DOCUMENT',
  SCREENSHOTS: 'WRONG_DOCUMENT_TYPE',
  DIGITAL_DOCUMENT: 'WRONG_DOCUMENT_TYPE',
  NOT_DOCUMENT: 'WRONG_DOCUMENT_TYPE',
  UNSUITABLE_DOCUMENT: 'WRONG_DOCUMENT_TYPE',
  BAD_PROOF_OF_IDENTITY: 'WRONG_DOCUMENT_TYPE',
  INCOMPATIBLE_LANGUAGE: 'WRONG_DOCUMENT_TYPE',
  forbiddenDocument: 'WRONG_DOCUMENT_TYPE',
  differentDocTypeOrCountry: 'WRONG_DOCUMENT_TYPE',
  ID_INVALID: 'INVALID_DOCUMENT',
  BAD_PROOF_OF_ADDRESS: 'INVALID_DOCUMENT',
  FORGERY: 'SUSPECTED_FRAUD_DOCUMENT',
  GRAPHIC_EDITOR: 'SUSPECTED_FRAUD_DOCUMENT',
  DOCUMENT_TEMPLATE: 'SUSPECTED_FRAUD_DOCUMENT',
  FRAUDULENT_PATTERNS: 'SUSPECTED_FRAUD_DOCUMENT',
  REQUESTED_DATA_MISMATCH: 'DOCUMENT_VERIFICATION_FAILED',
  DB_DATA_MISMATCH: 'DOCUMENT_VERIFICATION_FAILED',
  BAD_FACE_MATCHING: 'DOCUMENT_VERIFICATION_FAILED',
  SELFIE_MISMATCH: 'DOCUMENT_VERIFICATION_FAILED',
  INCONSISTENT_PROFILE: 'DOCUMENT_VERIFICATION_FAILED',
  PROBLEMATIC_APPLICANT_DATA: 'INVALID_FIELD',
  WRONG_ADDRESS: 'INVALID_FIELD',
  ADDITIONAL_DATA_REQUIRED: 'MISSING_FIELD',
  COMPANY_NOT_DEFINED_BENEFICIARIES: 'MISSING_BENEFICIAL_OWNER',
  COMPANY_NOT_DEFINED_REPRESENTATIVES: 'MISSING_CONTROL_PERSON',
  SANCTIONS: 'APPLICANT_SANCTIONED',
  CRIMINAL: 'APPLICANT_CRIMINAL_RECORD',
}

/** The vendor's wish for another document: which one, its steps say. */
export const WANTS_DOCUMENT = 'ADDITIONAL_DOCUMENT_REQUIRED'

/** By the beginning of a step's name: the vendor numbers those that it has twice. */
const steps: readonly (readonly [step: string, type: ErrorType])[] = [
  ['IDENTITY', 'MISSING_IDENTITY_DOCUMENT'],
  ['SELFIE', 'MISSING_IDENTITY_DOCUMENT'],
  ['PROOF_OF_RESIDENCE', 'MISSING_PROOF_OF_ADDRESS_DOCUMENT'],
  ['COMPANY', 'MISSING_LEGAL_PRESENCE_DOCUMENT'],
]

const fields: Readonly<Record<string, string>> = { WRONG_ADDRESS: 'address' }

const reasons: Readonly<Partial<Record<ErrorType, string>>> = {
  POOR_QUALITY_DOCUMENT: 'The picture is too poor to be read.',
  UNREADABLE_DOCUMENT: 'The document cannot be read.',
  INCOMPLETE_DOCUMENT: 'A part of the document is missing.',
  EXPIRED_DOCUMENT: 'The document has expired.',
  WRONG_DOCUMENT_TYPE: 'The document is not of an accepted kind.',
  INVALID_DOCUMENT: 'The document is not valid.',
  SUSPECTED_FRAUD_DOCUMENT: 'The document does not seem genuine.',
  DOCUMENT_VERIFICATION_FAILED: 'What was given and what was found do not agree.',
  INVALID_FIELD: 'A field is not right.',
  MISSING_FIELD: 'More information is needed.',
  MISSING_IDENTITY_DOCUMENT: 'Another document is needed.',
  MISSING_PROOF_OF_ADDRESS_DOCUMENT: 'A proof of address is needed.',
  MISSING_LEGAL_PRESENCE_DOCUMENT: 'A document of the business is needed.',
  MISSING_BENEFICIAL_OWNER: 'A beneficial owner is missing.',
  MISSING_CONTROL_PERSON: 'A person who controls the business is missing.',
  APPLICANT_SANCTIONED: 'The verification was refused.',
  APPLICANT_CRIMINAL_RECORD: 'The verification was refused.',
  APPLICANT_FRAUD: 'The verification was refused.',
  APPLICANT_REJECTED: 'The verification was refused.',
}

/** Types whose errors name what is accepted. */
const accepted: Readonly<Partial<Record<ErrorType, readonly string[]>>> = {
  MISSING_IDENTITY_DOCUMENT: identityDocuments,
  ...Object.fromEntries(businessCategories.map(({ missing, accepted: list }) => [missing, list])),
}

/**
 * The errors of a review that asks for more or rejects; none for any other.
 *
 * @param resourceId of the applicant, with its kind
 */
export function reviewErrors(resourceId: string, review: ReviewReading): VerificationErrorShown[] {
  if (review.reviewStatus === 'awaitingUser') {
    return [errorOf(resourceId, 'MISSING_FIELD', undefined, undefined)]
  }
  const { reviewResult: result, reviewStatus, openSteps = [] } = review
  if (reviewStatus !== 'completed' || result?.reviewAnswer !== 'RED') return []
  const { rejectLabels = [], reviewRejectType, moderationComment } = result
  const isFinal = reviewRejectType === 'FINAL'
  const labels = rejectLabels.length > 0 ? rejectLabels : ['']
  const errors = labels.flatMap((label) => {
    const found = label === WANTS_DOCUMENT ? wantedTypes(openSteps) : [typeOf(label, isFinal)]
    return found.map((type) => errorOf(resourceId, type, fields[label], moderationComment))
  })
  const isFraud = isFinal && errors.some(({ type }) => type === 'SUSPECTED_FRAUD_DOCUMENT')
  if (isFraud) errors.push(errorOf(resourceId, 'APPLICANT_FRAUD', undefined, undefined))
  return errors.filter(
    ({ type, field }, at) =>
      errors.findIndex((other) => other.type === type && other.field === field) === at,
  )
}

/** A document that no step asks for is one more of identity. */
function wantedTypes(openSteps: readonly string[]): ErrorType[] {
  const wanted = steps.filter(([step]) => openSteps.some((open) => open.startsWith(step)))
  return wanted.length === 0 ? ['MISSING_IDENTITY_DOCUMENT'] : wanted.map(([, type]) => type)
}

/** What the vendor's first look at a document has found: each kind of error once. */
export function uploadErrors(
  documentId: string,
  tags: readonly string[],
): VerificationErrorShown[] {
  const found = [...new Set(tags.map((tag) => typeOf(tag, false)))]
  return found.map((type) => errorOf(documentId, type, undefined, undefined))
}

/** The type of a label or of an upload's error tag. */
export function typeOf(label: string, isFinal: boolean): ErrorType {
  return types[label] ?? (isFinal ? 'APPLICANT_REJECTED' : 'DOCUMENT_VERIFICATION_FAILED')
}

function errorOf(
  resourceId: string,
  type: ErrorType,
  field: string | undefined,
  comment: string | undefined,
): VerificationErrorShown {
  const list = accepted[type]
  return {
    ...{ resourceId, type },
    ...(field !== undefined && { field }),
    ...(list && { acceptedDocumentTypes: list }),
    reason: comment ?? reasons[type] ?? 'The verification failed.',
  }
}

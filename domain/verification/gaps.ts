/** What a customer lacks before its verification can be submitted: everything at once. */
import { idOf } from '../../contract/ids.ts'
import type { VerificationErrorShown } from '../../contract/present/verifications.ts'
import type { HeldDocument, OwnerFacts, VerificationFacts } from '../../contract/verification.ts'
import { businessCategories, identityDocuments, twoSidedDocuments } from './documentCategories.ts'

/** Empty where nothing is missing. */
export function gapsOf(facts: VerificationFacts): VerificationErrorShown[] {
  return facts.customerType === 'BUSINESS' ? businessGaps(facts) : individualGaps(facts)
}

function individualGaps({ id, profile, hasIdentityNumber, documents }: VerificationFacts) {
  const resourceId = idOf('Customer', id)
  return [
    ...missingFields(resourceId, profile, ['fullName', 'birthDate', 'nationality', 'idType']),
    ...(hasIdentityNumber ? [] : [missingField(resourceId, 'identifier')]),
    ...missingFields(resourceId, profile, ['address']),
    ...identityGaps(resourceId, documents),
  ]
}

const businessFields = [
  'legalName',
  'country',
  'registrationNumber',
  'incorporatedOn',
  'entityType',
] as const

function businessGaps(facts: VerificationFacts): VerificationErrorShown[] {
  const resourceId = idOf('Customer', facts.id)
  const info = (facts.profile.businessInfo ?? {}) as Readonly<Record<string, unknown>>
  const held = new Set(facts.documents.map(({ type }) => type))
  return [
    ...missingFields(resourceId, info, businessFields, 'businessInfo.'),
    ...(facts.hasIdentityNumber ? [] : [missingField(resourceId, 'businessInfo.taxId')]),
    ...missingFields(resourceId, facts.profile, ['address']),
    ...businessCategories
      .filter(({ accepted }) => !accepted.some((type) => held.has(type)))
      .map(({ missing: type, reason, accepted }) => ({
        ...{ resourceId, type, reason },
        acceptedDocumentTypes: accepted,
      })),
    ...peopleGaps(resourceId, facts.owners),
    ...facts.owners.flatMap(ownerGaps),
  ]
}

function peopleGaps(resourceId: string, owners: readonly OwnerFacts[]): VerificationErrorShown[] {
  const has = (role: string): boolean => owners.some(({ roles }) => roles.includes(role))
  return [
    ...(has('CONTROL_PERSON')
      ? []
      : [
          {
            resourceId,
            type: 'MISSING_CONTROL_PERSON' as const,
            reason: 'A beneficial owner with the role CONTROL_PERSON is missing.',
          },
        ]),
    ...(has('UBO')
      ? []
      : [
          {
            resourceId,
            type: 'MISSING_BENEFICIAL_OWNER' as const,
            reason: 'Every owner of 25 percent or more must be named, with the role UBO.',
          },
        ]),
  ]
}

function ownerGaps(owner: OwnerFacts): VerificationErrorShown[] {
  const resourceId = idOf('BeneficialOwner', owner.id)
  if (owner.kycStatus === 'REJECTED' && owner.mustBeVerified) {
    return [
      { resourceId, type: 'APPLICANT_REJECTED', reason: 'The beneficial owner was rejected.' },
    ]
  }
  if (!owner.mustBeVerified || owner.kycStatus === 'APPROVED') return []
  const needed = ['firstName', 'lastName', 'birthDate', 'nationality', 'idType', 'address']
  return [
    ...missingFields(resourceId, owner.personalInfo, needed, 'personalInfo.'),
    ...(owner.hasIdentityNumber ? [] : [missingField(resourceId, 'personalInfo.identifier')]),
    ...identityGaps(resourceId, owner.documents),
  ]
}

function identityGaps(
  resourceId: string,
  documents: readonly HeldDocument[],
): VerificationErrorShown[] {
  if (identityDocuments.some((type) => isComplete(type, documents))) return []
  const begun = documents.find(({ type }) => twoSidedDocuments.includes(type))
  return [
    {
      resourceId,
      type: 'MISSING_IDENTITY_DOCUMENT',
      acceptedDocumentTypes: identityDocuments,
      reason: begun
        ? `The other side of the ${begun.type} is missing.`
        : 'An identity document is missing.',
    },
  ]
}

function isComplete(type: string, documents: readonly HeldDocument[]): boolean {
  const sides = documents.filter((document) => document.type === type).map(({ side }) => side)
  return twoSidedDocuments.includes(type)
    ? sides.includes('FRONT') && sides.includes('BACK')
    : sides.length > 0
}

function missingFields(
  resourceId: string,
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
  prefix = '',
): VerificationErrorShown[] {
  return names
    .filter((name) => fields[name] === undefined || fields[name] === null)
    .map((name) => missingField(resourceId, `${prefix}${name}`))
}

function missingField(
  resourceId: string,
  field: string,
  reason = `${field} is missing.`,
): VerificationErrorShown {
  return { resourceId, type: 'MISSING_FIELD', field, reason }
}

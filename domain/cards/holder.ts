/** What a card issuer gets of a cardholder, from the customer's profile; what it needs and is missing. */
import { idOf } from '../../contract/ids.ts'

export type HolderAddress = {
  readonly line1?: string
  readonly line2?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode?: string
  readonly country?: string
}

export type HolderProfile = {
  readonly fullName?: string
  readonly birthDate?: string
  readonly address?: HolderAddress
  readonly businessInfo?: {
    readonly legalName?: string
    readonly doingBusinessAs?: string
    readonly businessType?: string
  }
}

/** A beneficial owner of a business. */
export type HolderOwner = {
  /** Bare uuid. */
  readonly id: string
  readonly roles: readonly string[]
  readonly ownershipPercentage: number
  readonly personalInfo: {
    readonly firstName?: string
    readonly lastName?: string
    readonly birthDate?: string
    readonly email?: string
    readonly phoneNumber?: string
    readonly address?: HolderAddress
  }
  readonly hasIdentityNumber: boolean
}

export type HolderFacts = {
  readonly customerType: string
  readonly profile: HolderProfile
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly hasIdentityNumber: boolean
  /** Of a business, in the order of their creation. */
  readonly owners: readonly HolderOwner[]
}

const STATE = /^[A-Z]{2}$/
/** Owners with less are not reported, so that they are four at most. */
const REPORTED_PERCENT = 25

/** Names of the customer's fields that the issuer cannot do without; none: it can be enrolled. */
export function missingHolderFields(facts: HolderFacts): string[] {
  return facts.customerType === 'BUSINESS' ? missingOfBusiness(facts) : missingOfPerson(facts)
}

/** Whom the issuer gets: the person who runs a business, and those who own a quarter or more. */
export function reportedOwners<Owner extends Pick<HolderOwner, 'roles' | 'ownershipPercentage'>>(
  owners: readonly Owner[],
): { readonly controlPerson: Owner | undefined; readonly beneficial: readonly Owner[] } {
  return {
    controlPerson: owners.find(({ roles }) => roles.includes('CONTROL_PERSON')),
    beneficial: owners.filter(
      ({ roles, ownershipPercentage: percent }) =>
        roles.includes('UBO') && percent >= REPORTED_PERCENT,
    ),
  }
}

function missingOfPerson(facts: HolderFacts): string[] {
  const { profile, email, phoneNumber, hasIdentityNumber } = facts
  return missingIn({
    fullName: profile.fullName,
    birthDate: profile.birthDate,
    ...{ email, phoneNumber, identifier: hasIdentityNumber },
    ...addressFacts(profile.address),
  })
}

function missingOfBusiness(facts: HolderFacts): string[] {
  const { profile, phoneNumber, hasIdentityNumber, owners } = facts
  const { legalName, businessType } = profile.businessInfo ?? {}
  const { controlPerson, beneficial } = reportedOwners(owners)
  return [
    ...missingIn({
      'businessInfo.legalName': legalName,
      'businessInfo.businessType': businessType,
      'businessInfo.taxId': hasIdentityNumber,
      phoneNumber,
      ...addressFacts(profile.address),
      'beneficialOwners.CONTROL_PERSON': controlPerson,
    }),
    ...[...new Set([...(controlPerson ? [controlPerson] : []), ...beneficial])].flatMap(
      missingOfOwner,
    ),
  ]
}

function missingOfOwner({ id, personalInfo, hasIdentityNumber }: HolderOwner): string[] {
  const { firstName, lastName, birthDate, email, address } = personalInfo
  const missing = missingIn({
    ...{ firstName, lastName, birthDate, email, identifier: hasIdentityNumber },
    ...addressFacts(address),
  })
  return missing.map((name) => `${idOf('BeneficialOwner', id)}.personalInfo.${name}`)
}

/** The issuer takes addresses of one country. */
function addressFacts(address: HolderAddress = {}): Readonly<Record<string, unknown>> {
  return {
    'address.line1': address.line1,
    'address.city': address.city,
    'address.state': STATE.test(address.state ?? ''),
    'address.postalCode': address.postalCode,
    'address.country': address.country === 'US',
  }
}

function missingIn(facts: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(facts).filter((name) => !facts[name])
}

/** What the vendor gets about a customer or a beneficial owner, and where it keeps it. */
import { idOf } from '../../contract/ids.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { identityNumberOf, ownerIdentityNumberOf } from '../../contract/sealedText.ts'
import type { HolderKind } from '../../contract/verification.ts'
import { namesOf } from '../../domain/verification/names.ts'
import type { NewApplicant, VendorAddress } from '../../providers/verificationVendor/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'

export type Holder = {
  /** IDs are UUIDs without prefix. */
  readonly id: string
  readonly customerId: string
  readonly kind: HolderKind
  readonly environment: Environment
  /** The vendor's, where it is known. */
  readonly applicantId: string | null
}

type HolderRow = {
  readonly customer_id: string
  readonly environment: Environment
  readonly applicant_id: string | null
  readonly customer_type: 'INDIVIDUAL' | 'BUSINESS'
  readonly profile: Readonly<Record<string, unknown>>
  readonly identity_number: string | null
  readonly email: string | null
  readonly phone_number: string | null
}

type Person = {
  readonly fullName?: string
  readonly firstName?: string
  readonly middleName?: string
  readonly lastName?: string
  readonly birthDate?: string
  readonly nationality?: string
  readonly address?: VendorAddress
  readonly businessInfo?: Business
}

type Business = {
  readonly legalName?: string
  readonly country?: string
  readonly registrationNumber?: string
  readonly incorporatedOn?: string
}

const statements: Readonly<Record<HolderKind, string>> = {
  CUSTOMER: `select c.id as customer_id, p.environment, a.applicant_id, c.customer_type, c.profile, c.identity_number,
      c.email, c.phone_number
    from customers c join platforms p on p.id = c.platform_id
    left join verification_applicants a on a.holder_id = c.id
    where c.id = $1 and not c.is_deleted`,
  BENEFICIAL_OWNER: `select c.id as customer_id, p.environment, a.applicant_id, 'INDIVIDUAL' as customer_type,
      o.personal_info as profile, o.identity_number, o.personal_info ->> 'email' as email,
      o.personal_info ->> 'phoneNumber' as phone_number
    from beneficial_owners o join customers c on c.id = o.customer_id join platforms p on p.id = c.platform_id
    left join verification_applicants a on a.holder_id = o.id
    where o.id = $1 and not c.is_deleted`,
}

/** Undefined if it was deleted. */
export async function readHolder(
  { database, records }: Pick<ActivityDependencies, 'database' | 'records'>,
  kind: HolderKind,
  id: string,
): Promise<{ holder: Holder; applicant: NewApplicant } | undefined> {
  const row = await database.maybeOne<HolderRow>({
    name: `verification_holder_${kind}`,
    text: statements[kind],
    values: [id],
  })
  if (row === undefined) return undefined
  const place = kind === 'CUSTOMER' ? identityNumberOf(id) : ownerIdentityNumberOf(id)
  const number = row.identity_number === null ? undefined : records.open(row.identity_number, place)
  const { customer_id: customerId, environment, applicant_id: applicantId } = row
  return {
    holder: { ...{ id, kind, customerId, environment, applicantId } },
    applicant: applicantOf(externalIdOf(kind, id), row, number),
  }
}

/** Our id of a holder, as the vendor keeps it. */
export function externalIdOf(kind: HolderKind, id: string): string {
  return kind === 'CUSTOMER' ? idOf('Customer', id) : idOf('BeneficialOwner', id)
}

function applicantOf(
  externalUserId: string,
  { customer_type: type, profile, email, phone_number: phone }: HolderRow,
  number: string | undefined,
): NewApplicant {
  const contact = { email: email ?? undefined, phone: phone ?? undefined }
  const person = profile as Person
  const { address, businessInfo = {} } = person
  if (type === 'BUSINESS') {
    const { legalName = '', country = '', registrationNumber, incorporatedOn } = businessInfo
    return {
      ...{ externalUserId, type: 'company', ...contact },
      info: {
        ...{ companyName: legalName, country, registrationNumber, incorporatedOn, address },
        taxId: number,
      },
    }
  }
  const { given, middle, family } = namesOf(person.fullName ?? '')
  return {
    ...{ externalUserId, type: 'individual', ...contact },
    info: {
      firstName: person.firstName ?? given,
      middleName: person.middleName ?? middle,
      lastName: person.lastName ?? family,
      dob: person.birthDate,
      nationality: person.nationality,
      tin: number,
      address,
    },
  }
}

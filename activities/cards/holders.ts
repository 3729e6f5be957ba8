/** A cardholder at the issuer: a person, or a business with those who own and run it. */
import { idOf } from '../../contract/ids.ts'
import { identityNumberOf, ownerIdentityNumberOf } from '../../contract/sealedText.ts'
import {
  type HolderAddress as AddressFacts,
  type HolderOwner,
  type HolderProfile,
  missingHolderFields,
  reportedOwners,
} from '../../domain/cards/holder.ts'
import { namesOf } from '../../domain/verification/names.ts'
import {
  type CardIssuer,
  CardIssuerError,
  type Holder,
  type HolderAddress,
  type HolderPerson,
  type NewHolder,
} from '../../providers/cardIssuer/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'

type OwnerRow = Omit<HolderOwner, 'hasIdentityNumber'> & { readonly identityNumber: string | null }

type HolderRow = {
  readonly id: string
  readonly customer_type: string
  readonly profile: HolderProfile
  readonly email: string | null
  readonly phone_number: string | null
  readonly identity_number: string | null
  readonly owners: readonly OwnerRow[]
  readonly approved_at: Date
  readonly terms_accepted_at: Date
}

/**
 * The holder, found before it is made: the issuer would make another one.
 *
 * @param id bare uuid of the customer
 * @throws CardIssuerError `REFUSED` for one of whom something is missing
 */
export async function enrolledHolder(
  issuer: CardIssuer,
  { database, records }: Pick<ActivityDependencies, 'database' | 'records'>,
  id: string,
): Promise<Holder> {
  const known = await issuer.findHolder(idOf('Customer', id))
  if (known !== undefined) return known
  const row = await database.one<HolderRow>({
    name: 'card_holder',
    // A customer without a verification of its own was approved as it was created.
    text: `select c.id, c.customer_type, c.profile, c.email, c.phone_number, c.identity_number,
        coalesce((select max(v.updated_at) from verifications v where v.customer_id = c.id and v.status = 'APPROVED'),
          c.created_at) as approved_at,
        coalesce((c.agreement_consents -> 'SERVICE_END_USER_TERMS' ->> 'acceptedAt')::timestamptz, c.created_at) as terms_accepted_at,
        (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'roles', o.roles, 'personalInfo', o.personal_info,
            'ownershipPercentage', o.ownership_percentage, 'identityNumber', o.identity_number)
            order by o.created_at, o.id), '[]')
          from beneficial_owners o where o.customer_id = c.id) as owners
      from customers c where c.id = $1`,
    values: [id],
  })
  const missing = missingHolderFields({
    ...{ customerType: row.customer_type, profile: row.profile, email: row.email },
    ...{ phoneNumber: row.phone_number, hasIdentityNumber: row.identity_number !== null },
    owners: row.owners.map((owner) => ({
      ...owner,
      hasIdentityNumber: owner.identityNumber !== null,
    })),
  })
  if (missing.length > 0) throw new CardIssuerError('REFUSED', `missing: ${missing.join(', ')}`)
  return issuer.createHolder(holderOf(row, records))
}

function holderOf(row: HolderRow, records: ActivityDependencies['records']): NewHolder {
  const common = {
    customerId: idOf('Customer', row.id),
    approvedAt: row.approved_at.toISOString(),
    termsAcceptedAt: row.terms_accepted_at.toISOString(),
  }
  const governmentId = records.open(row.identity_number ?? '', identityNumberOf(row.id))
  const phoneNumber = row.phone_number ?? ''
  const { profile } = row
  const address = addressOf(profile.address)
  if (row.customer_type !== 'BUSINESS') {
    const { given, family: lastName = '' } = namesOf(profile.fullName ?? '')
    // The issuer asks for both: who has one name has it twice, as on cards.
    const firstName = given ?? lastName
    const { birthDate = '' } = profile
    const email = row.email ?? ''
    const person = { firstName, lastName, birthDate, email, phoneNumber, governmentId, address }
    return { ...common, person }
  }
  const { legalName = '', doingBusinessAs, businessType = '' } = profile.businessInfo ?? {}
  const { controlPerson, beneficial } = reportedOwners(row.owners)
  if (controlPerson === undefined) throw new Error('a business without a control person')
  const person = (owner: OwnerRow): HolderPerson => personOf(owner, records)
  return {
    ...common,
    business: {
      ...{ legalName, doingBusinessAs, governmentId, phoneNumber, address },
      nature: businessType.toLowerCase().replaceAll('_', ' '),
      controlPerson: person(controlPerson),
      owners: beneficial.map(person),
    },
  }
}

function personOf(
  { id, personalInfo, identityNumber }: OwnerRow,
  records: ActivityDependencies['records'],
): HolderPerson {
  const { firstName = '', lastName = '', birthDate = '', email = '', phoneNumber } = personalInfo
  const governmentId = records.open(identityNumber ?? '', ownerIdentityNumberOf(id))
  const address = addressOf(personalInfo.address)
  return { firstName, lastName, birthDate, email, phoneNumber, governmentId, address }
}

function addressOf(address: AddressFacts = {}): HolderAddress {
  const { line1 = '', line2, city = '', state = '', postalCode = '' } = address
  return { line1, line2, city, state, postalCode }
}

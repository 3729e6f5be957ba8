/** Cardholders over the issuer's wire: they are verified by us. */
import type { HolderAddress, HolderBusiness, HolderPerson, NewHolder } from './issuer.ts'

export function holderBody(holder: NewHolder): object {
  const common = { external_id: holder.customerId, tos_timestamp: holder.termsAcceptedAt }
  if ('person' in holder) {
    const passed = { kyc_passed_timestamp: holder.approvedAt }
    return { workflow: 'KYC_BYO', ...common, ...passed, individual: personBody(holder.person) }
  }
  const passed = { kyb_passed_timestamp: holder.approvedAt }
  return { workflow: 'KYB_BYO', ...common, ...passed, ...businessMembers(holder.business) }
}

function businessMembers(business: HolderBusiness): object {
  const { legalName, doingBusinessAs, governmentId, phoneNumber, address } = business
  return {
    business_entity: {
      legal_business_name: legalName,
      ...(doingBusinessAs !== undefined && { dba_business_name: doingBusinessAs }),
      government_id: governmentId,
      phone_numbers: [phoneNumber],
      address: addressBody(address),
    },
    nature_of_business: business.nature,
    control_person: personBody(business.controlPerson),
    beneficial_owner_individuals: business.owners.map(personBody),
  }
}

function personBody(person: HolderPerson): object {
  const { firstName, lastName, birthDate: dob, email, phoneNumber, governmentId } = person
  return {
    ...{ first_name: firstName, last_name: lastName, dob, email },
    ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
    government_id: governmentId,
    address: addressBody(person.address),
  }
}

function addressBody({ line1, line2, city, state, postalCode }: HolderAddress): object {
  return {
    address1: line1,
    ...(line2 !== undefined && { address2: line2 }),
    ...{ city, state, postal_code: postalCode, country: 'USA' },
  }
}

import { Refusal } from '../../contract/errors.ts'

/** @throws Refusal CONFLICT naming the channels that the customer has to verify first */
export function refuseUnverifiedContacts(contacts: readonly string[]): void {
  if (contacts.length === 0) return
  throw new Refusal('CONFLICT', {
    reason: `The customer has to verify first: ${contacts.join(', ')}.`,
    details: { unverified: contacts },
  })
}

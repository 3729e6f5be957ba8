/** What the last three characters of a name or number mean in the sandbox. */
import { idOf } from '../../contract/ids.ts'
import type { VerificationErrorShown } from '../../contract/present/verifications.ts'
import type { VerificationFacts } from '../../contract/verification.ts'

/**
 * Whether the sandbox decides a business by its registration number: neither gaps nor its owners are
 * looked at then. `001` and `003` are validated like any business, and wait for a decision.
 */
export function isDecidedBySuffix({
  environment,
  customerType,
  profile,
}: VerificationFacts): boolean {
  if (environment !== 'SANDBOX' || customerType !== 'BUSINESS') return false
  const { registrationNumber } = (profile.businessInfo ?? {}) as { registrationNumber?: unknown }
  const suffix = typeof registrationNumber === 'string' ? registrationNumber.slice(-3) : ''
  return suffix !== '001' && suffix !== '003'
}

/** The findings about a complete individual of suffix `003`; its status does not change. */
export function suffixErrors(facts: VerificationFacts): VerificationErrorShown[] {
  const { environment, customerType, profile, documents } = facts
  if (environment !== 'SANDBOX' || customerType !== 'INDIVIDUAL') return []
  if (typeof profile.fullName !== 'string' || !profile.fullName.endsWith('003')) return []
  const [document] = documents
  return [
    {
      resourceId: document ? `Document:${document.id}` : idOf('Customer', facts.id),
      type: 'POOR_QUALITY_DOCUMENT',
      reason: 'The picture is too blurred to be read.',
    },
  ]
}

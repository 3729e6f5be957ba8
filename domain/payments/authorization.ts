/** Strong authentication of the customer who pays, as the request for a payment is checked. */
import { type FieldError, Refusal } from '../../contract/errors.ts'
import type { Parties, PayerFactors } from '../../contract/parties.ts'
import type { PaymentScaFactor } from '../../contract/paymentOrder.ts'
import type { Payment } from './types.ts'

/**
 * What the payer can authorize this payment with; null if no proof is asked for: of a customer
 * outside the regions, and of money that stays the customer's own. The SQL function
 * `sca_purposes_of` decides.
 */
export function payerFactorsOf(
  { customerId, destination }: Pick<Payment, 'customerId' | 'destination'>,
  parties: Parties,
): PayerFactors {
  if (customerId === undefined) return null
  if (destination.kind === 'INTERNAL' && destination.customerId === customerId) return null
  if (parties.owner?.id === customerId) return parties.owner.sca_factors
  const accounts = [
    parties.source_internal,
    parties.source_external,
    parties.destination_internal,
    parties.destination_external,
  ]
  return accounts.find((account) => account?.customer_id === customerId)?.sca_factors ?? null
}

/** The problem of a factor that was asked for; none where no proof is asked for. */
export function factorProblems(
  wanted: string | undefined,
  factors: PayerFactors,
): readonly FieldError[] {
  if (wanted === undefined || factors === null || factors.some((one) => one === wanted)) return []
  const message =
    wanted === 'TOTP'
      ? 'authorizes no payment: it is not bound to its amount and payee'
      : 'is not a factor that the customer has'
  return [{ field: 'scaFactor', constraint: 'enum', message }]
}

/** The factor to ask for; undefined if the service chooses, or none is asked for. */
export function wantedFactor(wanted: string | undefined): PaymentScaFactor | undefined {
  return wanted === 'SMS_OTP' || wanted === 'PASSKEY' ? wanted : undefined
}

/**
 * A transfer has no call that authorizes it: a customer's money goes to trusted beneficiaries and its
 * own accounts here alone, whichever way it goes. The decision judges again.
 *
 * @throws Refusal SCA_SESSION_REQUIRED
 */
export function refuseUntrusted(payment: Payment, parties: Parties): void {
  const isTrusted = (parties.destination_external?.trusted_at ?? null) !== null
  if (payerFactorsOf(payment, parties) === null || isTrusted) return
  throw new Refusal('SCA_SESSION_REQUIRED', {
    reason: 'The customer must authorize this payment: use a quote, which can be authorized.',
  })
}

/** Refusals of a proof for a payment, or for a change of the list of trusted beneficiaries. */
import { Refusal } from '../../contract/errors.ts'
import type { Authorized } from '../../db/authorizationFunctions.ts'
import type { ScaFactor } from '../../db/scaFunctions.ts'
import { proofField, proofRefusal } from './proof.ts'

/**
 * @throws Refusal INVALID_INPUT for a wrong proof or an expired challenge, CONFLICT without a
 *   challenge, SCA_SESSION_REQUIRED, ACCOUNT_LOCKED, RATE_LIMITED for a challenge without more tries
 */
export function refuseUnauthorized(outcome: Authorized, factor: ScaFactor): void {
  switch (outcome.outcome) {
    case 'OK':
    case 'REPEATED':
      return
    case 'NONE':
      throw new Refusal('CONFLICT', { reason: 'There is no challenge that waits for a proof.' })
    case 'SCA_SESSION_REQUIRED':
      throw new Refusal('SCA_SESSION_REQUIRED')
    case 'EXHAUSTED':
      throw new Refusal('RATE_LIMITED', {
        reason: 'Too many wrong proofs of this challenge.',
        retryAfterSeconds: outcome.retryAfterSeconds,
      })
    default:
      throw proofRefusal(outcome, proofField(factor))
  }
}

/** Whether an external account can be paid now, and its payer may pay. */
import { Refusal } from '../../contract/errors.ts'
import type { AccountRefusal, ExternalAccountParty } from '../../contract/parties.ts'

/** Why a customer may not pay. */
export const unreadyErrors = [
  'USER_NOT_READY',
  'CUSTOMER_NOT_VERIFIED',
  'SANCTION_BLOCKED',
  'END_USER_TERMS_NOT_ACCEPTED',
] as const

/** What an operator has set, and a day of the platform's payments, or of those to one payee, comes to. */
export const limitErrors = ['DAILY_VOLUME_LIMIT_EXCEEDED', 'VELOCITY_LIMIT_EXCEEDED'] as const

export const unpayableErrors = [
  'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
  'BANK_ACCOUNT_VALIDATION_PENDING',
  'INVALID_BANK_ACCOUNT',
  'CONFLICT',
] as const satisfies readonly AccountRefusal[]

/**
 * Refuses an account that can be neither paid nor collected from, with a code of `external_account_refusal`, and one that is
 * frozen or disputed. How much is paid to a wallet whose owner is not proven yet is judged where a payment is made and
 * executed (`judge_limits`): it is summed over a day.
 *
 * @throws Refusal with one of `unpayableErrors`
 */
export function refuseUnpayable(
  end: 'source' | 'destination',
  { status, refusal }: Pick<ExternalAccountParty, 'status' | 'refusal'>,
): void {
  if (refusal !== null && refusal !== 'CONFLICT') throw new Refusal(refusal)
  const isUsable = status === 'ACTIVE' || status === 'PENDING_OWNERSHIP_VERIFICATION'
  if (isUsable && refusal === null) return
  const reason =
    status === 'UNDER_REVIEW' ? `The ${end} is under review.` : `The ${end} is not active.`
  throw new Refusal('CONFLICT', { reason })
}

/** Whether an external account can be paid now, and its payer may pay. */
import { Refusal } from '../../contract/errors.ts'

export type PayableAccount = {
  /** ExternalAccountStatus. */
  readonly status: string
  readonly accountType: string
}

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
  'CONFLICT',
] as const

/**
 * Refuses an account that can't be paid. How much is paid to a wallet whose owner is not proven yet is judged where a
 * payment is made and executed (`judge_limits`): it is summed over a day.
 *
 * @throws Refusal with one of `unpayableErrors`
 */
export function refuseUnpayable(account: PayableAccount): void {
  switch (account.status) {
    case 'ACTIVE':
    case 'PENDING_OWNERSHIP_VERIFICATION':
      return
    case 'UNVERIFIED':
      throw new Refusal('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED')
    case 'PENDING':
      // A US bank account waits for its micro-entries.
      if (account.accountType === 'USD_ACCOUNT')
        throw new Refusal('BANK_ACCOUNT_VALIDATION_PENDING')
  }
  throw new Refusal('CONFLICT', { reason: 'The destination is not active.' })
}

/** Whether an external account can be paid now, and its payer may pay. */
import { Refusal } from '../../contract/errors.ts'

/** The most that is paid to a wallet whose owner is not proven; the EU's limit is 1,000 euros. */
export const UNPROVEN_MAX_USD_CENTS = 100_000n

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

export const unpayableErrors = [
  'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
  'BANK_ACCOUNT_VALIDATION_PENDING',
  'CONFLICT',
] as const

/**
 * Refuses an account that can't be paid, or not this much.
 *
 * @param amountUsdCents what is sent, in US cents
 * @throws Refusal with one of `unpayableErrors`
 */
export function refuseUnpayable(account: PayableAccount, amountUsdCents: bigint): void {
  switch (account.status) {
    case 'ACTIVE':
      return
    case 'PENDING_OWNERSHIP_VERIFICATION':
    case 'UNVERIFIED':
      if (amountUsdCents <= UNPROVEN_MAX_USD_CENTS) return
      throw new Refusal('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED')
    case 'PENDING':
      // A US bank account waits for its micro-entries.
      if (account.accountType === 'USD_ACCOUNT')
        throw new Refusal('BANK_ACCOUNT_VALIDATION_PENDING')
  }
  throw new Refusal('CONFLICT', { reason: 'The destination is not active.' })
}

/** Declined authorizations in our words and in the issuer's. */
import type { CardDeclinedReason } from '../../contract/cardTransactions.ts'

const answers: Readonly<Record<'APPROVED' | CardDeclinedReason, string>> = {
  APPROVED: 'APPROVED',
  CARD_NOT_ACTIVE: 'CARD_PAUSED',
  SPEND_LIMIT_EXCEEDED: 'VELOCITY_EXCEEDED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  NO_ELIGIBLE_FUNDING_SOURCE: 'INSUFFICIENT_FUNDS',
  BLOCKED: 'SUSPECTED_FRAUD',
  UNSUPPORTED_NETWORK: 'UNAUTHORIZED_MERCHANT',
  // A merchant may try again.
  OTHER: 'VELOCITY_EXCEEDED',
}

/** What the issuer is answered to a live authorization: it declines for any other word, without a reason. */
export function answerOfDecision(result: 'APPROVED' | CardDeclinedReason): string {
  return answers[result]
}

/** Results of the issuer's events; those of the service's own answers are among them. */
const reasons: Readonly<Record<string, CardDeclinedReason>> = {
  ACCOUNT_PAUSED: 'CARD_NOT_ACTIVE',
  CARD_CLOSED: 'CARD_NOT_ACTIVE',
  CARD_PAUSED: 'CARD_NOT_ACTIVE',
  GLOBAL_TRANSACTION_LIMIT: 'SPEND_LIMIT_EXCEEDED',
  GLOBAL_WEEKLY_LIMIT: 'SPEND_LIMIT_EXCEEDED',
  GLOBAL_MONTHLY_LIMIT: 'SPEND_LIMIT_EXCEEDED',
  USER_TRANSACTION_LIMIT: 'SPEND_LIMIT_EXCEEDED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  INSUFFICIENT_FUNDS_PRELOAD: 'INSUFFICIENT_FUNDS',
  BANNED_MERCHANT: 'BLOCKED',
  FRAUD_ADVICE: 'BLOCKED',
  MERCHANT_BLACKLIST: 'BLOCKED',
  SUSPECTED_FRAUD: 'BLOCKED',
  UNAUTHORIZED_MERCHANT: 'BLOCKED',
}

/** Why the issuer has declined, by the result of its event; undefined where that is an approval. */
export function declinedReasonOf(result: string): CardDeclinedReason | undefined {
  return result === 'APPROVED' ? undefined : (reasons[result] ?? 'OTHER')
}

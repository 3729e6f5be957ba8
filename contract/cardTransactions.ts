/** What card issuers, the database and platforms all say of card transactions. */

/** Why an authorization of a card is declined. */
export const cardDeclinedReasons = [
  'CARD_NOT_ACTIVE',
  'SPEND_LIMIT_EXCEEDED',
  'INSUFFICIENT_FUNDS',
  'NO_ELIGIBLE_FUNDING_SOURCE',
  'BLOCKED',
  'UNSUPPORTED_NETWORK',
  'OTHER',
] as const
export type CardDeclinedReason = (typeof cardDeclinedReasons)[number]

/** Who charges or credits a card. Written by the merchant, or for it by its bank. */
export type CardMerchant = {
  readonly descriptor: string
  /** Four digits of ISO 18245. */
  readonly mcc?: string
  readonly city?: string
  readonly state?: string
  /** Two letters of ISO 3166-1. */
  readonly country?: string
}

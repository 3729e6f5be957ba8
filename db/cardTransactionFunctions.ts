/** Arguments and results of the SQL functions of card transactions (`functions/cards/`). */
import type { CardDisposition, CardDisputeStatus } from '../contract/cardDisputes.ts'
import type { CardDeclinedReason, CardMerchant } from '../contract/cardTransactions.ts'
import type { PendingStart } from '../contract/openRow.ts'
import type { Environment } from '../contract/outsideParties.ts'

/** What the issuer says of a transaction, with all events that it has of it. */
export type CardReport = {
  readonly environment: Environment
  /** The issuer's names of the transaction and of the card. */
  readonly token: string
  readonly cardToken: string
  readonly merchant: CardMerchant
  readonly acceptorId: string
  readonly events: readonly {
    readonly token: string
    readonly type: string
    readonly isApproved: boolean
    /** Of a declined one, as the issuer's result says it. */
    readonly declinedReason?: CardDeclinedReason | undefined
    readonly cents: number
    /** ISO 8601, by the issuer's clock. */
    readonly at: string
  }[]
  /** The start of its pulls is due at once: no API process hands it over. */
  readonly isStartDue?: true
}

export type AppliedCardReport = {
  /** Bare uuid. */
  readonly transactionId: string
  /** Of the pulls that are to be made. */
  readonly start?: PendingStart
}

/** A dispute of the cardholder, as the issuer reports it. */
export type CardDisputeReport = {
  /** See `CardReport`. */
  readonly isStartDue?: true
  readonly environment: Environment
  readonly token: string
  readonly transactionToken: string
  readonly cardToken: string
  readonly reason?: string | undefined
  readonly events: readonly {
    readonly token: string
    readonly type: string
    readonly cents: number
    readonly disposition?: CardDisposition | undefined
    readonly at: string
  }[]
}

/** UNKNOWN: the purchase has not been reported yet. */
export type AppliedCardDispute =
  | { readonly outcome: 'UNKNOWN'; readonly start?: undefined }
  | {
      readonly outcome: 'APPLIED'
      /** Bare UUID. */
      readonly id: string
      /** The issuer's name of it. */
      readonly token: string
      readonly status: CardDisputeStatus
      readonly disposition: CardDisposition | null
      /** Of the pulls that are to be made. */
      readonly start?: PendingStart
    }

/** Why a pull was not made. */
export type CardPullRefusal =
  | 'NO_KEY'
  | 'KEY_REVOKED'
  | 'FROZEN'
  | 'PROVIDER_REFUSED'
  | 'INSUFFICIENT_FUNDS'
  | 'REFUSED_BY_SUFFIX'

export type CardPullToMake = {
  readonly pullId: string
  /** Another one with each retry. */
  readonly number: number
  readonly cardId: string
  readonly accountId: string
  /** Of the smallest unit of the account's currency, as digits. */
  readonly amount: string
  /** Whether its money is held. */
  readonly isCovered: boolean
  /** Asked for by a sandbox merchant's name. */
  readonly isRefused: boolean
}

/** Amounts in cents. */
export type PlayedCardTransaction = {
  readonly token: string
  readonly direction: 'DEBIT' | 'CREDIT'
  readonly merchant: CardReport['merchant']
  readonly status: string
  /** It is a return, not the purchase that it is of. */
  readonly isReturn: boolean
  /** Not cleared; negative of a credit. */
  readonly pending: number
  readonly debited: number
  readonly credited: number
  /** The issuer's name of this return, or of the purchase's newest one, that is not reversed. */
  readonly returnToken: string | null
  /** What the customer is charged, without what disputes give back. */
  readonly owed: number
  /** The dispute that is open. `credited`: less what was taken back. */
  readonly dispute: { readonly cents: number; readonly credited: number } | null
}

export type CardTransactionFunctions = {
  card_transaction_to_play(cardId: string, transactionId: string): PlayedCardTransaction | null
  /** Whether the purchase still has this amount to return; only then may the return be played. */
  begin_card_return(input: {
    readonly intentId: string
    readonly transactionId: string
    readonly cents: number
  }): boolean
  /** @param token of the issuer; null if it has refused the return */
  end_card_return(intentId: string, token: string | null): void
  /** null: of no card of ours, or about nothing that moves money. */
  apply_card_report(report: CardReport): AppliedCardReport | null
  /** null: of no card of ours. */
  apply_card_dispute(report: CardDisputeReport): AppliedCardDispute | null
  release_unreported_card_hold(transactionId: string): void
  hold_for_card_exception(transactionId: string): void
  card_pull_to_make(transactionId: string): CardPullToMake | null
  record_card_pull(
    result: { readonly pullId: string; readonly number: number } & (
      | { readonly outcome: 'SIGNED' }
      | { readonly outcome: 'REFUSED'; readonly code: CardPullRefusal }
    ),
  ): void
  /** The number of the first pull that is made again; null if none had failed. */
  retry_card_pulls(transactionId: string): number | null
  /** Like `retry_card_pulls`, as an operator's decision on its timeline; false if none had failed. */
  retry_card_pulls_by(transactionId: string, by: string, reason: string): boolean
  /** What an operator decides about a claim above its bounds; false: nothing is disputed. */
  decide_card_claim(
    transactionId: string,
    decision: 'charge' | 'contest',
    by: string,
    reason: string,
  ): boolean
}

/** Arguments and results of the SQL functions of cards (`functions/cards/`). */
import type { CardDeclinedReason, CardMerchant } from '../contract/cardTransactions.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { PendingStart } from '../contract/openRow.ts'
import type { Environment } from '../contract/outsideParties.ts'
import type { CardRow } from '../contract/present/cards.ts'
import type { DelegatedKeyRow } from '../contract/present/delegatedKeys.ts'
import type { CardCodeBranding } from '../contract/present/platformConfig.ts'
import type { NotDecided, Refused } from '../contract/refused.ts'

/** Bare uuids; amounts in the smallest unit of the card's currency. */
export type CreateCardInput = {
  readonly cardId: string
  readonly platformId: string
  readonly customerId: string
  readonly platformCardId?: string | undefined
  readonly brand: 'VISA' | 'MASTERCARD'
  readonly fundingSources: readonly string[]
  readonly currency: string
  readonly unitsPerCent: number
  readonly maxSpendCents?: number | undefined
  readonly maxDayCents?: number | undefined
  readonly maxDayCount?: number | undefined
  readonly decideBefore?: string | undefined
}

export type CreatedCard =
  | {
      readonly outcome: 'COMMITTED'
      /** Absent: the issuer will not be asked, or has made it. */
      readonly start?: PendingStart
    }
  | Refused

export type CardIssue =
  | { readonly outcome: 'REJECTED' }
  | {
      readonly outcome: 'ISSUED'
      readonly token: string
      readonly accountToken: string
      readonly last4: string
      readonly expMonth: number
      readonly expYear: number
    }

export type CardChangeToSend = {
  readonly version: number
  readonly state: 'OPEN' | 'PAUSED' | 'CLOSED'
  readonly token: string
  readonly environment: Environment
  readonly limitCents: number | null
}

export type CardDecisionResult = 'APPROVED' | CardDeclinedReason

/** An authorization that the issuer asks about. */
export type AskedAuthorization = {
  readonly environment: Environment
  /** The issuer's names of the transaction and of the card. */
  readonly token: string
  readonly cardToken: string
  /** Its name of this request, which it gives for some programs only. */
  readonly eventToken?: string | undefined
  readonly kind: 'DEBIT' | 'CREDIT' | 'INQUIRY'
  /** What is to be held, not negative. */
  readonly cents: number
  readonly merchant: CardMerchant
  readonly acceptorId: string
  /** Asked for by a sandbox merchant's name. */
  readonly forced?: CardDeclinedReason | undefined
}
/** What of a pull's signature is to be done next: `activityId` is the provider's, once known. */
export type BegunCardPull =
  | {
      readonly outcome: 'SIGN'
      readonly body: string
      readonly activityId: string | null
      readonly keyId: string
      /** Encrypted. */
      readonly privateKey: string
    }
  | {
      readonly outcome: 'FIND'
      readonly body: string
      readonly activityId: string | null
      /** Of a pull that the provider does not know. */
      readonly code: 'KEY_REVOKED' | 'FROZEN'
    }
  | {
      readonly outcome: 'SIGNED'
      readonly body: string
      readonly signature: { readonly r: string; readonly s: string; readonly v: string }
    }
  | { readonly outcome: 'REFUSED'; readonly code: 'NO_KEY' | 'KEY_REVOKED' | 'FROZEN' }

/** What is to be done about the code of an issuer's event. */
export type BegunCardCode =
  | { readonly outcome: 'UNKNOWN_CARD' | 'CARD_CLOSED' | 'SENT' | 'BUSY' }
  | {
      readonly outcome: 'SEND'
      readonly platformId: string
      readonly last4: string
      readonly appName: string
      readonly branding: CardCodeBranding
    }

export type CardFunctions = {
  /** `availableCents`: of a card that is not charged, what it may spend. */
  decide_card(asked: AskedAuthorization): {
    readonly result: CardDecisionResult
    readonly availableCents?: number | null
  }
  create_card(input: CreateCardInput): CreatedCard
  find_card_creation(input: {
    readonly cardId: string
    readonly decideBefore?: string | undefined
  }): CreatedCard | NotDecided
  record_card_issue(input: { readonly cardId: string } & CardIssue): CardRow
  update_card(input: {
    readonly cardId: string
    readonly platformId: string
    readonly state?: string | undefined
    readonly fundingSources?: readonly string[] | undefined
    /** null removes a limit. */
    readonly maxSpendCents?: number | null | undefined
    readonly maxDayCents?: number | null | undefined
    readonly maxDayCount?: number | null | undefined
  }):
    | { readonly outcome: 'COMMITTED'; readonly card: CardRow; readonly start: PendingStart }
    | Refused
  card_change_to_send(cardId: string): CardChangeToSend | null
  /** Null: it is recorded. Shows nothing by itself. */
  record_card_reveal(
    cardId: string,
    tokenId: string,
    expiresAt: string,
  ): 'SCA_SESSION_REQUIRED' | 'USER_NOT_READY' | null
  /** Null: it is recorded. */
  record_card_tokenization(
    cardId: string,
    tokenId: string,
    wallet: string,
  ): 'CARD_NOT_MUTABLE' | 'CONFLICT' | 'SCA_SESSION_REQUIRED' | 'USER_NOT_READY' | null
  record_card_sent(cardId: string, version: number, state: string): void
  begin_card_code(input: {
    readonly environment: Environment
    /** The issuer's names of the event and of the card. */
    readonly eventToken: string
    readonly cardToken: string
  }): BegunCardCode
  end_card_code(environment: Environment, eventToken: string, isSent: boolean): void
  // Delegated keys
  /** Why a funding source of a card may not be given a key now; null: it may. */
  delegated_key_refusal(cardId: string, accountId: string): ErrorCode | null
  create_delegated_key(input: {
    readonly keyId: string
    readonly platformId: string
    readonly cardId: string
    readonly accountId: string
    readonly nickname: string
    readonly publicKey: string
    /** Encrypted. */
    readonly privateKey: string
  }): void
  /** null: there is none of that id. */
  revoke_delegated_key(keyId: string, platformId: string): DelegatedKeyRow | null
  /** Those that a card has no use for any more. */
  end_delegated_keys(cardId: string): void
  active_delegated_key(cardId: string, accountId: string): string | null
  begin_card_pull(input: {
    readonly pullId: string
    readonly cardId: string
    readonly accountId: string
    readonly body: string
  }): BegunCardPull
}

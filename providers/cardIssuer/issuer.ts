/** The port to the card issuer. Amounts are whole cents of the card's currency. */
import type { CardDisposition } from '../../contract/cardDisputes.ts'
import type { CardDeclinedReason, CardMerchant } from '../../contract/cardTransactions.ts'

export const issuedCardStates = [
  ...(['OPEN', 'PAUSED', 'CLOSED'] as const),
  // Made and not opened yet; virtual cards of a program that reviews them are PAUSED meanwhile.
  ...(['PENDING_ACTIVATION', 'PENDING_FULFILLMENT'] as const),
]
export type IssuedCardState = (typeof issuedCardStates)[number]

/** What we keep of a card: never its number or security code. */
export type IssuedCard = {
  readonly token: string
  readonly accountToken: string
  readonly state: IssuedCardState
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

export type NewIssuedCard = {
  /** Our name of it there, with which it is found. */
  readonly memo: string
  /** A UUID that never changes: a repeat is the same card. */
  readonly key: string
  /** Of the holder; none where holders are not enrolled. */
  readonly accountToken?: string
  /** null: no limit. */
  readonly limitCents: number | null
  readonly state?: 'OPEN' | 'PAUSED'
}

export type CardChange = {
  readonly state?: 'OPEN' | 'PAUSED' | 'CLOSED'
  readonly limitCents?: number | null
}

export type HolderAddress = {
  readonly line1: string
  readonly line2?: string | undefined
  readonly city: string
  /** Two letters. */
  readonly state: string
  readonly postalCode: string
}

export type HolderPerson = {
  readonly firstName: string
  readonly lastName: string
  /** `YYYY-MM-DD` */
  readonly birthDate: string
  readonly email: string
  /** E.164; a cardholder has one. */
  readonly phoneNumber?: string | undefined
  /** SSN or ITIN, in clear: it is sent and kept nowhere here. */
  readonly governmentId: string
  readonly address: HolderAddress
}

export type HolderBusiness = {
  readonly legalName: string
  readonly doingBusinessAs?: string | undefined
  /** EIN, in clear: it is sent and kept nowhere here. */
  readonly governmentId: string
  readonly phoneNumber: string
  readonly address: HolderAddress
  /** What it does, in a few words. */
  readonly nature: string
  /** Who runs it. */
  readonly controlPerson: HolderPerson
  /** Those who own a quarter or more. */
  readonly owners: readonly HolderPerson[]
}

export type NewHolder = {
  /** `Customer:<uuid>`: the holder is found by it. */
  readonly customerId: string
  /** ISO 8601 */
  readonly approvedAt: string
  readonly termsAcceptedAt: string
} & ({ readonly person: HolderPerson } | { readonly business: HolderBusiness })

export type Holder = { readonly accountToken: string; readonly isRejected: boolean }

export const cardEventTypes = [
  'AUTHORIZATION',
  'AUTHORIZATION_ADVICE',
  'AUTHORIZATION_REVERSAL',
  'AUTHORIZATION_EXPIRY',
  'CLEARING',
  'FINANCIAL_AUTHORIZATION',
  'CREDIT_AUTHORIZATION',
  'CREDIT_AUTHORIZATION_ADVICE',
  'FINANCIAL_CREDIT_AUTHORIZATION',
  'RETURN',
  'RETURN_REVERSAL',
  'BALANCE_INQUIRY',
  'CORRECTION_CREDIT',
  'CORRECTION_DEBIT',
] as const
export type CardEventType = (typeof cardEventTypes)[number]

export type CardEvent = {
  readonly token: string
  readonly type: CardEventType
  readonly isApproved: boolean
  /** Of a declined one. */
  readonly declinedReason?: CardDeclinedReason | undefined
  readonly polarity: 'CREDIT' | 'DEBIT'
  /** Not negative. */
  readonly amountCents: number
  /** ISO 8601 */
  readonly createdAt: string
}

/** The most that an amount of the issuer's may be. */
export const CENTS_MAX = 1e12

/** A transaction with all events that the issuer has of it. */

export type TransactionReport = {
  readonly token: string
  readonly cardToken: string
  readonly createdAt: string
  readonly acceptorId: string
  readonly merchant: CardMerchant
  readonly events: readonly CardEvent[]
  /** Of further events, which are left out: types that we do not know. */
  readonly unknownTypes: readonly string[]
}

/** A part of a list, newest first. */
export type Page<Report> = {
  readonly reports: readonly Report[]
  /** Tokens of what is of another shape. */
  readonly unreadable: readonly string[]
  /** For the next page; undefined on the last one. */
  readonly next: string | undefined
}

export type Purchase = {
  readonly cardToken: string
  readonly type:
    | 'AUTHORIZATION'
    | 'FINANCIAL_AUTHORIZATION'
    | 'CREDIT_AUTHORIZATION'
    | 'FINANCIAL_CREDIT_AUTHORIZATION'
    | 'BALANCE_INQUIRY'
    | 'CREDIT_AUTHORIZATION_ADVICE'
    | 'RETURN'
  readonly amountCents: number
  readonly merchant: CardMerchant
}

export type Step = {
  readonly type:
    | 'CLEARING'
    | 'AUTHORIZATION_ADVICE'
    | 'AUTHORIZATION_REVERSAL'
    | 'AUTHORIZATION_EXPIRY'
    /** Of one that is cleared in part. */
    | 'EXPIRY_OF_REST'
    | 'RETURN_REVERSAL'
  readonly transactionToken: string
  readonly amountCents?: number
}

export type CardDisputeEventType =
  | 'OPENED'
  | 'REOPENED'
  | 'CLOSED'
  | 'CREDITED'
  | 'CREDIT_REVERSED'
  | 'RECOVERED'
  | 'RECOVERY_LOST'
  | 'WRITTEN_OFF'

/** A dispute with all events that the issuer has of it. */
export type DisputeReport = {
  readonly token: string
  readonly cardToken: string
  /** Of the purchase. */
  readonly transactionToken: string
  readonly reason?: string | undefined
  readonly events: readonly {
    readonly token: string
    readonly type: CardDisputeEventType
    readonly amountCents: number
    readonly disposition?: CardDisposition | undefined
    readonly createdAt: string
  }[]
  /** Of further events, which are left out: kinds that we do not know. */
  readonly unknownTypes: readonly string[]
}

/** What happens to a dispute of the cardholder about a purchase. */
export type DisputeStep = { readonly transactionToken: string } & (
  | { readonly type: 'OPEN'; readonly amountCents: number; readonly reason?: string | undefined }
  | { readonly type: 'CREDIT' | 'CREDIT_REVERSAL'; readonly amountCents: number }
  | {
      readonly type: 'CLOSE'
      readonly disposition: CardDisposition
      /** What the network gives: of WON and PARTIALLY_WON. */
      readonly recoveredCents: number
    }
)

/** A digital wallet that asks for a card, with what its SDK gave on the device. */
export type WalletRequest =
  | {
      readonly wallet: 'APPLE_PAY'
      readonly certificate: string
      readonly nonce: string
      readonly nonceSignature: string
    }
  | {
      readonly wallet: 'GOOGLE_PAY' | 'SAMSUNG_PAY'
      readonly walletAccountId: string
      readonly deviceId?: string | undefined
    }

/** What the SDK takes: of Apple's wallet three texts, of the others one. All are base64. */
export type WalletPayload =
  | {
      readonly activationData: string
      readonly encryptedPassData: string
      readonly ephemeralPublicKey: string
    }
  | string

export type RevealLink = {
  readonly cardToken: string
  /** ISO 8601 */
  readonly expiresAt: string
}

/** A call may be repeated; what that means is said by its own key or id. */
export type CardIssuer = {
  readonly brand: 'VISA' | 'MASTERCARD'
  /** Whether a cardholder is enrolled before its first card. */
  readonly enrolsHolders: boolean
  /** @throws CardIssuerError; a repeat makes another holder, so `findHolder` comes first */
  createHolder(holder: NewHolder): Promise<Holder>
  findHolder(customerId: string): Promise<Holder | undefined>
  /** @throws CardIssuerError `REFUSED`: there is no card and will be none of this key */
  createCard(card: NewIssuedCard): Promise<IssuedCard>
  findCard(memo: string): Promise<IssuedCard | undefined>
  /** undefined: the issuer knows no such card */
  cardOf(token: string): Promise<IssuedCard | undefined>
  updateCard(token: string, change: CardChange): Promise<IssuedCard>
  transactionOf(token: string): Promise<TransactionReport | undefined>
  /**
   * Those made within a time, newest first. Those of another shape have only their tokens.
   *
   * @param after the last token of the page before
   */
  transactionsBetween(begin: Date, end: Date, after?: string): Promise<Page<TransactionReport>>
  /** Disputes as they were at each of their events within a time, newest first; the issuer keeps these events for 90 days. */
  disputesBetween(begin: Date, end: Date, after?: string): Promise<Page<DisputeReport>>
  /**
   * The card for a digital wallet: a secret. A repeat makes another one.
   *
   * @throws CardIssuerError with HTTP status 403 or 501: the issuer gives no cards to wallets
   */
  payloadFor(token: string, request: WalletRequest): Promise<WalletPayload>
  /** The address of the page that shows the card: a secret until it expires. Makes no request. */
  revealUrl(link: RevealLink): string
  /**
   * Sandbox only: what a merchant does with the card. Its number is read, used and forgotten here.
   *
   * @returns the token of the transaction, declined or not
   */
  simulatePurchase(purchase: Purchase): Promise<string>
  /** Sandbox only: what happens to a transaction later. */
  simulateStep(step: Step): Promise<void>
  /** Sandbox only: what a network and the issuer do with a dispute. */
  simulateDispute(step: DisputeStep): Promise<DisputeReport>
  close(): Promise<void>
}

/**
 * `REFUSED`: it was understood and not done. `CONFLICT`: done before, or being done.
 * `UNAVAILABLE`: whether it was done is not known.
 */
export type CardIssuerErrorKind = 'REFUSED' | 'CONFLICT' | 'UNAVAILABLE'

export class CardIssuerError extends Error {
  override readonly name = 'CardIssuerError'
  readonly kind: CardIssuerErrorKind
  readonly httpStatus: number | undefined

  constructor(
    kind: CardIssuerErrorKind,
    message: string,
    { httpStatus, cause }: { httpStatus?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.httpStatus = httpStatus
  }
}

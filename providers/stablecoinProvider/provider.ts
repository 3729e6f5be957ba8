/** The port to the stablecoin provider. Amounts are whole cents of US dollars. */

/** What a platform's application at the provider authenticates with. */
export type ProviderLogin = { readonly clientId: string; readonly clientSecret: string }

/** Whom a call is for: an account that the login may use. */
export type ProviderAccess = { readonly login: ProviderLogin; readonly accountId: string }

export type ProviderAccount = { readonly id: string; readonly isComplete: boolean }

export const bankRails = [
  'wire',
  'ach_debit',
  'ach_credit',
  'same_day_ach_credit',
  'rtp_credit',
] as const
export type BankRail = (typeof bankRails)[number]

export type ProviderAddress = {
  readonly id: string
  readonly status: 'pending' | 'active' | 'archived'
  readonly name: string | null
  /** Who has the bank account, where the provider says it. */
  readonly owner: string | null
  /** On the chain; null until it is active, and for a bank account. */
  readonly address: string | null
  /** Of a bank account. */
  readonly routingNumber: string | null
  readonly lastFour: string | null
}

export type NewAddress =
  /** A wallet of another owner, to which coins are minted. */
  | { readonly kind: 'WALLET'; readonly name: string; readonly address: string }
  /** A deposit address of the account's own. */
  | { readonly kind: 'DEPOSIT'; readonly name: string }
  /** A bank account that is paid out to, or debited. */
  | {
      readonly kind: 'BANK'
      readonly isDebited?: boolean
      readonly owner: string
      readonly accountNumber: string
      readonly routingNumber: string
      readonly isSavings: boolean
      readonly address: PostalAddress | undefined
    }

export type PostalAddress = {
  readonly line1: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
}

export const transferStatuses = ['pending', 'processing', 'complete', 'canceled', 'failed'] as const
export type TransferStatus = (typeof transferStatuses)[number]

export type Leg = {
  /** None: a wire from a bank. */
  readonly addressId?: string | undefined
  /** `USD`, or a ticker. */
  readonly valueType: string
  /** `spark`, or a bank rail. */
  readonly transferType: string
}

export type NewTransfer = {
  readonly cents: bigint
  readonly source: Leg
  readonly destination: Leg
  /** Our id of it. */
  readonly note: string
}

export type TransferFailure = {
  readonly isRetriable: boolean
  /** The return's code and text, where money has come back. */
  readonly returned: string | null
}

export type WireInstructions = {
  readonly beneficiaryName: string
  readonly beneficiaryAddress: string
  readonly bankName: string
  readonly bankAddress: string
  readonly accountNumber: string
  readonly routingNumber: string
  readonly memo?: string | undefined
}

export type Transfer = {
  readonly id: string
  readonly status: TransferStatus
  readonly cents: bigint
  readonly note: string | null
  readonly failure: TransferFailure | null
  readonly wire: WireInstructions | null
  /** Null if the provider does not say it as an instant. */
  readonly createdAt: Date | null
}

/** What a list shows at most: it has no pages. */
export const TRANSFERS_LISTED = 25

/**
 * A call may be repeated: a POST with the same key and body gives what the first one has made.
 *
 * Every call throws StablecoinProviderError.
 */
export type StablecoinProvider = {
  /** The accounts of a login, with a token that is asked for anew. */
  accountsOf(login: ProviderLogin): Promise<readonly ProviderAccount[]>
  /** The account's own deposit addresses on Spark. */
  depositAddresses(access: ProviderAccess): Promise<readonly ProviderAddress[]>
  /** Bank accounts that may be debited. */
  debitableBanks(access: ProviderAccess): Promise<readonly ProviderAddress[]>
  /** Undefined if there is none of that id. */
  addressOf(access: ProviderAccess, id: string): Promise<ProviderAddress | undefined>
  createAddress(access: ProviderAccess, address: NewAddress, key: string): Promise<ProviderAddress>
  /** Cents of a coin at one of the account's own addresses. */
  balanceOf(access: ProviderAccess, addressId: string, valueType: string): Promise<bigint>
  createTransfer(access: ProviderAccess, transfer: NewTransfer, key: string): Promise<Transfer>
  /** Undefined if there is none of that id. */
  transferOf(access: ProviderAccess, id: string): Promise<Transfer | undefined>
  /** The newest ones from or to an address, as far back as the provider lists. */
  transfersOf(access: ProviderAccess, addressId: string): Promise<readonly Transfer[]>
  close(): Promise<void>
}

/**
 * `REFUSED`: it was understood and not done. `UNAUTHORIZED`: the login is not accepted any more.
 * `UNAVAILABLE`: whether it was done is not known.
 */
export type StablecoinProviderErrorKind = 'REFUSED' | 'UNAUTHORIZED' | 'UNAVAILABLE'

export class StablecoinProviderError extends Error {
  override readonly name = 'StablecoinProviderError'
  readonly kind: StablecoinProviderErrorKind
  /** The provider's word, for example `insufficient_balance`. */
  readonly code: string | undefined
  readonly httpStatus: number | undefined

  constructor(
    kind: StablecoinProviderErrorKind,
    message: string,
    {
      code,
      httpStatus,
      cause,
    }: { code?: string | undefined; httpStatus?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.code = code
    this.httpStatus = httpStatus
  }
}

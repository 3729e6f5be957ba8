/** Arguments and results of the SQL functions of stablecoins (`functions/stablecoins/`). */
import type { ErrorCode } from '../contract/errors.ts'
import type { PendingStart } from '../contract/openRow.ts'
import type { Environment } from '../contract/outsideParties.ts'
import type {
  StablecoinLinkRow,
  StablecoinOperationRow,
  StablecoinRow,
} from '../contract/present/stablecoins.ts'
import type { Refused } from '../contract/refused.ts'

export type LinkStablecoinAccountInput = {
  /** UUID of a new link, or of the INVALID one that gets a new login. */
  readonly linkId: string
  readonly platformId: string
  readonly key: string
  /** SHA-256, hexadecimal. */
  readonly requestHash: string
  readonly providerAccountId: string
  readonly apiClientId: string
  /** Encrypted. */
  readonly apiClientSecret: string
}

export type RegisterStablecoinInput = {
  /** UUID without prefix. */
  readonly id: string
  readonly platformId: string
  readonly key: string
  readonly requestHash: string
  readonly linkId: string
  readonly providerToken: string
  readonly networkToken: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly issuanceStatus: string
}

/** What a key's request has come to: `replayed`, as it was first answered. */
export type Answered<Row> =
  | {
      readonly outcome: 'COMMITTED'
      readonly replayed: boolean
      readonly answer: Row
      /** UUID without prefix. */
      readonly id: string
    }
  | Refused

/** IDs are UUIDs without prefix; an amount is digits. */
export type CreateStablecoinOperationInput = {
  readonly id: string
  readonly platformId: string
  /** The operationId of the request. */
  readonly operation: string
  readonly key: string
  readonly requestHash: string
  readonly stablecoinId: string
  readonly operationType: 'MINT' | 'BURN'
  readonly amount: string
  readonly cents: string
  readonly sourceType: string
  readonly sourceAccountId?: string | undefined
  /** At the provider, where it is linked there already. */
  readonly sourceAddressId?: string | undefined
  readonly destinationAccountId: string
  readonly rail?: string | undefined
  readonly description?: string | undefined
  readonly estimatedDelivery?: object | undefined
  readonly expiresAt?: string | undefined
}

type StoredAddress = {
  /** The provider's idempotency key of its making. */
  readonly key: string
  readonly addressId: string | null
  /** `accountInfo` of the external account. */
  readonly info: Readonly<Record<string, unknown>>
}

export type StablecoinToAdvance = {
  readonly operation: StablecoinOperationRow & {
    readonly cents: string
    readonly source_address_id: string | null
    readonly source_key: string
    readonly deposit_address: string | null
    readonly transfer_key: string
    readonly transfer_id: string | null
    /** The transfer was asked for, or was about to be: from then on it is the same POST with the same key. */
    readonly transfer_begun_at: string | null
    /** The link's, when the transfer was begun. */
    readonly transfer_login_version: number | null
  }
  readonly isOpen: boolean
  readonly ticker: string
  /** The operation's time to be funded had passed before the call. */
  readonly isOver: boolean
  /** Who is debited, or is paid, is frozen, and no transfer has been asked for. */
  readonly isHeld: boolean
  readonly ageSeconds: number
  /** Since the transfer was begun. */
  readonly begunSeconds: number | null
  readonly link: {
    readonly id: string
    readonly status: 'ACTIVE' | 'INVALID' | 'REVOKED'
    readonly environment: Environment
    readonly provider_account_id: string
    readonly api_client_id: string
    /** Encrypted. */
    readonly api_client_secret: string
    readonly login_version: number
  }
  /** The provider's ids of deposit addresses of burns: the coins there are for those burns alone. */
  readonly depositAddresses: readonly string[]
  readonly destination: StoredAddress
  readonly debit: StoredAddress | null
}

/** What a call to the provider has come to. Cents are digits. */
export type StablecoinReport =
  | {
      readonly kind: 'ADDRESS'
      readonly addressId: string
      readonly externalAccountId: string
      readonly purpose: string
    }
  | {
      readonly kind: 'SOURCE'
      readonly addressId: string
      readonly address: string | null
      readonly isOver: boolean
      readonly instructions?: object
    }
  /** At the deposit address of an operation that has ended. */
  | { readonly kind: 'LATE'; readonly cents: string }
  /** The transfer is about to be asked for. */
  | {
      readonly kind: 'BEGUN'
      readonly loginVersion: number
      /** The transfer was begun before, and has made nothing. */
      readonly isAgain: boolean
      readonly surplus: string
    }
  /** Whether a transfer that was begun has been made is unknown: a person decides. */
  | { readonly kind: 'UNKNOWN' }
  | {
      readonly kind: 'UNFUNDED'
      readonly isOver: boolean
      readonly cents: string
      /** The transfer was refused for want of coins. */
      readonly isRefused?: true
    }
  | {
      readonly kind: 'TRANSFER'
      readonly transferId: string
      readonly status: string
      readonly isOver: boolean
      /** A failure that is not tried again. */
      readonly isFinal: boolean
      readonly returned?: string
      readonly instructions?: object
    }
  | {
      readonly kind: 'REFUSED'
      readonly code: ErrorCode
      readonly reason: string
      /** A transfer was asked for, and what has become of it is not known. */
      readonly isUnknown?: true
    }

export type StablecoinNext = {
  readonly status: string
  readonly isOpen: boolean
  /** What a person is to look at from now on. */
  readonly case: string | null
  /** The next call would find nothing new at once. */
  readonly isWaiting: boolean
  readonly ageSeconds: number
  readonly secondsToExpiry: number | null
  readonly isSlow: boolean
}

export type StablecoinFunctions = {
  create_stablecoin_operation(input: CreateStablecoinOperationInput):
    | {
        readonly outcome: 'COMMITTED'
        readonly replayed: boolean
        /** UUID of the operation that the key has begun. */
        readonly id: string
        /** Absent for a replay. */
        readonly start?: PendingStart
      }
    | Refused
  answer_stablecoin_operation(
    id: string,
    operation: string,
    key: string,
  ): { readonly outcome: 'COMMITTED'; readonly row: StablecoinOperationRow } | Refused
  stablecoin_operation_to_advance(id: string): StablecoinToAdvance
  record_stablecoin_report(id: string, report: StablecoinReport): StablecoinNext
  register_stablecoin(input: RegisterStablecoinInput): Answered<StablecoinRow>
  /** Null if the platform has no such coin. */
  request_stablecoin_enablement(
    platformId: string,
    stablecoinId: string,
  ): { readonly outcome: 'COMMITTED'; readonly stablecoin: StablecoinRow } | Refused | null
  /** Null if there is none, or it may not be moved there. */
  move_stablecoin(
    stablecoinId: string,
    to: string,
    by: string,
    reason: string,
  ): StablecoinRow | null
  link_stablecoin_account(input: LinkStablecoinAccountInput):
    | {
        readonly outcome: 'COMMITTED'
        readonly link: StablecoinLinkRow
        readonly replayed: boolean
      }
    | Refused
  note_stablecoin_login(linkId: string, loginVersion: number, isAccepted: boolean): void
  /** false: whether the operation has a transfer is not an open question. */
  decide_stablecoin_transfer(
    operationId: string,
    /** As the provider names it; null if it has made none. */
    transferId: string | null,
    by: string,
    reason: string,
  ): boolean
  /** Null if there is none that could be revoked. */
  revoke_stablecoin_link(linkId: string, by: string, reason: string): StablecoinLinkRow | null
}

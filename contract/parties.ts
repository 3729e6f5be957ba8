/** Who pays and who is paid, as the database knows them and the rules of a payment take them. */
import type { ErrorCode } from './errors.ts'
import type { PaymentScaFactor } from './paymentOrder.ts'

/**
 * What the customer can authorize a payment with; null if no strong authentication is asked of it,
 * and for the platform itself.
 */
export type PayerFactors = readonly PaymentScaFactor[] | null

/** What a customer lacks for payments in a currency, by its code; null: nothing. */
export type MissingFields = Readonly<Record<string, readonly string[]>> | null

/** What decides whether a customer may pay; of the platform itself, null throughout. */
export type PayerFacts = {
  /** Why the customer may move no money; null if it may. */
  readonly payment_refusal: ErrorCode | null
  readonly sca_factors: PayerFactors
  readonly missing_fields: MissingFields
}

/** An account of ours, of a customer or of the platform, with the facts of its customer. */
export type InternalAccountParty = PayerFacts & {
  readonly id: string
  readonly platform_id: string
  readonly customer_id: string | null
  readonly platform_customer_id: string | null
  readonly uma_address: string | null
  readonly type: string
  readonly status: string
  readonly currency: string
  readonly sub_organization_id: string | null
  readonly address: string | null
}

export type AccountRefusal =
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'BANK_ACCOUNT_VALIDATION_PENDING'
  | 'INVALID_BANK_ACCOUNT'
  | 'CONFLICT'

/** An external bank account or wallet, of a customer or of the platform. */
export type ExternalAccountParty = PayerFacts & {
  readonly id: string
  readonly platform_id: string
  readonly customer_id: string | null
  readonly account_type: string
  readonly account_info: Readonly<Record<string, unknown>>
  readonly status: string
  readonly currency: string
  readonly ownership_type: string | null
  /** Why it can be neither paid nor collected from; null if its own state permits both. */
  readonly refusal: AccountRefusal | null
  /** The account is an invoice whose time is over. */
  readonly is_expired: boolean
  /** Since when its customer trusts the account: no proof of the payee is asked for. */
  readonly trusted_at: string | null
}

export type Owner = {
  readonly id: string
  readonly platform_customer_id: string
  readonly uma_address: string
}

/** A customer of any platform of ours who has the wanted UMA address. */
export type UmaOwner = Owner & {
  readonly platform_id: string
  /** Active ones; the first is where money without a currency of its own goes. */
  readonly accounts: readonly (Pick<InternalAccountParty, 'id' | 'type' | 'currency'> & {
    readonly isExternal: boolean
    /** Of an external one. */
    readonly info?: Readonly<Record<string, unknown>>
  })[]
  readonly currencies: readonly PlatformCurrency[]
}

/** What a platform says of a currency in its configuration. */
export type PlatformCurrency = {
  readonly currencyCode: string
  readonly minAmount: number
  readonly maxAmount: number
  readonly requiredCounterpartyFields: readonly {
    readonly name: string
    readonly mandatory: boolean
  }[]
  readonly enabledTransactionTypes: readonly string[]
}

/** One of `feeConfigs`, as its row has it. */
export type PlatformFee = {
  readonly fee_type: 'CROSS_CURRENCY_TRANSACTION' | 'RAIL'
  /** The currency that is sent; or rail, direction and originator: `ACH/OUT/SERVICE`. */
  readonly charged_on: string
  readonly fixed_amount: number
  readonly fixed_currency: string
  readonly variable_basis_points: number
}

export type Parties = {
  readonly source_internal: InternalAccountParty | null
  readonly source_external: ExternalAccountParty | null
  readonly owner: (Owner & PayerFacts) | null
  readonly destination_internal: InternalAccountParty | null
  readonly destination_external: ExternalAccountParty | null
  readonly uma_owner: UmaOwner | null
  readonly currencies: readonly PlatformCurrency[]
  readonly platform_fees: readonly PlatformFee[]
  /** ISO 8601. */
  readonly expires_at: string
  readonly timestamp_ms: number | null
}

/** The result of a receiver lookup, as far as a payment depends on it. */
export type LookedUpReceiver = {
  readonly kind: 'UMA' | 'EXTERNAL_ACCOUNT'
  readonly receiver: string
  /** UUID of the customer of ours who had the address; null for one outside. */
  readonly receiverCustomerId: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

/**
 * Rows as PostgreSQL's `to_jsonb` gives them: instants are ISO text, amounts are JSON integers.
 * Handlers read rows in this form and events keep it, so that one function shapes both.
 */

import type { CardDisposition, CardDisputeStatus } from '../cardDisputes.ts'
import type { CardDeclinedReason, CardMerchant } from '../cardTransactions.ts'
import type { InternalAccount, InternalAccountType, SweepRule } from '../components/accounts.ts'
import type { AgreementType, EndUserTermsConsent } from '../components/agreements.ts'
import type { individualFields } from '../components/customerFields.ts'
import type { BusinessCustomer, CustomerType } from '../components/customers.ts'
import type {
  ShownDestination,
  ShownSource,
  TransactionDestination,
  TransactionSource,
} from '../components/paymentParties.ts'
import type {
  AnyTransactionStatus,
  OutgoingTransaction,
  PaymentInstructions,
  QuoteStatus,
  Refund,
  TransactionType,
} from '../components/payments.ts'
import type { ContactVerification, ScaFactor } from '../components/sca.ts'
import type {
  BeneficialOwner,
  BeneficialOwnerPersonalInfoResponse,
} from '../components/verifications.ts'
import type { RateDetails } from '../money.ts'
import type { Environment } from '../outsideParties.ts'
import type { Shown } from '../shown.ts'
import { instant } from '../time.ts'

/** What only a card transaction has. Amounts in cents, those of pulls in units of the account's currency. */
export type CardDetails = {
  readonly cardId: string
  readonly accountId: string
  readonly issuerToken: string
  readonly merchant: CardMerchant
  /** Of a declined one. */
  readonly declinedReason?: CardDeclinedReason | null
  /** Of a return: the purchase that it is of. Bare uuid. */
  readonly originalTransactionId?: string
  readonly authorized: number
  readonly settled: number
  readonly refunded: number
  readonly settlements: number
  readonly refunds: number
  readonly pulls: { readonly count: number; readonly total: number; readonly pending: number }
  readonly authorizedAt: string
  readonly lastEventAt: string | null
  readonly disputes?: readonly CardDisputeRow[] | null
}

/** A dispute as its purchase shows it. Amounts in cents. */
export type CardDisputeRow = {
  readonly id: string
  readonly token: string
  readonly status: CardDisputeStatus
  readonly disposition: CardDisposition | null
  readonly reason: string | null
  readonly cents: number
  readonly credited: number
  readonly recovered: number
}

export type TransactionRow = {
  readonly id: string
  readonly platform_id: string
  readonly customer_id: string | null
  readonly platform_customer_id: string | null
  readonly type: Shown<typeof TransactionType>
  readonly direction: 'CREDIT' | 'DEBIT'
  readonly status: Shown<typeof AnyTransactionStatus>
  readonly quote_id: string | null
  readonly source: Shown<typeof TransactionSource>
  readonly destination: Shown<typeof TransactionDestination>
  readonly sent_amount: number | null
  readonly sent_currency: string | null
  readonly received_amount: number | null
  readonly received_currency: string | null
  readonly fees: number | null
  readonly platform_fees: number | null
  readonly exchange_rate: string | null
  readonly description: string | null
  readonly failure_reason: string | null
  readonly refund: Shown<typeof Refund> | null
  // Not in the rows that events kept before payments had them.
  readonly payment_rail?: string | null
  readonly rail_selection_mode?: Shown<typeof OutgoingTransaction>['railSelectionMode'] | null
  readonly rate_details?: RateDetails | null
  readonly settlement_seconds?: number | null
  readonly expected_settlement_at?: string | null
  readonly pending_reason?: Shown<typeof OutgoingTransaction>['pendingReason'] | null
  readonly payment_instructions?: readonly Shown<typeof PaymentInstructions>[] | null
  readonly reference?: string | null
  readonly counterparty?: Readonly<Record<string, unknown>> | null
  readonly receipt_delivery_confirmed_at?: string | null
  /** UUID of the deposit that it sweeps, or that could not be swept. */
  readonly original_transaction_id?: string | null
  /** UUID of the agent that has made the payment. */
  readonly agent_id?: string | null
  /** Of a card transaction alone. */
  readonly card?: CardDetails | null
  readonly settled_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** A sum as `exact_amount` writes it: text from 2^53 on, where JSON.parse would round a number. */
export type StoredAmount = number | string

/** The integer that is shown; `exactJson` writes either form. */
export function shownAmount(amount: StoredAmount): number | bigint {
  return typeof amount === 'string' ? BigInt(amount) : amount
}

export type InternalAccountRow = {
  readonly id: string
  readonly customer_id: string | null
  readonly type: Shown<typeof InternalAccountType>
  readonly currency: string
  readonly status: Shown<typeof InternalAccount>['status']
  readonly private_enabled: boolean
  readonly spendable: StoredAmount
  readonly total: StoredAmount
  /** Null until the rail has been asked; not in the rows that events kept before there were any. */
  readonly funding_instructions?: readonly Shown<typeof PaymentInstructions>[] | null
  /** Of an account that sweeps. */
  readonly label?: string | null
  readonly sweep_rule?: SweepRuleRow | null
  readonly created_at: string
  readonly updated_at: string
}

/** A rule as it is stored, with the currency of its destination, and with the band of the moment. */
export type SweepRuleRow = StoredSweepRule & {
  readonly minimum: number
  readonly maximum: number | null
}

export type StoredSweepRule = Pick<
  Shown<typeof SweepRule>,
  'destination' | 'purposeOfPayment' | 'description' | 'remittanceInformation'
> & { readonly currency: string }

/** Without the encrypted identifier. */
export type BeneficialOwnerRow = {
  readonly id: string
  readonly customer_id: string
  readonly roles: Shown<typeof BeneficialOwner>['roles']
  readonly ownership_percentage: number
  readonly personal_info: Shown<typeof BeneficialOwnerPersonalInfoResponse>
  readonly kyc_status: Shown<typeof BeneficialOwner>['kycStatus']
  readonly created_at: string
  readonly updated_at: string
}

/** What only a person has, or only a business. */
type CustomerProfile = Shown<{ readonly properties: typeof individualFields }> &
  Pick<Shown<typeof BusinessCustomer>, 'address' | 'businessInfo'>

/** What a customer accepted last of each type. */
export type AgreementConsents = {
  readonly [Type in Shown<typeof AgreementType>]?: Shown<typeof EndUserTermsConsent>
}

export type CustomerRow = {
  readonly id: string
  readonly platform_customer_id: string
  readonly customer_type: Shown<typeof CustomerType>
  readonly uma_address: string
  readonly email: string | null
  readonly phone_number: string | null
  readonly region: string | null
  readonly currencies: readonly string[] | null
  readonly profile: CustomerProfile
  readonly agreement_consents: AgreementConsents
  /** Of a business. Not in the rows that events kept before there were any. */
  readonly beneficial_owners?: readonly BeneficialOwnerRow[]
  /** Of a business: its `kybStatus`. */
  readonly kyc_status: Shown<typeof BusinessCustomer>['kybStatus']
  /** Where contacts must be verified; not in the rows that events kept before. */
  readonly contact_verification?: Shown<typeof ContactVerification> | null
  readonly is_deleted: boolean
  /** Only while it is. */
  readonly is_frozen?: true
  readonly created_at: string
  readonly updated_at: string
}

export type PaymentRow = {
  readonly id: string
  readonly customer_id: string | null
  readonly environment: Environment
  readonly status: Shown<typeof QuoteStatus>
  readonly transaction_id: string
  readonly source_account_id: string | null
  readonly destination_account_id: string | null
  // As they are shown; a row from before has one internal and one external account.
  readonly source?: Shown<typeof ShownSource> | null
  readonly destination?: Shown<typeof ShownDestination> | null
  readonly payment_instructions?: readonly Shown<typeof PaymentInstructions>[] | null
  readonly destination_internal_id?: string | null
  readonly payment_rail: string | null
  readonly sending_currency: string
  readonly receiving_currency: string
  readonly sending_amount: number
  readonly receiving_amount: number
  readonly service_fee: number
  readonly platform_fee: number
  readonly exchange_rate: string
  readonly rate_details?: RateDetails | null
  readonly payload_to_sign?: string | null
  /** While the payment waits for its payer's authorization. */
  readonly sca_challenge?: ShownChallengeRow | null
  /** Where an agent has submitted or executed it. */
  readonly agent_action_id?: string | null
  readonly expires_at: string
  readonly created_at: string
}

/** As the SQL function `shown_challenge` gives it. */
export type ShownChallengeRow = {
  readonly id: string
  readonly purpose: string
  readonly factor: Shown<typeof ScaFactor>
  readonly expires_at: string
  readonly available_factors: readonly Shown<typeof ScaFactor>[]
  /** The bytes to be signed, hexadecimal; of a passkey. */
  readonly passkey_challenge: string | null
  readonly passkey: {
    readonly credential_id: string
    readonly rp_id: string
    readonly transports: readonly string[] | null
    /** The origins that the platform has set. */
    readonly origins: readonly string[] | null
  } | null
}

/** `2025-10-13T08:00:00.123456+00:00`: 23 characters of it are what is shown. */
const inUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}\+00:00$/

/** An instant of a row as the API shows it: UTC with milliseconds. */
export function shownInstant(text: string): string {
  // PostgreSQL writes an offset and up to microseconds; both are ISO 8601.
  return inUtc.test(text) ? `${text.slice(0, 23)}Z` : instant(text).toISOString()
}

/** What an answer is made of: a member that it may lack may be null, as in a row. */
export type Draft<Answer> = {
  readonly [Name in keyof Answer]: undefined extends Answer[Name]
    ? Answer[Name] | null
    : Answer[Name]
}

/** The members that have a value: what is null in a row is absent in an answer. */
export function present<Answer extends object>(shape: NoInfer<Draft<Answer>>): Answer {
  // Each answer passes here: a loop costs a third of entries and back.
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(shape)) {
    if (value !== null && value !== undefined) shown[name] = value
  }
  return shown as Answer
}

/** Row to component: the only place where resources of responses and events are shaped. */
import type { InternalAccount, SweepRule } from '../components/accounts.ts'
import { AgreementType } from '../components/agreements.ts'
import type {
  BusinessCustomer,
  CustomerOneOf,
  IndividualCustomer,
} from '../components/customers.ts'
import type { ShownDestination, ShownSource } from '../components/paymentParties.ts'
import type {
  IncomingTransaction,
  OutgoingTransaction,
  PaymentInstructions,
  Quote,
  Refund,
  Transaction,
  TransactionOneOf,
  TransactionStatus,
} from '../components/payments.ts'
import type { CurrencyAmount } from '../components/shared.ts'
import { idOf } from '../ids.ts'
import { currencyOf } from '../money.ts'
import type { Shown } from '../shown.ts'
import { canFundCards, cardCapabilities } from './cards.ts'
import { type CardTransactionRow, presentCardTransaction } from './cardTransactions.ts'
import { presentInstructions } from './instructions.ts'
import {
  type CustomerRow,
  type Draft,
  type InternalAccountRow,
  type PaymentRow,
  present,
  type StoredAmount,
  type SweepRuleRow,
  shownAmount,
  shownInstant,
  type TransactionRow,
} from './rows.ts'
import { presentScaChallenge } from './scaChallenge.ts'
import { presentBeneficialOwner } from './verifications.ts'

export * from './externalAccount.ts'
export { presentInstructions } from './instructions.ts'
export * from './rows.ts'

type Incoming = Shown<typeof IncomingTransaction>
type Outgoing = Shown<typeof OutgoingTransaction>
type Money = Shown<typeof CurrencyAmount>

export function presentTransaction(row: TransactionRow): Shown<typeof TransactionOneOf> {
  return row.card
    ? presentCardTransaction(row as CardTransactionRow, row.card)
    : presentPayment(row)
}

/** A transaction that is not of a card. */
export function presentPayment(row: TransactionRow): Shown<typeof Transaction> {
  return row.type === 'INCOMING'
    ? presentIncoming(row as IncomingRow)
    : presentOutgoing(row as OutgoingRow)
}

// What each payment of the type has.
type PaidRow = TransactionRow & { readonly status: Shown<typeof TransactionStatus> }
type IncomingRow = PaidRow & {
  readonly type: 'INCOMING'
  readonly received_amount: number
  readonly received_currency: string
}
type OutgoingRow = PaidRow & {
  readonly type: 'OUTGOING'
  readonly sent_amount: number
  readonly sent_currency: string
}

/** Members of the payer's side alone: clients distinguish the two types by them. */
function presentOutgoing(row: OutgoingRow): Outgoing {
  return present<Outgoing>({
    ...factsOf(row),
    type: row.type,
    sentAmount: money(row.sent_amount, row.sent_currency),
    receivedAmount: money(row.received_amount, row.received_currency),
    fees: row.fees,
    platformFees: row.platform_fees,
    exchangeRate: row.exchange_rate === null ? null : Number(row.exchange_rate),
    rateDetails: row.rate_details,
    paymentRail: row.payment_rail,
    railSelectionMode: row.rail_selection_mode,
    settlementTimelineSeconds: row.settlement_seconds,
    expectedSettlementAt: row.expected_settlement_at && shownInstant(row.expected_settlement_at),
    paymentInstructions: presentInstructions(row.payment_instructions, row),
  })
}

function presentIncoming(row: IncomingRow): Incoming {
  return present<Incoming>({
    ...factsOf(row),
    type: row.type,
    receivedAmount: money(row.received_amount, row.received_currency),
    // In the currency that is received; the payer's are not the receiver's to see.
    fees: row.sent_currency === row.received_currency ? row.fees : null,
  })
}

function factsOf(row: PaidRow): Draft<Omit<Incoming, 'type' | 'receivedAmount' | 'fees'>> {
  return {
    id: idOf('Transaction', row.id),
    status: row.status,
    pendingReason: ['PENDING', 'PROCESSING'].includes(row.status) ? row.pending_reason : null,
    direction: row.direction,
    source: row.source,
    destination: row.destination,
    // A transaction of the platform itself names the platform, as the filter does.
    customerId:
      row.customer_id === null
        ? idOf('PlatformConfig', row.platform_id)
        : idOf('Customer', row.customer_id),
    platformCustomerId: row.platform_customer_id ?? '',
    quoteId: row.quote_id && idOf('Quote', row.quote_id),
    originalTransactionId:
      row.original_transaction_id && idOf('Transaction', row.original_transaction_id),
    agentId: row.agent_id && idOf('Agent', row.agent_id),
    description: row.description,
    failureReason: shownFailure(row),
    refund: row.refund && presentRefund(row.refund),
    reconciliationInstructions: presentReconciliation(row),
    counterpartyInformation: row.counterparty,
    receiptDeliveryConfirmedAt:
      row.receipt_delivery_confirmed_at && shownInstant(row.receipt_delivery_confirmed_at),
    settledAt: row.settled_at && shownInstant(row.settled_at),
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  }
}

function presentReconciliation({
  reference,
  source,
}: PaidRow): Draft<Incoming>['reconciliationInstructions'] {
  if (!reference) return null
  const { onChainTransaction: by } = source
  return { reference, ...(by && { transactionHash: by.transactionHash }) }
}

/** The reasons of the interface are two lists. What is in the other one only is shown as what both have. */
const reasonsOfOthers: Readonly<Record<string, readonly string[]>> = {
  OUTGOING: ['COLLECTION_FAILED'],
  INCOMING: ['FUNDING_AMOUNT_MISMATCH', 'SCA_NOT_COMPLETED', 'ACCOUNT_INVALID', 'LIMIT_EXCEEDED'],
}

function shownFailure({ type, failure_reason: reason }: TransactionRow): string | null {
  const isOthers = reason !== null && reasonsOfOthers[type]?.includes(reason)
  return isOthers ? 'QUOTE_EXECUTION_FAILED' : reason
}

function presentRefund(refund: Shown<typeof Refund>): Shown<typeof Refund> {
  return present({
    reference: refund.reference,
    initiatedAt: refund.initiatedAt && shownInstant(refund.initiatedAt),
    settledAt: refund.settledAt && shownInstant(refund.settledAt),
    status: refund.status,
    reason: refund.reason,
  })
}

function money(amount: StoredAmount, currency: string): Money
function money(amount: StoredAmount | null, currency: string | null): Money | null
function money(amount: StoredAmount | null, currency: string | null): Money | null {
  if (amount === null || currency === null) return null
  return { amount: shownAmount(amount), currency: currencyOf(currency) }
}

export function presentInternalAccount(row: InternalAccountRow): Shown<typeof InternalAccount> {
  return present({
    id: idOf('InternalAccount', row.id),
    customerId: row.customer_id && idOf('Customer', row.customer_id),
    type: row.type,
    status: row.status,
    balance: money(row.spendable, row.currency),
    totalBalance: money(row.total, row.currency),
    fundingPaymentInstructions:
      row.status === 'ACTIVE' ? (presentInstructions(row.funding_instructions, row) ?? []) : [],
    privateEnabled: row.type === 'EMBEDDED_WALLET' ? row.private_enabled : null,
    cardCapabilities: canFundCards(row) ? cardCapabilities : null,
    label: row.label,
    sweepRule: row.sweep_rule && presentSweepRule(row.sweep_rule, row.currency),
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

function presentSweepRule(
  { destination, minimum, maximum, ...rule }: SweepRuleRow,
  currency: string,
): Shown<typeof SweepRule> {
  const { purposeOfPayment, description, remittanceInformation } = rule
  return {
    ...present<Pick<Shown<typeof SweepRule>, keyof typeof rule & keyof Shown<typeof SweepRule>>>({
      ...{ purposeOfPayment, description, remittanceInformation },
    }),
    destination,
    minimumAmount: money(minimum, currency),
    maximumAmount: money(maximum, currency),
    platformFeeOverride: null,
  }
}

type Business = Shown<typeof BusinessCustomer>

export function presentCustomer(row: CustomerRow): Shown<typeof CustomerOneOf> {
  if (row.customer_type === 'INDIVIDUAL') {
    return present<Shown<typeof IndividualCustomer>>({
      ...sharedOf(row),
      ...row.profile,
      customerType: row.customer_type,
      kycStatus: row.kyc_status,
    })
  }
  return present<Business>({
    ...sharedOf(row),
    ...row.profile,
    customerType: row.customer_type,
    beneficialOwners: row.beneficial_owners?.map(presentBeneficialOwner),
    kybStatus: row.kyc_status,
  })
}

type OfBusinesses = 'customerType' | 'address' | 'businessInfo' | 'beneficialOwners' | 'kybStatus'

function sharedOf(row: CustomerRow): Draft<Omit<Business, OfBusinesses>> {
  return {
    id: idOf('Customer', row.id),
    platformCustomerId: row.platform_customer_id,
    umaAddress: row.uma_address,
    email: row.email,
    phoneNumber: row.phone_number,
    region: row.region,
    currencies: row.currencies,
    contactVerification: row.contact_verification,
    agreementConsents: AgreementType.enum.flatMap((type) => {
      const consent = row.agreement_consents[type]
      return consent === undefined ? [] : [{ type, ...consent }]
    }),
    endUserTermsConsent: row.agreement_consents.SERVICE_END_USER_TERMS,
    isDeleted: row.is_deleted,
    isFrozen: row.is_frozen,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  }
}

export function presentQuote(row: PaymentRow): Shown<typeof Quote> {
  return present({
    id: idOf('Quote', row.id),
    status: row.status,
    createdAt: shownInstant(row.created_at),
    expiresAt: shownInstant(row.expires_at),
    source: row.source ?? accountSource(row.source_account_id),
    destination: row.destination ?? accountDestination(row),
    sendingCurrency: currencyOf(row.sending_currency),
    receivingCurrency: currencyOf(row.receiving_currency),
    totalSendingAmount: row.sending_amount,
    totalReceivingAmount: row.receiving_amount,
    exchangeRate: Number(row.exchange_rate),
    rateDetails: row.rate_details,
    feesIncluded: row.service_fee + row.platform_fee,
    platformFeesIncluded: row.platform_fee,
    transactionId: idOf('Transaction', row.transaction_id),
    paymentInstructions: row.payload_to_sign
      ? [walletInstructions(row.payload_to_sign)]
      : presentInstructions(row.payment_instructions, row),
    scaChallenge: row.sca_challenge && presentScaChallenge(row.sca_challenge),
    agentActionId: row.agent_action_id && idOf('AgentAction', row.agent_action_id),
  })
}

function accountSource(accountId: string | null): Shown<typeof ShownSource> {
  return { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount', accountId ?? '') }
}

function accountDestination(row: PaymentRow): Shown<typeof ShownDestination> {
  return present({
    destinationType: 'ACCOUNT',
    accountId: idOf('ExternalAccount', row.destination_account_id ?? ''),
    paymentRail: row.payment_rail,
  })
}

function walletInstructions(payloadToSign: string): Shown<typeof PaymentInstructions> {
  return {
    accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign },
    instructionsNotes:
      'Stamp payloadToSign byte for byte with a session key of the wallet, then execute the quote ' +
      'with the stamp in Service-Wallet-Signature.',
  }
}

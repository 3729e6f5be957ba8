/**
 * The SQL functions that code calls by name (`database.call`), with the types of their arguments
 * and results. Their definitions are in `functions/`. An object argument is one jsonb parameter;
 * what is undefined in it is absent there.
 */

import type { PaymentRun } from '../contract/decidablePayment.ts'
import type { Judgement } from '../contract/judgement.ts'
import type { OpenRow, PendingStart, StartFacts } from '../contract/openRow.ts'
import type { Environment } from '../contract/outsideParties.ts'
import type { Order, PaymentScaFactor, RemainingStep } from '../contract/paymentOrder.ts'
import type { AgentActionRow } from '../contract/present/agentActions.ts'
import type { AgentRow } from '../contract/present/agents.ts'
import type { DocumentRow } from '../contract/present/documents.ts'
import type {
  AgreementConsents,
  CustomerRow,
  ExternalAccountRow,
  InternalAccountRow,
  PaymentRow,
  StoredSweepRule,
  TransactionRow,
} from '../contract/present/index.ts'
import type { InvitationRow } from '../contract/present/invitations.ts'
import type { DeliveryRow } from '../contract/present/webhooks.ts'
import type { RailProvider } from '../contract/railRoutes.ts'
import type { NotDecided, Refused } from '../contract/refused.ts'
import type {
  AgentRequest,
  DecideActionInput,
  DecidedAction,
  FollowedAction,
  JudgedAction,
  JudgedRefusal,
  SubmitActionInput,
  SubmittedAction,
} from './agentFunctions.ts'
import type { AuthorizationFunctions } from './authorizationFunctions.ts'
import type { CardFunctions } from './cardFunctions.ts'
import type { CardTransactionFunctions } from './cardTransactionFunctions.ts'
import type { NoticeParticulars, RailFunctions } from './railFunctions.ts'
import type { SandboxFaultFunctions } from './sandboxFaultFunctions.ts'
import type { ScaFunctions } from './scaFunctions.ts'
import type { StablecoinFunctions } from './stablecoinFunctions.ts'
import type {
  AccountToValidate,
  MicroEntryFunctions,
  Validation,
  ValidationAnswer,
  ValidationState,
} from './validationFunctions.ts'
import type { VerificationFunctions } from './verificationFunctions.ts'

/** With what its workflow is started with, where it has one. */
export type Started = { readonly outcome: 'COMMITTED'; readonly start?: PendingStart }

export type RefusedDeviceCode = {
  readonly outcome: 'REFUSED'
  readonly code: 'UNKNOWN' | 'REDEEMED' | 'EXPIRED' | 'RATE_LIMITED'
  readonly reason?: string
  readonly retryAfterSeconds?: number
}

/** How many jobs are due, by their task. */
export type DueJobs = Readonly<Record<string, number>>

/** Instants as PostgreSQL writes them. */
export type ClockWaitRow = {
  readonly what: string
  readonly object: string | null
  readonly subject: string | null
  readonly platformId: string | null
  readonly at: string
}

export type ClockStateRow = {
  readonly now: string
  readonly isBusy: boolean
  readonly areStarts: boolean
  readonly lastEvent: string
  readonly next: string | null
  readonly waits: readonly ClockWaitRow[]
}

export type ClockMoveRow = {
  readonly id: number
  readonly fired: readonly (ClockWaitRow & { readonly eventIds: readonly string[] })[]
  readonly waiting: readonly ClockWaitRow[]
  readonly lastEvent: string
}

/** A payment's status, or REFUND_AT_RAIL where the rail must carry its refund. */
export type PaymentStatus = string

export type DecidePaymentInput = {
  readonly platformId: string
  readonly paymentId: string
  /** Of a request that executes a payment; without one `executeQuote`. */
  readonly operation?: string | undefined
  readonly key?: string | undefined
  /** SHA-256, hexadecimal. */
  readonly requestHash?: string | undefined
  /** ISO 8601, of the database's clock: after it the decision refuses as SERVICE_UNAVAILABLE. */
  readonly decideBefore?: string | undefined
  /** In clear text, where the payment does not wait for its payer's authorization. */
  readonly stamp?: string | undefined
  /** Else encrypted, and bound to the UUID of what it waits with. */
  readonly sealedStamp?: string | undefined
  readonly stampBoundTo?: string | undefined
  /** What the payer is to prove itself with, if proofs are asked for. */
  readonly scaFactor?: PaymentScaFactor | undefined
  readonly publicKey?: string | undefined
  /** The record key that the codes of challenges are derived with. */
  readonly codeKey?: string | undefined
  /** A deposit for a payment that waits for it; smallest unit. */
  readonly depositedAmount?: string | undefined
  /** In the sandbox: the payer's bank pays the collection, whatever the account's suffix says. */
  readonly settlesCollection?: true | undefined
  /** A payment that is created in the moment it is executed. */
  readonly immediateOrder?: (Order & { readonly isImmediate: true }) | undefined
  /** An agent executes it: it is judged and counted in the same transaction. */
  readonly agent?: AgentRequest | undefined
}

/** What has been decided about a payment. */
export type ExecutedPayment = {
  readonly outcome: 'COMMITTED'
  /** Decided before, by the same request. */
  readonly isReplay?: true
  /** Of an agent's payment, as its first answer showed it. */
  readonly action?: AgentActionRow
  /** The row as the first answer showed it; of an agent's payment it is in the action. */
  readonly payment?: PaymentRow
  /** Of a payment that was created with its execution: as the first answer showed it. */
  readonly transaction?: TransactionRow
  /** What is left to do. */
  readonly steps: readonly RemainingStep[]
  /** What carries it out; absent where nothing is to be started. */
  readonly start?: PendingStart
  /** The payment has failed. */
  readonly isFailed?: true
}

export type DecidePaymentResult = ExecutedPayment | JudgedRefusal

/** What a worker has claimed: a start, or a signal that goes with it. */
export type ClaimedStart = {
  readonly id: number
  /** isClosed: of a signal to a run; none is started. */
  readonly row: OpenRow & { readonly isClosed?: true }
  readonly signal?: string
  readonly payload?: unknown
}

/** What a run was started with about a payment whose row does not say so. */
export type TakenOverInput = StartFacts & {
  readonly platformId: string
  readonly paymentId: string
  /** Everything is rolled back: what would be refused is refused, and anything else as TRIAL. */
  readonly isTrial?: true | undefined
}

export type TakenOver =
  | {
      /** KNOWN: the row is executed, or closed, and nothing was changed. */
      readonly outcome: 'TAKEN_OVER' | 'KNOWN'
      readonly status: string
    }
  | { readonly outcome: 'REFUSED'; readonly code: string }

/** A payout at the rail that no payment can take over. Amounts are decimal text. */
export type LostPayout = {
  readonly environment: Environment
  readonly reference: string
  /** The account that the payout left. */
  readonly accountId: string | null
  readonly sendingCurrency: string
  readonly sendingAmount: string
  readonly receivingCurrency: string
  readonly receivingAmount: string
}

/** Of `run_rows`. */
export type RunRow = {
  readonly workflow_id: string
  readonly state: 'OK' | 'MISSING' | 'BEHIND' | null
}

export type ApprovalDecisionInput = {
  readonly decision: 'APPROVED' | 'REJECTED'
  /** `webhook`, `call`, `time` or `the payout`; `the end of the payment` where that came first. */
  readonly by: string
  readonly failureReason?: string | undefined
  readonly reason?: string | undefined
  readonly receiverCustomerInfo?: object | undefined
}

export type ApprovalRequest = {
  /** The payer, the source or the payee is frozen: the platform is not asked, and there is no other member. */
  readonly isHeld?: true
  readonly isFirst: boolean
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED'
  /** Sent before, and the response may be outstanding. */
  readonly isUnderWay: boolean
  readonly endpoint: string | null
  readonly environment: Environment
  readonly platformId: string
  readonly event: {
    readonly id: string
    readonly type: string
    readonly snapshot: object
    readonly createdAt: string
  }
}

export type OtpRate = { readonly burst: number; readonly secondsPerCode: number }

/** A customer to be created, with its internal accounts and its first credential. */
export type NewCustomer = {
  readonly customerType: string
  readonly email?: string | null | undefined
  readonly phoneNumber?: string | null | undefined
  readonly region?: string | null | undefined
  readonly currencies: readonly string[]
  readonly platformCustomerId: string
  readonly umaAddress: string
  readonly profile: object
  /** Encrypted: an individual's identifier, or a business's tax id. */
  readonly identityNumber?: string | undefined
  readonly agreementConsents?: AgreementConsents | undefined
  readonly accounts: readonly {
    readonly id: string
    readonly currency: string
    readonly type: string
  }[]
  readonly credentialId: string
  readonly key?: string | undefined
  readonly requestHash: string
  readonly operation: 'createCustomer'
}

export type CreateCustomerInput = NewCustomer & {
  /** UUID without prefix. */
  readonly id: string
  readonly platformId: string
  /** ISO 8601: the customer is not created after it. */
  readonly decideBefore?: string | undefined
}

/** A customer; with the start of its wallet's onboarding where that can begin. */
export type CustomerCreated = Started & { readonly isReplay?: true }

/** A customer that was changed; with the start where its wallet can be made now. */
export type CustomerChanged = Started

/** What has become of a freeze by an operator; FROZEN_BEFORE: it is frozen already, and nothing has changed. */
export type Frozen = 'FROZEN' | 'FROZEN_BEFORE' | 'NOT_FOUND'
/** NOT_FROZEN: no operator has frozen it, and nothing has changed. */
export type Released = 'RELEASED' | 'NOT_FROZEN' | 'NOT_FOUND'

/** OPEN: the payment that waits for it decides. */
export type CreatedRuleAccount =
  | { readonly account: InternalAccountRow; readonly isReplay?: true; readonly refused?: undefined }
  | {
      readonly refused:
        | 'CONFLICT'
        | 'ACCOUNT_NOT_FOUND'
        | 'FORBIDDEN'
        | 'USER_NOT_FOUND'
        | 'RULE_LIMIT'
    }

/** What the sweep of a deposit is priced by. */
export type SweepFacts = {
  readonly platformId: string
  readonly environment: Environment
  /** UUID of the account that sweeps. */
  readonly accountId: string
  /** UUID of the deposit's transaction. */
  readonly transactionId: string
  /** Decimal text. */
  readonly amount: string
  readonly currency: string
  readonly rule: StoredSweepRule
  readonly isInBand: boolean
}

export type ClaimRequestInput = {
  readonly requestId: string
  readonly platformId: string
  readonly publicKey?: string | undefined
  /** Of a passkey's assertion. */
  readonly counter?: string | undefined
  readonly proofHash?: string | undefined
  readonly providerBody?: string | null | undefined
  readonly stampHeader?: string | undefined
  readonly stampValue?: string | undefined
}

export type AcceptOtpInput = {
  readonly verificationId: string
  readonly requestId: string
  readonly payloadToSign: string
  readonly publicKey: string
  readonly verificationToken: string
  readonly lifetimeSeconds: number
}

/** A record that was created; `replayed` where a retry with the same key gets the original response. */
export type Created<Key extends string, Row> = {
  readonly refused?: string
  readonly replayed?: boolean
} & { readonly [K in Key]: Row }

/** The challenge of a signed retry, as it is shown. */
export type OpenedRequest = {
  readonly id: string
  readonly payload_to_sign: string
  readonly expires_at: string
  readonly proof_hash: string | null
}

/** A credential to be added; the other fields depend on its type. */
export type CredentialIntent = {
  readonly credentialId: string
  readonly type: string
  readonly nickname?: string
  readonly contact?: string
  readonly issuer?: string
  readonly audience?: string
  readonly subject?: string
  readonly webauthnId?: string
  readonly publicKey?: string
  readonly counter?: string
  readonly transports?: readonly string[]
  readonly rpId?: string
  readonly registrationChallenge?: string
}

/** A contact to be changed in a customer and its one-time-code credentials. */
export type ContactIntent = {
  readonly credentialType: 'EMAIL_OTP' | 'SMS_OTP'
  readonly contact: string
  /** The ids of the credentials that the stamp is for, as one text. */
  readonly credentials: string
  readonly fields: CustomerFields
}

/** What is recorded once a wallet operation has been performed. */
export type RequestIntent =
  | CredentialIntent
  | ContactIntent
  | { readonly privateEnabled: boolean }
  | { readonly delegatedKeyId: string }
  | { readonly sessionPublicKey: string }

export type OpenRequestInput = {
  readonly id: string
  readonly platformId: string
  readonly accountId?: string | undefined
  readonly credentialId?: string | undefined
  readonly sessionId?: string | undefined
  readonly customerId?: string | undefined
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly bodyHash: string
  readonly payloadToSign: string
  readonly stampRule: string
  readonly intent?: RequestIntent | undefined
  readonly proofHash?: string | undefined
  readonly providerBody?: string | undefined
  readonly lifetimeSeconds: number
}

export type NewExternalAccount = {
  readonly id: string
  readonly platformId: string
  readonly customerId: string | undefined
  readonly accountType: string
  readonly currency: string
  readonly status: string
  readonly platformAccountId: string | undefined
  readonly ownershipType: string | undefined
  readonly isDefault: boolean
  readonly nameCheck: string | undefined
  readonly verifiedName: string | undefined
  readonly validation: Validation | undefined
  readonly accountInfo: object
  readonly identity: string
  /** Of a Lightning invoice: in hexadecimal, and an instant. */
  readonly invoiceHash: string | undefined
  readonly invoiceExpiresAt: string | undefined
}

/** Fields of a customer that were sent; what is undefined stays. */
export type CustomerFields = {
  readonly email?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly umaAddress?: string | undefined
  readonly region?: string | undefined
  readonly currencies?: readonly string[] | undefined
  readonly identityNumber?: string | undefined
  readonly profile: object
  readonly agreementConsents?: AgreementConsents | undefined
}

/** A row of a file that is judged by itself. */
export type ImportedRow = {
  /** Number of the row; the first one is 1. */
  readonly row: number
  /** UUID of its customer. */
  readonly id: string
  readonly platformCustomerId: string
  readonly customerType: string
  readonly umaAddress: string
  readonly email?: string | undefined
  readonly profile: object
  /** Encrypted. */
  readonly identityNumber?: string | undefined
}

/** The next rows of a file. */
export type ImportBatch = {
  readonly importId: string
  /** Rows processed before. */
  readonly fromRow: number
  /** Where the rows after these begin. */
  readonly nextByte: number
  /** Of each customer. */
  readonly accounts: readonly { readonly currency: string; readonly type: string }[]
  readonly rows: readonly ImportedRow[]
  readonly refused: readonly {
    readonly row: number
    readonly correlationId: string
    readonly code: string
    readonly reason: string
    readonly details: object
  }[]
}

/** A document, its object written. */
export type DocumentFacts = {
  readonly id: string
  readonly platformId: string
  readonly type: string
  readonly side: string | undefined
  readonly country: string
  /** Encrypted. */
  readonly number: string | undefined
  readonly issuingAuthority: string | undefined
  readonly fileName: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  readonly objectKey: string
  /** Encrypted. */
  readonly wrappedKey: string
  /** Of one that the verification vendor has. */
  readonly vendorImageId?: string
}

export type NewDocument = DocumentFacts & {
  readonly holderKind: DocumentRow['holder_kind']
  readonly holderId: string
}

export type DocumentWritten =
  | {
      readonly refused:
        | 'DOCUMENT_HOLDER_NOT_FOUND'
        | 'REFERENCE_NOT_FOUND'
        | 'DOCUMENT_ALREADY_EXISTS'
        | 'SERVICE_UNAVAILABLE'
    }
  | {
      readonly refused?: undefined
      readonly document: DocumentRow
      /** Of the object that no row refers to any more. */
      readonly replacedKey?: string
    }

/** An address of a platform with what waits for it. */
export type WaitingEndpoint = {
  readonly endpoint: string
  readonly isPresent: boolean
  readonly waiting: number
  readonly waitingSince?: string
  readonly lastError?: string
}

export type RedeliverWebhooksInput = {
  readonly platformId: string
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly types?: readonly string[] | undefined
  readonly failedOnly: boolean
  readonly limit: number
  readonly afterCreatedAt?: string | undefined
  readonly afterId?: string | undefined
}

/** A payment whose workflow gets the signal that it needs a person. */
export type WaitToShow = PaymentRun & {
  /** As in the inbox. */
  readonly kind: string
  readonly subject: string
}

/** What became of an invitation; `problems` are the fields of the request that were wrong. */
export type InvitationDecision =
  | { readonly outcome: 'COMMITTED'; readonly invitation: InvitationRow }
  | (Refused & {
      readonly problems?: readonly (
        | 'inviterUma'
        | 'inviteeUma'
        | 'expiresAt'
        | 'amountToSend'
        | 'invitationCode'
      )[]
    })

/** Functions that are declared beside the code of their group. */
type GroupFunctions = AuthorizationFunctions &
  CardFunctions &
  CardTransactionFunctions &
  ScaFunctions &
  RailFunctions &
  MicroEntryFunctions &
  SandboxFaultFunctions &
  StablecoinFunctions &
  VerificationFunctions

export type SqlFunctions = GroupFunctions & {
  /** Of the test clock, milliseconds. */
  clock_ahead_at(to: Date): number
  move_clock(aheadMs: number): null
  move_clock_to(to: Date): number
  clock_state(): ClockStateRow
  clock_progress(): string
  clock_sleeping_runs(): string[]
  clock_refusal(): string | null
  begin_clock_move(to: Date, by: string): ClockMoveRow | null
  end_clock_move(id: number): null
  // Payments
  create_payment(order: Order & { readonly codeKey: string }): Created<'payment', PaymentRow>
  request_cancel(
    platformId: string,
    transactionId: string,
    reason: string | null,
  ): 'REQUESTED' | 'REQUESTED_BEFORE' | 'NOT_SUPPORTED' | 'NOT_CANCELLABLE'
  fund_account(input: {
    readonly platformId: string
    readonly accountId: string
    /** Smallest unit. */
    readonly amount: string
    readonly transactionId: string
    readonly key: string | undefined
    readonly requestHash: string
  }): Created<'account', InternalAccountRow>
  decide_payment(input: DecidePaymentInput): DecidePaymentResult
  find_payment_decision(input: DecidePaymentInput): ExecutedPayment | NotDecided
  /** What the payment's workflow still has to do. */
  steps_of_payment(paymentId: string): readonly RemainingStep[]
  claim_pending_starts(max: number, leaseSeconds: number): readonly ClaimedStart[]
  release_pending_starts(ids: readonly number[], seconds: number): void
  delete_pending_starts(ids: readonly number[]): void
  /** Null: the subject is closed. */
  pending_subject(kind: 'PAYMENT', id: string): OpenRow | null
  oldest_pending_start_seconds(): number
  settle_payment(paymentId: string): PaymentStatus
  fail_payment(
    paymentId: string,
    reason: string,
    cause: 'TRANSACTION_FAILED' | 'USER_CANCELLATION',
    refund: 'COMPLETED' | 'FAILED',
  ): PaymentStatus
  expire_payment(paymentId: string): boolean
  pause_payouts(
    environment: Environment,
    platformId: string | null,
    by: string,
    reason: string,
  ): boolean
  resume_payouts(environment: Environment, platformId: string | null, by: string): boolean
  /** `subject`: an id as the API shows it, of a customer, an internal account or a payee. */
  freeze_subject(subject: string, by: string, reason: string): Frozen
  /** What has waited for it goes on. */
  release_subject(subject: string, by: string, reason: string): Released
  request_stop(paymentId: string, isRefund: boolean): void
  settle_unconfirmed(paymentId: string, isRefund: boolean): PaymentStatus
  record_decision(paymentId: string, code: 'DECIDED' | 'DECISION_REFUSED', parameters: object): void
  reverse_payout(paymentId: string, reason: string): PaymentStatus
  settle_reversed_payout(paymentId: string): void
  /** False: a request that was taken has been answered meanwhile. */
  book_collection(paymentId: string): void
  return_collection(paymentId: string): PaymentStatus
  resolve_collection(paymentId: string, decision: 'paid' | 'refund' | 'retry' | ''): string
  settle_late_collection(paymentId: string): PaymentStatus
  return_payment(paymentId: string, reason: string): PaymentStatus
  settle_refund(paymentId: string, isPaid: boolean): PaymentStatus
  refund_from_suspense(paymentId: string): string
  reopen_refund(paymentId: string, attempt: number): string
  settle_late_refund(paymentId: string, attempt: number): PaymentStatus
  return_refund(paymentId: string, attempt: number): PaymentStatus
  start_approval_request(paymentId: string): ApprovalRequest | null
  unlock_credentials(accountId: string, credentialId: string, by: string): void
  record_approval_decision(
    paymentId: string,
    decision: ApprovalDecisionInput,
  ): {
    readonly decision: 'APPROVED' | 'REJECTED'
    readonly isDecidedNow: boolean
    readonly recorded: ApprovalDecisionInput
  }
  create_rule_account(account: {
    readonly id: string
    readonly platformId: string
    readonly customerId: string
    readonly currency: string
    readonly holderAccountId: string
    readonly label?: string | undefined
    readonly rule: StoredSweepRule
    /** Of an external destination. */
    readonly destinationAccountId?: string | undefined
    readonly operation: string
    readonly key: string | undefined
    readonly requestHash: string
  }): CreatedRuleAccount
  sweep_facts(depositId: string): SweepFacts | null
  sweep_deposit(sweep: {
    readonly depositId: string
    /** The reference of its payout at the rail. */
    readonly payout: string
    readonly order?: Order
    readonly failure?: string
    /** The code of the refusal behind it. */
    readonly refusal?: string | undefined
  }): 'EXECUTED' | 'GIVEN' | 'WAITING' | null
  /** Amount as decimal text. */
  lost_payout(reference: string): { readonly amount: string; readonly currency: string } | null
  queue_waiting_sweeps(olderThan: string, max: number): bigint
  keep_funding_instructions(kept: {
    readonly accounts: readonly {
      readonly id: string
      readonly instructions: readonly object[]
      /** Who has said so; absent: no provider takes the currency. */
      readonly provider?: RailProvider | undefined
    }[]
  }): void
  apply_deposit_to_account(deposit: string, account: string, by: string, why: string): string
  apply_deposit_to_payment(deposit: string, payment: string, by: string, why: string): string
  return_deposit(
    deposit: string,
    by: string,
    why: string,
  ): { readonly outcome: string; readonly attempt?: number | null }
  decide_contradicted_return(deposit: string, isPaid: boolean, by: string, why: string): string
  /** Null: no return of a deposit has this reference in that environment. */
  book_deposit_return(
    environment: Environment,
    reference: string,
    state: 'PENDING' | 'SETTLED' | 'FAILED' | 'RETURNED',
    reported?: NoticeParticulars,
  ): 'CREATED' | 'SUBMITTED' | 'SETTLED' | 'FAILED' | 'RETURNED' | null
  take_over_deposit_return(input: {
    readonly environment: Environment
    readonly provider?: RailProvider
    readonly reference: string
    readonly state: 'PENDING' | 'SETTLED' | 'FAILED' | 'RETURNED'
    readonly deposit?:
      | {
          readonly id: string
          readonly reference: string
          readonly amountMinor: string
          readonly currency: string
        }
      | undefined
  }): string
  take_over_payment(input: TakenOverInput): TakenOver
  /** False: the payment does not wait for its payer. */
  take_over_authorization(paymentId: string): boolean
  /** Of an executed payment; arguments as of `fail_payment`. */
  take_over_failure(
    paymentId: string,
    reason: string,
    cause: 'TRANSACTION_FAILED' | 'USER_CANCELLATION',
    refund: 'COMPLETED' | 'FAILED',
  ): PaymentStatus
  /** True: booked by this call. */
  book_lost_payout(payout: LostPayout): boolean
  is_lost_payout_booked(reference: string): boolean
  /** ISO 8601. Null: there is none, or another worker reads. */
  claim_run_window(
    quietSeconds: number,
    maxSeconds: number,
    keptDays: number,
  ): { readonly from: string; readonly until: string } | null
  /** False: it is not listed, and nothing is recorded. */
  decide_finding(subject: string, by: string, reason: string): boolean
  drop_found_rows(): void
  /** False: it has ended. */
  stop_import(importId: string, reason: string): boolean
  end_run_comparison(until: string): void
  report_run_window(until: string, found: { readonly runs: readonly object[] }): void
  // What agents do
  judge_now(
    agentId: string,
    action: JudgedAction,
    /** One that is not in force. */
    policy?: object | null,
    excludingActionId?: string | null,
  ): Judgement
  judge_last_actions(
    agentId: string,
    policy: object | null,
    max: number,
  ): readonly (Pick<Judgement, 'decision' | 'rules' | 'remaining'> & {
    readonly actionId: string
  })[]
  submit_agent_action(input: SubmitActionInput): SubmittedAction | JudgedRefusal
  find_submitted_action(input: SubmitActionInput): SubmittedAction | NotDecided
  purge_agent_intents(): void
  decide_agent_action(input: DecideActionInput): DecidedAction | Refused
  find_action_decision(input: DecideActionInput): DecidedAction | NotDecided
  // Customers and wallets
  create_customer(input: CreateCustomerInput): CustomerCreated | Refused
  find_customer_creation(input: CreateCustomerInput): CustomerCreated | NotDecided
  change_customer(customerId: string, fields: CustomerFields): CustomerChanged | Refused
  delete_customer(input: {
    readonly platformId: string
    readonly customerId: string
    readonly by: string
  }): (Started & { readonly customer: CustomerRow }) | Refused | { readonly outcome: 'AGAIN' }
  /** The accounts of some more customers in a currency that was added; true: there are more. */
  open_added_accounts(platformId: string, currency: string, max: number): boolean
  open_internal_account(
    id: string,
    platformId: string,
    customerId: string | null,
    type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET',
    currency: string,
    status: 'PENDING' | 'ACTIVE',
  ): void
  activate_wallet(
    accountId: string,
    subOrganizationId: string,
    userId: string,
    walletId: string,
    address: string,
  ): void
  issue_otp(
    input: OtpRate & {
      readonly credentialId: string
      readonly platformId: string
      readonly number: number
    },
  ): Started | Refused
  /** Null: the subject is closed. */
  running_start(kind: 'OTP_ISSUANCE', id: string, number: number): PendingStart | null
  settle_otp_issuance(
    credentialId: string,
    number: number,
    otpId: string | null,
    targetBundle: string | null,
    lifetimeSeconds: number,
    failure: string | null,
  ): void
  reserve_otp_attempt(input: {
    readonly credentialId: string
    readonly platformId: string
    readonly number: number
    readonly verificationId: string
    readonly attemptsMax: number
    readonly path: string
    readonly requestHash: string
    readonly encryptedBundle: string
  }): Started | Refused
  accept_otp(input: AcceptOtpInput): object
  refuse_otp(verificationId: string, code: string, reason: string, isWrongCode: boolean): void
  claim_request(input: ClaimRequestInput): Started | Refused
  fail_request(requestId: string, code: string, reason: string): void
  record_operation(
    input: OtpRate & {
      readonly requestId: string
      readonly sessionId: string
      readonly activityId?: string | undefined
      readonly apiKeyId?: string | undefined
      readonly publicKey?: string | undefined
      /** ISO 8601. */
      readonly expiresAt?: string | undefined
      readonly reference?: string | undefined
    },
  ): void
  open_request(input: OpenRequestInput): OpenedRequest | null
  apply_local_request(input: ClaimRequestInput): Started | Refused
  contact_taken(customerId: string, type: 'EMAIL_OTP' | 'SMS_OTP', contact: string): boolean
  // External accounts
  create_external_account(
    input: NewExternalAccount,
  ): ExternalAccountRow | { readonly refused: string } | null
  /** Null: its validation has ended, and nothing that it has sent is on its way. */
  account_to_validate(accountId: string): AccountToValidate | null
  record_account_validation(accountId: string, found: ValidationAnswer): ValidationState
  /** The account's new status; null: it is not UNDER_REVIEW. */
  decide_account_review(accountId: string, isAccepted: boolean, by: string): string | null
  remove_external_account(
    platformId: string,
    accountId: string,
    isOwnOnly: boolean,
  ): 'DELETED' | 'NOT_FOUND' | 'TRUSTED'
  open_ownership_challenge(input: {
    readonly id: string
    readonly accountId: string
    readonly method: 'WALLET_SIGNATURE' | 'LIVENESS'
    readonly message: string
    readonly lifetimeSeconds: number
  }): { readonly expires_at: string } | null
  look_at_liveness(challengeId: string, seconds: number): void
  finish_ownership_challenge(
    challengeId: string,
    isProven: boolean,
  ): {
    readonly outcome: 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'STALE'
    readonly account?: ExternalAccountRow
  }
  // Agents
  create_agent(input: {
    readonly id: string
    readonly platformId: string
    readonly customerId: string
    readonly name: string
    readonly policy: object
    /** `Token:<uuid>`, or the operator's command. */
    readonly changedBy: string
    readonly codeId: string
    /** SHA-256, hexadecimal. */
    readonly codeHash: string
  }): { readonly agent: AgentRow; readonly codeExpiresAt: string }
  /** What is null stays. Null: no such agent. */
  update_agent(
    platformId: string,
    agentId: string,
    name: string | null,
    isPaused: boolean | null,
  ): AgentRow | null
  /** The caller holds the lock of the agent's row. */
  change_agent_policy(agentId: string, policy: object, changedBy: string): AgentRow
  /** The caller holds the lock of the agent's row. */
  restate_agent_usage(agentId: string, currency: string): void
  replace_device_code(
    platformId: string,
    agentId: string,
    codeId: string,
    codeHash: Buffer,
  ): { readonly outcome: 'COMMITTED'; readonly expiresAt: string } | Refused
  redeem_device_code(
    codeHash: Buffer,
    tokenHash: Buffer,
    address: string,
  ): { readonly outcome: 'COMMITTED'; readonly agent: AgentRow } | RefusedDeviceCode
  /** For an agent of this customer. NAMED: by a policy in force, which is for the platform to change. */
  delete_external_account_by_agent(
    platformId: string,
    customerId: string,
    accountId: string,
  ): 'DELETED' | 'NOT_FOUND' | 'TRUSTED' | 'NAMED'
  /** False: no such agent. */
  delete_agent(platformId: string, agentId: string, deletedBy: string): boolean
  follow_agent_action(actionId: string): FollowedAction | null
  // Tokens
  /** CALLER_DELETED: the caller is remembered by authentication, and is no token any more. */
  delete_token(
    platformId: string,
    tokenId: string,
    callerId: string | null,
  ): 'DELETED' | 'NOT_FOUND' | 'LAST' | 'CALLER_DELETED'
  // Invitations
  create_invitation(input: {
    readonly platformId: string
    readonly code: string
    readonly inviterUma: string
    readonly firstName?: string | undefined
    /** Smallest unit. */
    readonly amountToSend?: number | undefined
    /** ISO 8601. */
    readonly expiresAt?: string | undefined
  }): InvitationDecision
  /** Null: no invitation of this environment has the code. */
  find_invitation(platformId: string, code: string): InvitationRow | null
  claim_invitation(platformId: string, code: string, inviteeUma: string): InvitationDecision
  cancel_invitation(platformId: string, code: string): InvitationDecision
  // Documents
  begin_object(key: string, isPrefix: boolean, seconds: number): void
  release_object(key: string, isPrefix: boolean): void
  due_objects(max: number): readonly { readonly key: string; readonly isPrefix: boolean }[]
  forget_object(key: string): void
  add_document(document: NewDocument): DocumentWritten
  replace_document(document: DocumentFacts): DocumentWritten
  /** @param imageId the vendor's; null if it has refused the content */
  note_forwarding(objectKey: string, imageId: string | null): void
  delete_document(
    platformId: string,
    documentId: string,
  ):
    | { readonly outcome: 'NOT_FOUND' }
    | { readonly outcome: 'SUBMITTED' }
    | { readonly outcome: 'DELETED'; readonly objectKey: string }
  // Imports of customers
  begin_import(input: {
    readonly id: string
    readonly platformId: string
    readonly objectPrefix: string
    readonly wrappedKey: string
    /** Bytes. */
    readonly size: number
  }): PendingStart | null
  start_import(importId: string, columns: readonly string[], firstByte: number, rows: number): void
  fail_import(importId: string, row: number, reason: string): void
  finish_import(importId: string, failure: string | null): void
  /** Rows processed so far. */
  import_customers(batch: ImportBatch): number
  imported_wallets(importId: string, after: string, max: number): readonly string[]
  close_import(importId: string): boolean
  // Webhooks and upkeep
  emit_event(platformId: string, type: string, subject: string, snapshot: object): void
  /** Null: no such event. Without an id: no endpoint is set. */
  redeliver_webhook(platformId: string, eventId: string): Partial<DeliveryRow> | null
  /** Null: no endpoint is set. */
  redeliver_webhooks(input: RedeliverWebhooksInput): {
    readonly accepted: number
    readonly next: { readonly id: string; readonly created_at: string } | null
  } | null
  /** By what waits longest first; `max` stands for as many or more. */
  waiting_webhooks(platformId: string, max: number): readonly WaitingEndpoint[]
  /** Null: no endpoint is set. Without `changed`: what waits is to move where it is. */
  end_waiting_webhooks(input: {
    readonly platformId: string
    readonly from: string
    readonly action: 'MOVE' | 'DROP'
    readonly limit: number
  }): { readonly changed?: number; readonly hasMore?: boolean } | null
  /** The delivery's id; null if no endpoint is set. */
  send_test_webhook(platformId: string): string | null
  /** Input and result are in worker/webhooks/attempts.ts. */
  begin_webhook_attempt(deliveryId: string, pool: string): object
  end_webhook_attempt(outcome: object): object
  resume_platform_deliveries(platformId: string, endpoint: string): void
  release_job_pool(poolId: string): void
  due_jobs(jobsMax: number): DueJobs
  open_row_cursors(): readonly string[]
  needs_workflow(kind: string, id: string, number: number): boolean
  /** Null: other workers have what is left of the pass. */
  claim_sweep_page(
    kind: string,
    quietSeconds: number,
    rowsMax: number,
  ): { readonly pass: number; readonly isLast: boolean; readonly rows: readonly OpenRow[] } | null
  report_sweep_page(kind: string, pass: number, found: number): void
  flag_overdue_payments(minutes: number): void
  note_shown_wait(kind: string, subject: string): void
  is_worth_more(
    platformId: string | null,
    amount: string,
    currency: string,
    decimals: number,
    dollars: number,
  ): boolean
  override_rate(
    environment: string,
    currency: string,
    numerator: string,
    denominator: string,
    endsAt: string,
    by: string,
    reason: string,
  ): boolean
  end_rate_override(environment: string, currency: string, by: string): boolean
  accept_rate(environment: string, currency: string, observationId: string, by: string): boolean
  set_rate_spread(
    environment: string,
    sending: string,
    receiving: string,
    platformId: string | null,
    basisPoints: number,
    by: string,
    reason: string,
  ): void
  rate_spread(
    environment: string,
    sending: string,
    receiving: string,
    platformId: string | null,
  ): number | null
  lock_terms(subject: string): void
  /** Null as the maximum: none; as the instant: now. */
  set_payment_limit(
    environment: string,
    platformId: string | null,
    name: string,
    currency: string | null,
    maximum: string | null,
    isEnded: boolean,
    from: string | null,
    by: string,
    reason: string,
  ): void
  /** Nulls: the platform pays what everybody pays. */
  set_service_fee(
    environment: string,
    platformId: string | null,
    sending: string,
    receiving: string,
    fixed: string | null,
    basisPoints: number | null,
    from: string | null,
    by: string,
    reason: string,
  ): void
  note_rate_failure(environment: string, source: string, failure: string, seconds: number): void
  /** How many rates became what; `reading` is null where nothing has changed. */
  record_rate_reading(
    environment: string,
    source: string,
    reading: object | null,
    seconds: number,
  ): Readonly<Record<string, number>>
  order_decision(decisionId: string): void
  order_open_decisions(): void
  purge_expired_secrets(): void
}

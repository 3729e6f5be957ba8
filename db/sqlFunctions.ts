/**
 * The SQL functions that code calls by name (`database.call`), with the types of their arguments
 * and
 * results. Their definitions are in `functions/`. An object argument is one jsonb parameter; what
 * is
 * undefined in it is absent there.
 */
import type { CustomerRow } from '../contract/present/rows.ts'
import type { Refused } from '../contract/refused.ts'

export type Moved = { readonly outcome: 'COMMITTED' }

/** A payment's status, or REFUND_AT_RAIL where the rail must carry its refund. */
export type PaymentStatus = string

export type DecidePaymentInput = {
  readonly attempt: number
  readonly platformId: string
  readonly paymentId: string
  readonly key?: string | undefined
  /** SHA-256, hexadecimal. */
  readonly requestHash?: string | undefined
  readonly stamp?: string | undefined
  readonly publicKey?: string | undefined
  /** Money that came in for a payment that waits for it; smallest unit. */
  readonly depositedAmount?: string | undefined
  /** A payment that is created in the moment it is executed: its row. */
  readonly immediateOrder?: object | undefined
}

export type DecidePaymentResult =
  | {
      readonly outcome: 'COMMITTED'
      /** The row as the first answer showed it. */
      readonly payment: unknown
      readonly winningKey: string | null
      readonly steps: readonly ('COLLECT' | 'SIGN' | 'APPROVE' | 'PAY_OUT' | 'SETTLE' | 'REFUND')[]
      /** The payment needed no outside party: it has been settled in the same transaction. */
      readonly finalStatus?: string
    }
  | Refused

export type ApprovalDecisionInput = {
  readonly decision: 'APPROVED' | 'REJECTED'
  /** `webhook`, `call` or `time`. */
  readonly by: string
  readonly failureReason?: string | undefined
  readonly reason?: string | undefined
  readonly receiverCustomerInfo?: object | undefined
}

export type ApprovalRequest = {
  readonly isFirst: boolean
  readonly endpoint: string | null
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  readonly platformId: string
  readonly event: {
    readonly id: string
    readonly type: string
    readonly snapshot: object
    readonly createdAt: string
  }
}

export type OtpRate = { readonly burst: number; readonly secondsPerCode: number }

export type CreateCustomerInput = Partial<Omit<CustomerRow, 'id' | 'created_at' | 'updated_at'>> & {
  readonly id: string
  readonly platformId: string
}

/** What `book_rail_notice` answers: the payment as it is after the notice has been booked. */
export type BookedNotice = {
  readonly kind: 'PAYOUT' | 'COLLECTION' | 'REFUND'
  readonly paymentId: string
  readonly platformId: string
  readonly customerId: string | null
  readonly sourceAccountId: string | null
  readonly transactionId: string
  readonly status: string
  readonly isFunded: boolean
  readonly isReturned: boolean
}

export type ClaimRequestInput = {
  readonly requestId: string
  readonly platformId: string
  readonly attempt: number
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

export type SqlFunctions = {
  // Payments
  decide_payment(input: DecidePaymentInput): DecidePaymentResult
  settle_payment(paymentId: string): PaymentStatus
  fail_payment(
    paymentId: string,
    reason: string,
    cause: 'TRANSACTION_FAILED' | 'USER_CANCELLATION',
    refund: 'COMPLETED' | 'FAILED',
  ): PaymentStatus
  expire_payment(paymentId: string): boolean
  mark_collection(paymentId: string): boolean
  book_collection(paymentId: string): void
  return_collection(paymentId: string): PaymentStatus
  resolve_collection(paymentId: string, decision: 'paid' | 'refund' | 'retry' | ''): string
  settle_late_collection(paymentId: string): PaymentStatus
  return_payment(paymentId: string, reason: string): PaymentStatus
  settle_refund(paymentId: string, isPaid: boolean): PaymentStatus
  refund_from_suspense(paymentId: string): string
  reopen_refund(paymentId: string, attempt: number): string
  settle_late_refund(paymentId: string, attempt: number): PaymentStatus
  start_approval_request(paymentId: string): ApprovalRequest | null
  record_approval_decision(
    paymentId: string,
    decision: ApprovalDecisionInput,
  ): { readonly decision: 'APPROVED' | 'REJECTED'; readonly isDecidedNow: boolean }
  book_rail_notice(reference: string, state: string): BookedNotice | null
  record_deposit(
    id: string,
    reference: string,
    amountMinor: string,
    currency: string,
  ): 'OPEN' | 'APPLIED' | 'UNAPPLIED'
  close_deposit(id: string): 'APPLIED' | 'UNAPPLIED' | null
  // Customers and wallets
  create_customer(input: CreateCustomerInput): Moved | Refused
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
  ): Moved | Refused
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
    readonly path?: string | undefined
    readonly requestHash?: string | undefined
    readonly encryptedBundle?: string | undefined
  }): Moved | Refused
  accept_otp(input: AcceptOtpInput): object
  refuse_otp(verificationId: string, code: string, reason: string, isWrongCode: boolean): void
  claim_request(input: ClaimRequestInput): Moved | Refused
  fail_request(requestId: string, code: string, reason: string): void
  finish_ownership_challenge(challengeId: string, isProven: boolean): object
  // Webhooks and upkeep
  /** Its shapes are those of worker/webhooks/attempts.ts. */
  begin_webhook_attempt(deliveryId: string, pool: string): object
  end_webhook_attempt(outcome: object): object
  resume_queued_deliveries(endpoint: string): void
  release_job_pool(poolId: string): void
  flag_overdue_payments(minutes: number): void
  purge_expired_secrets(): void
}

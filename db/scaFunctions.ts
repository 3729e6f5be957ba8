/** Arguments and results of the SQL functions of strong customer authentication (`functions/sca/`). */
import type { PendingStart } from '../contract/openRow.ts'
import type { Environment } from '../contract/outsideParties.ts'
import type { Refused } from '../contract/refused.ts'

export type ScaFactor = 'SMS_OTP' | 'TOTP' | 'PASSKEY'

export type ScaPurpose = 'LOGIN' | 'TRUST' | 'UNTRUST' | 'CURRENCY_CONVERSION' | 'PAYOUT'
export type ContactPurpose = 'VERIFY_EMAIL' | 'VERIFY_PHONE'

/** IDs are UUIDs without prefix; instants are ISO text. */
export type ScaChallengeRow = {
  readonly id: string
  readonly customer_id: string
  readonly purpose: ScaPurpose | ContactPurpose
  readonly factor: ScaFactor | 'EMAIL_OTP'
  readonly subject_id: string | null
  /** The bytes to be signed, hexadecimal; of a passkey. */
  readonly passkey_challenge: string | null
  readonly attempts: number
  readonly resends: number
  readonly expires_at: string
  readonly satisfied_at: string | null
  readonly voided_at: string | null
}

/** What `message` of a challenge says beside the code: of a payment, what is authorized. */
export type CodeMessage = {
  /** As a person reads it: `10.00 EUR`. */
  readonly amount?: string
  readonly payee?: string
}

export type OpenChallengeInput = {
  /** IDs are UUIDs without prefix. */
  readonly id: string
  readonly platformId: string
  readonly customerId: string
  readonly purpose: ScaPurpose
  readonly factor: ScaFactor
  readonly subjectId?: string | undefined
  /** SHA-256 of what is authorized, hexadecimal. */
  readonly binding?: string | undefined
  /** Of a code: the phone number, and `codes.currentKey`. */
  readonly recipient?: string | undefined
  readonly codeKey?: string | undefined
  readonly message?: CodeMessage | undefined
  /** Of a passkey: the bytes to be signed, hexadecimal. */
  readonly passkeyChallenge?: string | undefined
  /** 300 without it. */
  readonly lifetimeSeconds?: number | undefined
}

export type OpenedChallenge =
  | { readonly outcome: 'COMMITTED'; readonly challenge: ScaChallengeRow }
  | Refused

/** What a right proof uses up. */
export type UsedProof =
  | { readonly kind: 'CODE' }
  | { readonly kind: 'TOTP'; readonly factorId: string; readonly step: number }
  | { readonly kind: 'PASSKEY'; readonly factorId: string; readonly counter: number }
  /** SHA-256, hexadecimal. */
  | { readonly kind: 'RECOVERY_CODE'; readonly hash: string }

/** A proof that has been checked; made by `proofOf` of `api/sca/proof.ts`. */
export type Proof = {
  /** IDs are UUIDs without prefix. */
  readonly platformId: string
  readonly customerId: string
  readonly factor: ScaFactor
  readonly challengeId?: string | undefined
  readonly isRight: boolean
  readonly proof: UsedProof
}

export type AnswerChallengeInput = Proof & {
  readonly purpose: ScaPurpose
  readonly subjectId?: string | undefined
  readonly binding?: string | undefined
}

export type ScaLock = {
  readonly failedAttempts: number
  /** ISO 8601. */
  readonly lockedUntil: string | null
  readonly suspended: boolean
}

/** See `answer_sca_challenge`. */
export type Judged =
  | { readonly outcome: 'OK' }
  | ({ readonly outcome: 'WRONG' } & ScaLock)
  | { readonly outcome: 'EXPIRED' }
  | ({ readonly outcome: 'LOCKED' } & ScaLock)

/** What the job that sends a code needs. */
export type CodeToSend = {
  readonly id: string
  readonly purpose: ScaPurpose | ContactPurpose
  readonly factor: 'SMS_OTP' | 'EMAIL_OTP'
  readonly recipient: string
  readonly codeKey: string
  readonly message: CodeMessage
  readonly environment: Environment
  readonly platformId: string
  readonly appName: string
  readonly expiresAt: string
}

export type ScaResetStatus =
  | 'INITIATED'
  | 'PENDING_REVIEW'
  | 'LIVENESS_PASSED'
  | 'COMPLETED'
  | 'REJECTED'
  | 'EXPIRED'

export type ScaFunctions = {
  start_sca_reset(input: {
    readonly resetId: string
    readonly platformId: string
    readonly customerId: string
    readonly factor: ScaFactor
  }): { readonly outcome: 'COMMITTED'; readonly start?: PendingStart } | Refused
  /** Null: it has ended. */
  open_sca_reset(
    resetId: string,
  ): { readonly expiresAt: string; readonly secondsLeft: number } | null
  /** The status afterwards. Null: no such reset. */
  move_sca_reset(resetId: string, status: ScaResetStatus): ScaResetStatus | null
  complete_sca_reset(input: {
    readonly resetId: string
    readonly platformId: string
    readonly customerId: string
    /** E.164; of SMS_OTP. */
    readonly phoneNumber?: string | undefined
  }):
    | { readonly outcome: 'COMMITTED' }
    | {
        readonly outcome: 'NOT_READY'
        readonly status: ScaResetStatus
        readonly factor: ScaFactor
      }
    | Refused
  open_sca_challenge(input: OpenChallengeInput): OpenedChallenge
  resend_code(challengeId: string): OpenedChallenge
  answer_sca_challenge(input: AnswerChallengeInput): Judged
  has_live_sca_session(customerId: string): boolean
  /** An operator's decision that a customer may leave its region; false: it is in none. */
  release_sca_region(customerId: string, by: string, reason: string): boolean
  end_sca_sessions(customerId: string): void
  start_sca_login(input: Omit<OpenChallengeInput, 'purpose'>): OpenedChallenge
  complete_sca_login(
    input: Proof & { readonly endUserIpAddress: string },
  ):
    | Exclude<Judged, { outcome: 'OK' }>
    | { readonly outcome: 'OK'; readonly sessionExpiresAt: string }
  record_security_event(
    customerId: string,
    type: 'RESET_PASSWORD_COMPLETED' | 'FAILED_LOGIN_ATTEMPT',
  ): { readonly outcome: 'OK' | 'LOCKED' } & ScaLock
  open_contact_verification(input: {
    readonly id: string
    readonly platformId: string
    readonly customerId: string
    readonly purpose: ContactPurpose
    readonly codeKey: string
  }): OpenedChallenge
  confirm_contact(input: {
    readonly customerId: string
    readonly challengeId: string
    readonly purpose: ContactPurpose
    readonly isRight: boolean
  }): { readonly outcome: 'OK' | 'WRONG' | 'EXPIRED' }
  /** Null: the code would come too late. */
  code_to_send(challengeId: string): CodeToSend | null
  record_code_sent(challengeId: string): void
  start_sca_enrollment(input: {
    readonly id: string
    readonly platformId: string
    readonly customerId: string
    readonly type: 'TOTP' | 'PASSKEY'
    /** Encrypted. */
    readonly secret?: string | undefined
    /** Hexadecimal. */
    readonly registrationChallenge?: string | undefined
  }): { readonly outcome: 'COMMITTED' } | Refused
  confirm_sca_enrollment(input: {
    readonly customerId: string
    readonly factorId: string
    readonly isRight: boolean
    readonly step?: number | undefined
    /** SHA-256 each, hexadecimal. */
    readonly recoveryCodes?: readonly string[] | undefined
    readonly name?: string | undefined
    readonly credentialId?: string | undefined
    readonly publicKey?: string | undefined
    readonly counter?: number | undefined
    readonly rpId?: string | undefined
    readonly transports?: readonly string[] | undefined
  }): Judged | Refused
  delete_sca_passkey(
    platformId: string,
    customerId: string,
    credentialId: string,
  ): { readonly outcome: 'COMMITTED' } | Refused
}

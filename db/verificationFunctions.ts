/** Arguments and results of the SQL functions about verifications (`functions/verification/`). */
import type { Environment } from '../contract/outsideParties.ts'
import type {
  BeneficialOwnerRow,
  VerificationErrorShown,
  VerificationRow,
} from '../contract/present/verifications.ts'
import type {
  ReviewOutcome,
  VerificationFacts,
  VerificationPlan,
} from '../contract/verification.ts'

export type RecordedReview = ReviewOutcome & {
  /** UUID without prefix. */
  readonly verificationId: string
  /** The attempt that the vendor had been given when it was read. */
  readonly submittedAttempt: number
}

export type VerificationFunctions = {
  create_beneficial_owner(input: {
    readonly id: string
    readonly platformId: string
    readonly customerId: string
    readonly roles: readonly string[]
    readonly ownershipPercentage: number
    readonly personalInfo: object
    readonly identityNumber: string
  }): BeneficialOwnerRow | { readonly ownedByOthers: number } | null
  update_beneficial_owner(input: {
    readonly id: string
    readonly platformId: string
    readonly roles?: readonly string[] | undefined
    readonly ownershipPercentage?: number | undefined
    readonly personalInfo?: object | undefined
    readonly identityNumber?: string | undefined
  }): BeneficialOwnerRow | { readonly ownedByOthers: number } | null
  /** Null: no such customer. */
  verification_facts(platformId: string, customerId: string): VerificationFacts | null
  submit_verification(input: {
    /** Of the verification, if this is its first submission. */
    readonly id: string
    readonly platformId: string
    readonly customerId: string
    readonly errors: readonly VerificationErrorShown[]
    readonly skipsChecks: boolean
  }):
    | { readonly outcome: 'NOT_FOUND' | 'DECIDED' }
    | { readonly outcome: 'SUBMITTED'; readonly verification: VerificationRow }
  /** Null: no such verification. */
  verification_plan(verificationId: string): VerificationPlan | null
  /** The status now; null if the customer was deleted. */
  record_review(input: RecordedReview): string | null
  /** Whether the notice's verification exists now. */
  open_reviewed_verification(input: { readonly noticeId: string } & ReviewOutcome): boolean
  record_verification_notice(input: {
    readonly environment: Environment
    readonly applicantId: string
    readonly type: string
    readonly correlationId: string
    readonly sentAt: string
    /** Of the external id, whichever it names. */
    readonly customerId?: string | undefined
    readonly ownerId?: string | undefined
    /** Whether a notice of this type can be about a review that is not known here. */
    readonly mayOpen: boolean
  }): void
  create_verification_link(input: {
    readonly id: string
    readonly platformId: string
    readonly customerId: string
    /** SHA-256, hexadecimal. */
    readonly tokenHash: string
    readonly redirectUri?: string | undefined
    readonly lifetimeSeconds: number
    readonly key?: string | undefined
    readonly requestHash: string
  }):
    | { readonly outcome: 'NEW' | 'SAME'; readonly expiresAt: string; readonly tokenHash: string }
    | { readonly outcome: 'CONTACTS'; readonly contacts: readonly string[] }
    | { readonly outcome: 'NOT_FOUND' | 'OTHER' }
  use_verification_link(tokenHash: Buffer): {
    readonly environment: Environment
    readonly customerId: string
    readonly customerType: 'INDIVIDUAL' | 'BUSINESS'
    readonly email: string | null
    readonly phoneNumber: string | null
    readonly redirectUri: string | null
    readonly secondsLeft: number
  } | null
  give_verification_link_back(tokenHash: Buffer): void
}

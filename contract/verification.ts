/** Verifications between the database, the rules and the workflow. */
import type { Environment } from './outsideParties.ts'
import type { VerificationErrorShown } from './present/verifications.ts'

/** One applicant as the vendor shows it now. */
export type ReviewReading = {
  readonly reviewStatus: string
  readonly reviewResult?: {
    readonly reviewAnswer: 'GREEN' | 'RED'
    readonly rejectLabels?: readonly string[]
    readonly reviewRejectType?: 'FINAL' | 'RETRY'
    readonly moderationComment?: string
  }
  /** The vendor's names of the steps that lack a document, where it asks for more of them. */
  readonly openSteps?: readonly string[]
}

export type HeldDocument = {
  /** UUID without prefix. */
  readonly id: string
  readonly type: string
  readonly side: string | null
}

export type OwnerFacts = {
  /** UUID without prefix. */
  readonly id: string
  readonly roles: readonly string[]
  readonly ownershipPercentage: number
  readonly personalInfo: Readonly<Record<string, unknown>>
  readonly kycStatus: string
  readonly hasIdentityNumber: boolean
  /** By share or role: the business waits for this owner. */
  readonly mustBeVerified: boolean
  readonly documents: readonly HeldDocument[]
}

/** What a verification is judged by, as `verification_facts` reads it. */
export type VerificationFacts = {
  /** UUID of the customer. */
  readonly id: string
  readonly environment: Environment
  readonly customerType: 'INDIVIDUAL' | 'BUSINESS'
  readonly kycStatus: string
  readonly profile: Readonly<Record<string, unknown>>
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly hasIdentityNumber: boolean
  /** Channels that must be verified first: EMAIL, PHONE. */
  readonly contactsToVerify: readonly string[]
  readonly documents: readonly HeldDocument[]
  readonly owners: readonly OwnerFacts[]
}

export type KycStatus = 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD'

export type ReviewOutcome = {
  /** Of the verification; null leaves it as it is. */
  readonly status:
    | 'IN_PROGRESS'
    | 'PENDING_MANUAL_REVIEW'
    | 'RESOLVE_ERRORS'
    | 'APPROVED'
    | 'REJECTED'
    | null
  readonly customerStatus: KycStatus
  readonly errors: readonly VerificationErrorShown[]
  readonly owners: readonly { readonly id: string; readonly kycStatus: KycStatus }[]
}

export type HolderKind = 'CUSTOMER' | 'BENEFICIAL_OWNER'

export type VerificationPlan = {
  readonly status: string
  readonly attempt: number
  /** The attempt that the vendor is to be given. */
  readonly submittedAttempt: number
  /** In the order of submission: owners first. */
  readonly holders: readonly {
    /** UUID without prefix. */
    readonly id: string
    readonly kind: HolderKind
    readonly documents: readonly HeldDocument[]
  }[]
}

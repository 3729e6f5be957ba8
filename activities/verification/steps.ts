/** Database steps of a verification. */
import type { ReviewOutcome, VerificationPlan } from '../../contract/verification.ts'
import type { RecordedReview } from '../../db/verificationFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'

/** IDs are UUIDs without prefix. */
export type VerificationRunInput = {
  readonly verificationId: string
  readonly platformId: string
  readonly customerId: string
  /** The setting VERIFICATION_POLL_SECONDS of who started it. */
  readonly pollSeconds: number
  /** The id is a notice's: a fresh reading shows whether there is a verification. */
  readonly isNotice?: boolean | undefined
  /** Of a run that goes on in a new one: the attempt that was given to the vendor last. */
  readonly submittedAttempt?: number | undefined
  /** What was submitted last was refused before a check was asked for; of a run that goes on. */
  readonly isRefused?: boolean
}

export function createVerificationSteps({ database }: ActivityDependencies) {
  return {
    /** What is to be submitted; null if the verification has gone. */
    async planVerification(input: { verificationId: string }): Promise<VerificationPlan | null> {
      return database.call('verification_plan', input.verificationId)
    },

    /** @returns the verification's status now; null if nothing is decided about it any more */
    async recordReview(input: RecordedReview): Promise<string | null> {
      return database.call('record_review', input)
    },

    /** @returns whether the notice was about a verification that had not been submitted */
    async openReviewedVerification(
      input: { readonly noticeId: string } & ReviewOutcome,
    ): Promise<boolean> {
      return database.call('open_reviewed_verification', input)
    },
  }
}

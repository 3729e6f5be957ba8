/** The vendor's parts and its records. */
import type { Logger } from 'pino'
import type { Faults } from '../faults.ts'
import type { PartyClock } from '../store/clock.ts'
import type { Store } from '../store/store.ts'

/** What a service has of its account at the vendor. */
export type VendorAccount = {
  readonly appToken: string
  /** Signs the service's requests. */
  readonly secretKey: string
  /** Signs notices to the service. */
  readonly noticeSecret: string
  /** Where notices go; nowhere without it. */
  readonly noticeUrl: string | undefined
  readonly levels: {
    readonly individual: string
    readonly company: string
    readonly liveness: string
  }
}

export type Vendor = {
  readonly store: Store
  readonly account: VendorAccount
  readonly faults: Faults
  readonly log: Logger
  readonly clock: PartyClock
  /** What the control port may change while it runs. */
  readonly behaviour: {
    /** From the request of a check to the vendor's own decision. */
    decisionDelayMs: number
    /** Pauses between the attempts to deliver a notice; after the last one it is given up. */
    noticeDelaysMs: readonly number[] | undefined
    digestAlgorithm: 'HMAC_SHA256_HEX' | 'HMAC_SHA512_HEX' | 'HMAC_SHA1_HEX'
  }
}

export type ReviewStatus =
  | 'init'
  | 'pending'
  | 'prechecked'
  | 'queued'
  | 'onHold'
  | 'completed'
  | 'awaitingService'
  | 'awaitingUser'

export type ReviewResult = {
  readonly reviewAnswer: 'GREEN' | 'RED'
  readonly rejectLabels?: readonly string[]
  readonly reviewRejectType?: 'FINAL' | 'RETRY'
  readonly moderationComment?: string
  readonly clientComment?: string
}

export type Review = {
  readonly reviewStatus: ReviewStatus
  readonly reviewResult?: ReviewResult
}

export type ApplicantRow = {
  id: string
  external_user_id: string
  inspection_id: string
  type: 'individual' | 'company'
  level_name: string
  email: string | null
  phone: string | null
  info: Readonly<Record<string, unknown>>
  review_status: ReviewStatus
  review_result: ReviewResult | null
  attempt: number
}

export const USUAL_DECISION_MS = 300

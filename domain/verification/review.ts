/** What the vendor's reviews mean for a customer, its verification and its beneficial owners. */
import { idOf } from '../../contract/ids.ts'
import type { KycStatus, ReviewOutcome, ReviewReading } from '../../contract/verification.ts'
import { reviewErrors } from './rejectLabels.ts'

export type OwnerReading = {
  /** UUID without prefix. */
  readonly id: string
  readonly mustBeVerified: boolean
  readonly kycStatus: string
  /** Undefined if the vendor has none. */
  readonly review: ReviewReading | undefined
}

/**
 * @param review of the customer; undefined if the vendor has none
 * @param skipsChecks the sandbox decides by a suffix: the owners' results do not count
 */
export function reviewOutcome(input: {
  readonly customerId: string
  readonly review: ReviewReading | undefined
  readonly owners: readonly OwnerReading[]
  readonly skipsChecks: boolean
  /** A check was asked for before: an applicant without one was reset by the vendor. */
  readonly isBegun: boolean
}): ReviewOutcome {
  const { customerId, review, owners, skipsChecks, isBegun } = input
  const ownerStates = owners.flatMap(({ id, review: own }) => {
    const status = own && stateOf(own)
    return status ? [{ id, kycStatus: status.customerStatus }] : []
  })
  const resourceId = idOf('Customer', customerId)
  const state = review && stateOf(review)
  if (review === undefined || state === undefined) {
    const isReset = isBegun && review?.reviewStatus === 'init'
    const none = { status: null, customerStatus: 'UNVERIFIED', errors: [] } as const
    return { ...(isReset ? resetOf(resourceId) : none), owners: ownerStates }
  }
  const outcome = { ...state, errors: reviewErrors(resourceId, review), owners: ownerStates }
  if (state.status !== 'APPROVED' || skipsChecks) return outcome
  return { ...outcome, ...waitingForOwners(owners) }
}

function resetOf(resourceId: string): Omit<ReviewOutcome, 'owners'> {
  const reason = 'The review was started anew: submit the verification again.'
  const error = { resourceId, type: 'DOCUMENT_VERIFICATION_FAILED', reason } as const
  return { status: 'RESOLVE_ERRORS', customerStatus: 'HOLD', errors: [error] }
}

/**
 * An approved business waits for those of its owners who must be verified. One that the vendor was not
 * given as it is now would be waited for in vain: the platform submits again.
 */
function waitingForOwners(owners: readonly OwnerReading[]): Partial<ReviewOutcome> {
  const open = owners
    .filter(({ mustBeVerified }) => mustBeVerified)
    .map((owner) => ({ owner, state: owner.review && stateOf(owner.review) }))
    .filter(({ owner, state }) => (state?.customerStatus ?? owner.kycStatus) !== 'APPROVED')
  if (open.length === 0) return {}
  const errors = open.flatMap(({ owner, state }) => {
    const resourceId = idOf('BeneficialOwner', owner.id)
    if (owner.review && state) return reviewErrors(resourceId, owner.review)
    const reason = 'The beneficial owner is not being verified: submit the verification again.'
    return [{ resourceId, type: 'MISSING_BENEFICIAL_OWNER' as const, reason }]
  })
  if (errors.length > 0) return { status: 'RESOLVE_ERRORS', customerStatus: 'HOLD', errors }
  const isManual = open.some(({ state }) => state?.status === 'PENDING_MANUAL_REVIEW')
  return { status: isManual ? 'PENDING_MANUAL_REVIEW' : 'IN_PROGRESS', customerStatus: 'PENDING' }
}

type State = {
  readonly status: Exclude<ReviewOutcome['status'], null>
  readonly customerStatus: KycStatus
}

/** Undefined if nothing has been asked of the vendor yet. */
function stateOf({ reviewStatus, reviewResult }: ReviewReading): State | undefined {
  switch (reviewStatus) {
    case 'pending':
    case 'prechecked':
    case 'queued':
    case 'awaitingService':
      return { status: 'IN_PROGRESS', customerStatus: 'PENDING' }
    case 'onHold':
      return { status: 'PENDING_MANUAL_REVIEW', customerStatus: 'PENDING' }
    case 'awaitingUser':
      return { status: 'RESOLVE_ERRORS', customerStatus: 'HOLD' }
    case 'completed':
      return decided(reviewResult)
    default:
      return undefined
  }
}

function decided(result: ReviewReading['reviewResult']): State | undefined {
  if (result === undefined) return undefined
  if (result.reviewAnswer === 'GREEN') return { status: 'APPROVED', customerStatus: 'APPROVED' }
  // Without a type the vendor has not closed the door.
  return result.reviewRejectType === 'FINAL'
    ? { status: 'REJECTED', customerStatus: 'REJECTED' }
    : { status: 'RESOLVE_ERRORS', customerStatus: 'HOLD' }
}

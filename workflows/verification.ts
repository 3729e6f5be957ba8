/**
 * The conversation with the verification vendor about one customer. Each submission gives the vendor
 * the customer, its beneficial owners and their documents, and asks for a check; then every notice of
 * the vendor, or a poll, causes a fresh reading, which alone decides. It ends with the decision.
 *
 * A run that a notice has started first finds out whether there is anything to decide.
 */
import {
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { HolderInput, VendorAnswer } from '../activities/verification/calls.ts'
import { idOf } from '../contract/ids.ts'
import type { VerificationPlan } from '../contract/verification.ts'
import { clockMoves } from './clockMoves.ts'
import type { VerificationInput } from './definitions/customers.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick, WAITING_READ_SECONDS } from './policy.ts'
import { awaiting } from './progress.ts'
import { reviewChangedSignal } from './verificationSignals.ts'

const REVIEW = "Verification vendor: the review's state"
const RESUBMISSION = 'The platform: another submission'

export async function verification(input: VerificationInput): Promise<string> {
  let isChanged = false
  setHandler(reviewChangedSignal, () => {
    isChanged = true
  })
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { readReview } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'VERIFICATION_VENDOR'), REVIEW),
  )
  const { verificationId, customerId } = input
  let submittedAttempt = input.submittedAttempt ?? 0
  // What was refused before a check was asked for stays refused, until the vendor says something itself.
  let isBegun = !input.isRefused

  if (input.isNotice) {
    const reading = await readReview({ customerId, isBegun: false })
    if (!(await database.openReviewedVerification({ noticeId: verificationId, ...reading }))) {
      await closeWithStatus('COMPLETED')
      return 'NOTHING_TO_DECIDE'
    }
  }
  for (;;) {
    isChanged = false
    const isMoved = clockMoves()
    const plan = await database.planVerification({ verificationId })
    if (plan === null) break
    let status: string | null = plan.status
    if (isDecided(status)) break
    if (plan.submittedAttempt > submittedAttempt) {
      submittedAttempt = plan.submittedAttempt
      const refusal = await submit(input, plan)
      isBegun = refusal === undefined
      if (refusal !== undefined) {
        status = await database.recordReview({
          ...{ verificationId, submittedAttempt, ...refusal },
        })
        if (status === null) break
        await awaiting(
          'PLATFORM',
          RESUBMISSION,
          condition(() => isChanged),
        )
        continue
      }
    }
    const reading = await readReview({ customerId, isBegun })
    status = await database.recordReview({ verificationId, submittedAttempt, ...reading })
    if (status === null || isDecided(status)) break
    const seconds = status === 'RESOLVE_ERRORS' ? WAITING_READ_SECONDS : input.pollSeconds
    const changed = condition(() => isChanged || isMoved(), `${seconds} seconds`, {
      summary: REVIEW,
    })
    await awaiting(
      status === 'RESOLVE_ERRORS' ? 'PLATFORM' : 'VERIFICATION_VENDOR',
      REVIEW,
      changed,
    )
    if (workflowInfo().continueAsNewSuggested && !isChanged) {
      const next = { ...input, isNotice: false, submittedAttempt, isRefused: !isBegun }
      await continueAsNew<typeof verification>(next)
    }
  }
  await closeWithStatus('COMPLETED')
  return 'DECIDED'
}

function isDecided(status: string): boolean {
  return status === 'APPROVED' || status === 'REJECTED'
}

/** Gives the vendor what it decides about. @returns what to record where it has refused something */
async function submit(input: VerificationInput, { holders, submittedAttempt }: VerificationPlan) {
  const calls = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'VERIFICATION_VENDOR'), 'Verification vendor: the submission'),
  )
  const submission = `${input.verificationId}/${submittedAttempt}`
  const owners = holders.filter(({ kind }) => kind === 'BENEFICIAL_OWNER')
  const refusalOf = async (
    call: (holder: HolderInput) => Promise<VendorAnswer>,
    all: VerificationPlan['holders'],
  ) => {
    for (const { id, kind } of all) {
      const answer = await call({ id, kind })
      if (answer.outcome === 'REFUSED') return refused({ id, kind }, answer)
    }
    return undefined
  }
  return (
    (await refusalOf(calls.submitApplicant, holders)) ??
    (await refusalOf(calls.linkOwner, owners)) ??
    // The owners' first: an owner's result is there when the business's is read.
    (await refusalOf((holder) => calls.requestCheck({ ...holder, submission }), holders))
  )
}

function refused(
  { id, kind }: HolderInput,
  { reason, errors }: Extract<VendorAnswer, { readonly outcome: 'REFUSED' }>,
) {
  const resourceId = kind === 'CUSTOMER' ? idOf('Customer', id) : idOf('BeneficialOwner', id)
  return {
    status: 'RESOLVE_ERRORS',
    customerStatus: 'HOLD',
    errors: errors ?? [{ resourceId, type: 'INVALID_FIELD', reason }],
    owners: [],
  } as const
}

/** The activities of a payment, in the two groups that run on different task queues. */
import type { ActivityDependencies } from '../dependencies.ts'
import { createApprovalCalls, createApprovalSteps } from './approval.ts'
import { createAuthorizationSteps } from './authorization.ts'
import { createCollectionCalls, createCollectionSteps } from './collection.ts'
import { createCorrectionSteps } from './correction.ts'
import { createDepositReturnCalls } from './depositReturn.ts'
import { createExecutionSteps } from './execution.ts'
import { createOperatorCalls, createOperatorSteps } from './operator.ts'
import { createPayoutCalls } from './payout.ts'
import { createRefundCalls, createRefundSteps } from './refund.ts'
import { createSignatureCalls } from './signature.ts'

/** Database steps. */
export function createPaymentSteps(dependencies: ActivityDependencies) {
  return {
    ...createExecutionSteps(dependencies),
    ...createAuthorizationSteps(dependencies),
    ...createCollectionSteps(dependencies),
    ...createApprovalSteps(dependencies),
    ...createRefundSteps(dependencies),
    ...createCorrectionSteps(dependencies),
    ...createOperatorSteps(dependencies),
  }
}

/** Calls to outside parties. */
export function createPaymentCalls(dependencies: ActivityDependencies) {
  return {
    ...createSignatureCalls(dependencies),
    ...createCollectionCalls(dependencies),
    ...createApprovalCalls(dependencies),
    ...createPayoutCalls(dependencies),
    ...createDepositReturnCalls(dependencies),
    ...createRefundCalls(dependencies),
    ...createOperatorCalls(dependencies),
  }
}

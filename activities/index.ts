/** The deeds of the workflows, in the two groups that run on different task queues. */
import { createApprovalCalls } from './approvals.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { createOnboardingSteps } from './onboarding.ts'
import { createOperationCalls } from './operationCalls.ts'
import { createOtpSteps } from './otp.ts'
import { createPaymentSteps } from './payments.ts'
import { createProviderCalls } from './providerCalls.ts'
import { createRailCalls } from './railCalls.ts'
import { createRefundCalls } from './refundCalls.ts'
import { createRequestSteps } from './requests.ts'

/** Database steps: local activities, one SQL function each, idempotent by key. */
export function createDatabaseActivities(dependencies: ActivityDependencies) {
  return {
    ...createPaymentSteps(dependencies),
    ...createOnboardingSteps(dependencies),
    ...createOtpSteps(dependencies),
    ...createRequestSteps(dependencies),
  }
}

/** Calls to outside parties: normal activities on a task queue of their own. */
export function createOutsideActivities(dependencies: ActivityDependencies) {
  return {
    ...createProviderCalls(dependencies),
    ...createOperationCalls(dependencies),
    ...createRailCalls(dependencies),
    ...createRefundCalls(dependencies),
    ...createApprovalCalls(dependencies),
  }
}

export type { PlatformQuestion, PlatformWord } from './approvals.ts'
export type { ActivityDependencies } from './dependencies.ts'
export type { OrderedOtp } from './requests.ts'
export type DatabaseActivities = ReturnType<typeof createDatabaseActivities>
export type OutsideActivities = ReturnType<typeof createOutsideActivities>

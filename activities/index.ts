/** The activities of the workflows, in the two groups that run on different task queues. */
import { createValidationCalls, createValidationSteps } from './accountValidations.ts'
import { createAgentActionSteps } from './agents/actions.ts'
import { createCardCalls, createCardSteps } from './cards/cards.ts'
import { createPullSignatureCalls } from './cards/pullSignature.ts'
import { createCardPullSteps } from './cards/pulls.ts'
import { createCustomerCalls, createCustomerSteps } from './customers.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { createImportCalls, createImportSteps } from './imports/rows.ts'
import { createImportedWalletCalls } from './imports/wallets.ts'
import { createOtpIssuanceCalls, createOtpIssuanceSteps } from './oneTimeCodes/issuance.ts'
import { createOtpVerificationCalls } from './oneTimeCodes/verification.ts'
import { createPaymentCalls, createPaymentSteps } from './payments/index.ts'
import { createScaResetCalls, createScaResetSteps } from './scaResets.ts'
import { createStablecoinCalls, createStablecoinSteps } from './stablecoins/operations.ts'
import { createVerificationCalls } from './verification/calls.ts'
import { createDocumentForwarding } from './verification/documents.ts'
import { createVerificationSteps } from './verification/steps.ts'
import { createRecordSteps } from './walletOperations/record.ts'
import { createSubmissionCalls } from './walletOperations/submit.ts'

/** Database steps: local activities, one SQL function each, idempotent by key. */
export function createDatabaseActivities(dependencies: ActivityDependencies) {
  return {
    ...createPaymentSteps(dependencies),
    ...createCustomerSteps(dependencies),
    ...createOtpIssuanceSteps(dependencies),
    ...createRecordSteps(dependencies),
    ...createAgentActionSteps(dependencies),
    ...createVerificationSteps(dependencies),
    ...createScaResetSteps(dependencies),
    ...createImportSteps(dependencies),
    ...createCardSteps(dependencies),
    ...createStablecoinSteps(dependencies),
    ...createCardPullSteps(dependencies),
    ...createValidationSteps(dependencies),
  }
}

/** Calls to outside parties: normal activities on a task queue of their own. */
export function createOutsideActivities(dependencies: ActivityDependencies) {
  return {
    ...createPaymentCalls(dependencies),
    ...createCustomerCalls(dependencies),
    ...createOtpIssuanceCalls(dependencies),
    ...createOtpVerificationCalls(dependencies),
    ...createSubmissionCalls(dependencies),
    ...createVerificationCalls(dependencies),
    ...createScaResetCalls(dependencies),
    ...createDocumentForwarding(dependencies),
    ...createImportCalls(dependencies),
    ...createImportedWalletCalls(dependencies),
    ...createCardCalls(dependencies),
    ...createPullSignatureCalls(dependencies),
    ...createStablecoinCalls(dependencies),
    ...createValidationCalls(dependencies),
  }
}

export type { ActivityDependencies } from './dependencies.ts'
export type { SynchronousWebhook, WebhookReply } from './synchronousWebhook.ts'
export type DatabaseActivities = ReturnType<typeof createDatabaseActivities>
export type OutsideActivities = ReturnType<typeof createOutsideActivities>

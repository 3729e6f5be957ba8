/**
 * What each workflow is started with: what its first activity takes, and where outside calls go.
 */
import type { SubmittedActionInput } from '../activities/agents/actions.ts'
import type { CardChangeRunInput, CardRunInput } from '../activities/cards/cards.ts'
import type { CardPullsRunInput } from '../activities/cards/pulls.ts'
import type { CreateCustomerInput } from '../activities/customers.ts'
import type { ImportInput } from '../activities/imports/rows.ts'
import type { IssueOtpInput } from '../activities/oneTimeCodes/issuance.ts'
import type { ReserveOtpAttemptInput } from '../activities/oneTimeCodes/verification.ts'
import type { CorrectPaymentInput } from '../activities/payments/correction.ts'
import type { DepositReturn } from '../activities/payments/depositReturn.ts'
import type { ExecutedPaymentInput } from '../activities/payments/execution.ts'
import type { StartScaResetInput } from '../activities/scaResets.ts'
import type { StablecoinOperationRunInput } from '../activities/stablecoins/operations.ts'
import type { StoredDocument } from '../activities/verification/documents.ts'
import type { VerificationRunInput } from '../activities/verification/steps.ts'
import type { ClaimRequestInput } from '../activities/walletOperations/claim.ts'
import type { WithFlow } from './flows.ts'
import type { OutsideCalls } from './outsideQueues.ts'

type WithOutsideCalls<Input> = Input & WithFlow & OutsideCalls

export type AgentActionInput = WithOutsideCalls<SubmittedActionInput>
export type BulkImportInput = WithOutsideCalls<ImportInput & { readonly attempt: number }>
export type DocumentForwardingInput = WithOutsideCalls<
  { readonly attempt: number; readonly platformId: string } & (
    | { readonly document: StoredDocument }
    /** A document whose row is written, and how often its content was replaced. */
    | { readonly documentId: string; readonly number: number }
  )
>
export type DepositReturnInput = WithOutsideCalls<DepositReturn>
export type StablecoinOperationInput = WithOutsideCalls<StablecoinOperationRunInput>
export type CardInput = WithOutsideCalls<CardRunInput>
export type CardChangeInput = WithOutsideCalls<CardChangeRunInput>
export type CardTransactionInput = WithOutsideCalls<CardPullsRunInput>
export type CustomerOnboardingInput = WithOutsideCalls<CreateCustomerInput>
export type OtpIssuanceInput = WithOutsideCalls<IssueOtpInput>
export type OtpVerificationInput = WithOutsideCalls<ReserveOtpAttemptInput>
export type VerificationInput = WithOutsideCalls<VerificationRunInput>
export type ScaResetInput = WithOutsideCalls<StartScaResetInput>
export type WalletOperationInput = WithOutsideCalls<ClaimRequestInput>
export type QuoteExecutionInput = WithOutsideCalls<ExecutedPaymentInput>
export type PaymentCorrectionInput = CorrectPaymentInput & WithFlow & Partial<OutsideCalls>

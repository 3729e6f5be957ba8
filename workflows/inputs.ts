/**
 * What each workflow is started with: what its first activity takes, and where outside calls go.
 */
import type { SubmitActionInput } from '../activities/agents/actions.ts'
import type { CreateCustomerInput } from '../activities/customers.ts'
import type { IssueOtpInput } from '../activities/oneTimeCodes/issuance.ts'
import type { ReserveOtpAttemptInput } from '../activities/oneTimeCodes/verification.ts'
import type { CorrectPaymentInput } from '../activities/payments/correction.ts'
import type { DecidePaymentActivityInput } from '../activities/payments/execution.ts'
import type { ClaimRequestInput } from '../activities/walletOperations/claim.ts'
import type { WithFlow } from './flows.ts'
import type { OutsideCalls } from './outsideQueues.ts'

export type { PaymentExecution } from '../activities/payments/execution.ts'

type WithOutsideCalls<Input> = Input & WithFlow & OutsideCalls

export type AgentActionInput = WithOutsideCalls<SubmitActionInput>
export type CustomerOnboardingInput = WithOutsideCalls<CreateCustomerInput>
export type OtpIssuanceInput = WithOutsideCalls<IssueOtpInput>
export type OtpVerificationInput = WithOutsideCalls<ReserveOtpAttemptInput>
export type WalletOperationInput = WithOutsideCalls<ClaimRequestInput>
export type QuoteExecutionInput = WithOutsideCalls<DecidePaymentActivityInput>
export type PaymentCorrectionInput = CorrectPaymentInput & WithFlow & Partial<OutsideCalls>

/**
 * How each workflow is started: its id, its search attributes and its summary. The API starts
 * workflows for requests, the sweep for open rows; both use these functions.
 */
import { TypedSearchAttributes } from '@temporalio/common'
import { flows, type WorkflowName } from './flows.ts'
import type {
  AgentActionInput,
  CustomerOnboardingInput,
  OtpIssuanceInput,
  OtpVerificationInput,
  PaymentCorrectionInput,
  QuoteExecutionInput,
  WalletOperationInput,
} from './inputs.ts'
import { searchAttributes } from './searchAttributes.ts'

export type Start = {
  readonly workflow: WorkflowName
  readonly workflowId: string
  /** Of the update; workflows without one have 1. */
  readonly attempt: number
  readonly input: object
  readonly searchAttributes: TypedSearchAttributes
  readonly summary: string
}

type Subject = {
  readonly platformId: string
  readonly customerId?: string | undefined
  readonly accountId?: string | undefined
  readonly transactionId?: string | undefined
  readonly agentId?: string | undefined
}

/** After this long the task of a killed worker goes to another one; the default is ten seconds. */
export const WORKFLOW_TASK_TIMEOUT_MS = 3_000

/**
 * The options of every start: an open run is reused, and only a failed run may be followed by
 * another.
 */
export function startOptionsOf(start: Start, taskQueue: string) {
  return {
    workflowId: start.workflowId,
    taskQueue,
    // Every start goes through here: no run is without the version of its flow.
    args: [{ ...start.input, flow: flows[start.workflow].started }],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
    typedSearchAttributes: start.searchAttributes,
    staticSummary: start.summary,
  } as const
}

export function startQuoteExecution(
  input: QuoteExecutionInput,
  subject: Omit<Subject, 'platformId'>,
): Start {
  return {
    workflow: 'quoteExecution',
    workflowId: `Quote:${input.paymentId}`,
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('QUOTE_EXECUTION', { ...subject, platformId: input.platformId }),
    summary: 'Payment: hold, signature, payout, settlement',
  }
}

type Correction = Pick<PaymentCorrectionInput, 'paymentId' | 'correction' | 'refundAttempt'>

/**
 * A payment, or a refund attempt, has at most one correction of a kind: a retry finds the same id.
 */
export function paymentCorrectionId(correction: Correction): string {
  return `Quote:${correction.paymentId}/${correctionName(correction)}`
}

function correctionName({ correction, refundAttempt }: Correction): string {
  return {
    RETURNED: 'return',
    REVERSED: 'reversal',
    SETTLED_LATE: 'landed-late',
    COLLECTED_LATE: 'collected-late',
    REFUND_FROM_SUSPENSE: 'refund-from-suspense',
    REFUND_RETRY: `refund/${refundAttempt}`,
    COLLECTION_RESOLVED: 'collection-resolved',
  }[correction]
}

export function startPaymentCorrection(input: PaymentCorrectionInput, subject: Subject): Start {
  return {
    workflow: 'paymentCorrection',
    workflowId: paymentCorrectionId(input),
    attempt: 1,
    input,
    searchAttributes: attributesOf('PAYMENT_CORRECTION', subject),
    summary: `Payment correction: ${correctionName(input)}`,
  }
}

export function startCustomerOnboarding(input: CustomerOnboardingInput): Start {
  return {
    workflow: 'customerOnboarding',
    workflowId: onboardingId(input),
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('CUSTOMER_ONBOARDING', {
      platformId: input.platformId,
      customerId: input.customerId,
      accountId: input.walletAccountId,
    }),
    summary: 'Customer: records, then the wallet at the provider',
  }
}

/** The first run creates the customer; a later one makes the wallet when its first contact is set. */
function onboardingId({ customerId, attempt }: CustomerOnboardingInput): string {
  return attempt === 1 ? `Customer:${customerId}` : `Customer:${customerId}/wallet`
}

export function startOtpIssuance(
  input: OtpIssuanceInput,
  subject: Omit<Subject, 'platformId'>,
): Start {
  return {
    workflow: 'otpIssuance',
    workflowId: `AuthMethod:${input.credentialId}/otp/${input.number}`,
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('OTP_ISSUANCE', { ...subject, platformId: input.platformId }),
    summary: 'One-time code: sent by the provider',
  }
}

export function startOtpVerification(
  input: OtpVerificationInput,
  subject: Omit<Subject, 'platformId'>,
): Start {
  return {
    workflow: 'otpVerification',
    workflowId: `Request:${input.verificationId}`,
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('OTP_VERIFICATION', {
      ...subject,
      platformId: input.platformId,
    }),
    summary: 'One-time code: checked by the provider',
  }
}

export function startWalletOperation(
  input: WalletOperationInput,
  subject: Omit<Subject, 'platformId'>,
): Start {
  return {
    workflow: 'walletOperation',
    workflowId: `Request:${input.requestId}`,
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('WALLET_OPERATION', {
      ...subject,
      platformId: input.platformId,
    }),
    summary: 'Wallet operation: claimed, done by the provider, recorded',
  }
}

/** @param subject of the action's payment */
export function startAgentAction(
  input: AgentActionInput,
  subject: Omit<Subject, 'platformId' | 'agentId'>,
): Start {
  const { agentId, platformId } = input
  return {
    workflow: 'agentAction',
    workflowId: agentActionId(input.actionId),
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('AGENT_ACTION', { ...subject, agentId, platformId }),
    summary: "Agent's action: waits for its platform's approval",
  }
}

/** @param actionId bare uuid */
export function agentActionId(actionId: string): string {
  return `AgentAction:${actionId}`
}

function attributesOf(kind: string, subject: Subject): TypedSearchAttributes {
  const {
    platform,
    customer,
    account,
    transaction,
    agent,
    kind: kindKey,
    status,
  } = searchAttributes
  return new TypedSearchAttributes([
    { key: platform, value: subject.platformId },
    { key: kindKey, value: kind },
    { key: status, value: 'PROCESSING' },
    ...(subject.customerId ? [{ key: customer, value: `Customer:${subject.customerId}` }] : []),
    ...(subject.accountId ? [{ key: account, value: `InternalAccount:${subject.accountId}` }] : []),
    ...(subject.transactionId
      ? [{ key: transaction, value: `Transaction:${subject.transactionId}` }]
      : []),
    ...(subject.agentId ? [{ key: agent, value: `Agent:${subject.agentId}` }] : []),
  ])
}

/**
 * How each workflow is started: its id, its search attributes and its summary. The API starts
 * workflows for requests, the sweep for open rows; both use these functions.
 */
import { TypedSearchAttributes } from '@temporalio/common'
import { FIRST_EPOCH } from '../contract/storeEpoch.ts'
import { flowToStart, type WorkflowName } from './flows.ts'
import type {
  AgentActionInput,
  BulkImportInput,
  CardChangeInput,
  CardInput,
  CardTransactionInput,
  CustomerOnboardingInput,
  DepositReturnInput,
  DocumentForwardingInput,
  OtpIssuanceInput,
  OtpVerificationInput,
  PaymentCorrectionInput,
  QuoteExecutionInput,
  ScaResetInput,
  StablecoinOperationInput,
  VerificationInput,
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
export const WORKFLOW_TASK_TIMEOUT_MS = 5_000

/** What a run is started with beside its input. */
export type RunOptions = {
  readonly taskQueue: string
  /** The store's; its first one is not written down. */
  readonly epoch: string
  /** The setting START_LEARNED_FLOWS; workflows, which read no settings, start others without it. */
  readonly startLearnedFlows?: boolean | undefined
  /** The last run has completed in an earlier epoch: what it has recorded may be lost. */
  readonly mayFollowCompleted?: boolean
}

/** The memo of a run that says in which epoch of the store it was started. */
export const EPOCH_MEMO = 'storeEpoch'

/**
 * The options of every start: an open run is reused, and only a failed run may be followed by
 * another.
 */
export function startOptionsOf(
  start: Start,
  { taskQueue, epoch, startLearnedFlows = false, mayFollowCompleted = false }: RunOptions,
) {
  return {
    workflowId: start.workflowId,
    taskQueue,
    // Every start goes through here: no run is without the version of its flow.
    args: [{ ...start.input, flow: flowToStart(start.workflow, startLearnedFlows) }],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: mayFollowCompleted ? 'ALLOW_DUPLICATE' : 'ALLOW_DUPLICATE_FAILED_ONLY',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
    typedSearchAttributes: start.searchAttributes,
    staticSummary: start.summary,
    ...(epoch !== FIRST_EPOCH && { memo: { [EPOCH_MEMO]: epoch } }),
  } as const
}

export function startQuoteExecution(
  input: QuoteExecutionInput,
  subject: Omit<Subject, 'platformId'>,
): Start {
  return {
    workflow: 'quoteExecution',
    workflowId: paymentWorkflowId(input.paymentId),
    attempt: 1,
    input,
    searchAttributes: attributesOf('QUOTE_EXECUTION', { ...subject, platformId: input.platformId }),
    summary: 'Payment: signature, payout, settlement',
  }
}

/** @param paymentId bare uuid */
export function paymentWorkflowId(paymentId: string): string {
  return `Quote:${paymentId}`
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

/** Of a verification, or of a notice that may open one: the notice's id is the verification's then. */
export function startVerification(input: VerificationInput): Start {
  const { verificationId, platformId, customerId } = input
  return {
    workflow: 'verification',
    workflowId: verificationWorkflowId(verificationId),
    attempt: 1,
    input,
    searchAttributes: attributesOf('VERIFICATION', { platformId, customerId }),
    summary: 'Verification: submitted to the vendor, reviewed, decided',
  }
}

/** @param verificationId bare uuid */
export function verificationWorkflowId(verificationId: string): string {
  return `Verification:${verificationId}`
}

export type { ForwardingAnswer as ForwardingResult } from '../activities/verification/documents.ts'

/** @param customerId bare uuid: the holder, or whose owner the holder is */
export function startDocumentForwarding(input: DocumentForwardingInput, customerId: string): Start {
  const { platformId } = input
  // Each content is forwarded by itself: a replaced document has another one.
  const [id, content] =
    'document' in input
      ? [input.document.id, input.document.objectKey.split('/').at(-1)]
      : [input.documentId, input.number]
  return {
    workflow: 'documentForwarding',
    workflowId: `Document:${id}/forward/${content}`,
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('DOCUMENT_FORWARDING', { platformId, customerId }),
    summary: 'Document: sent to the verification vendor',
  }
}

export function startBulkImport(input: BulkImportInput): Start {
  return {
    workflow: 'bulkImport',
    workflowId: `BulkImport:${input.importId}`,
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('BULK_IMPORT', { platformId: input.platformId }),
    summary: 'Import: customers of a file, then their wallets at the provider',
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
    attempt: 1,
    input,
    searchAttributes: attributesOf('AGENT_ACTION', { ...subject, agentId, platformId }),
    summary: "Agent's action: waits for its platform's approval",
  }
}

export function startScaReset(input: ScaResetInput): Start {
  const { platformId, customerId } = input
  return {
    workflow: 'scaReset',
    workflowId: scaResetId(input.resetId),
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('SCA_RESET', { platformId, customerId }),
    summary: 'Reset of a factor: liveness at the vendor, then completed by the platform',
  }
}

export function startCard(input: CardInput, subject: Omit<Subject, 'platformId'>): Start {
  return {
    workflow: 'card',
    workflowId: `Card:${input.cardId}`,
    attempt: input.attempt,
    input,
    searchAttributes: attributesOf('CARD', { ...subject, platformId: input.platformId }),
    summary: 'Card: made by the issuer',
  }
}

export function startStablecoinOperation(input: StablecoinOperationInput): Start {
  return {
    workflow: 'stablecoinOperation',
    workflowId: `StablecoinOperation:${input.operationId}`,
    attempt: 1,
    input,
    searchAttributes: attributesOf('STABLECOIN_OPERATION', { platformId: input.platformId }),
    summary: 'Stablecoin: minted or burned by the provider',
  }
}

/** An attempt has one run, and the id of the attempt's reference at the rail. */
export function startDepositReturn(input: DepositReturnInput): Start {
  const { depositId, attempt } = input
  return {
    workflow: 'depositReturn',
    workflowId: `Deposit:${depositId}/return${attempt === 1 ? '' : `/${attempt}`}`,
    attempt: 1,
    input,
    searchAttributes: attributesOf('DEPOSIT_RETURN', {}),
    summary: 'Deposit: sent back over the rail',
  }
}

/** One run for all changes from the version `since` on, until the issuer has them. */
export function startCardChange(input: CardChangeInput, subject: Subject): Start {
  return {
    workflow: 'cardChange',
    workflowId: `Card:${input.cardId}/change/${input.since}`,
    attempt: 1,
    input,
    searchAttributes: attributesOf('CARD_CHANGE', subject),
    summary: 'Card: its changes are told to the issuer',
  }
}

/** One run for all pulls from the number `since` on, until none is left. */
export function startCardTransaction(input: CardTransactionInput, subject: Subject): Start {
  return {
    workflow: 'cardTransaction',
    workflowId: `CardTransaction:${input.transactionId}/pulls/${input.since}`,
    attempt: 1,
    input,
    searchAttributes: attributesOf('CARD_TRANSACTION', {
      ...subject,
      transactionId: input.transactionId,
    }),
    summary: 'Card transaction: what was spent is taken from the wallet',
  }
}

/** @param resetId bare uuid */
export function scaResetId(resetId: string): string {
  return `ScaReset:${resetId}`
}

/** @param actionId bare uuid */
export function agentActionId(actionId: string): string {
  return `AgentAction:${actionId}`
}

export type WithMemo = { readonly memo?: Readonly<Record<string, unknown>> | undefined }

/** The epoch of the store that a run was started in, by its memo. */
export function epochOf({ memo }: WithMemo): string {
  return String(memo?.[EPOCH_MEMO] ?? FIRST_EPOCH)
}

/** @param subject without a platform where it belongs to none */
function attributesOf(kind: string, subject: Partial<Subject>): TypedSearchAttributes {
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
    ...(subject.platformId ? [{ key: platform, value: subject.platformId }] : []),
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

/** Payments, what corrects them, deposits that are sent back, and what agents ask for. */
import type { SubmittedActionInput } from '../../activities/agents/actions.ts'
import type { CorrectPaymentInput } from '../../activities/payments/correction.ts'
import type { DepositReturn } from '../../activities/payments/depositReturn.ts'
import type { ExecutedPaymentInput } from '../../activities/payments/execution.ts'
import type { StartFacts } from '../../contract/openRow.ts'
import { defineWorkflow } from '../defineWorkflow.ts'
import type { OutsideCalls } from '../outsideQueues.ts'

export type QuoteExecutionInput = ExecutedPaymentInput & OutsideCalls

export const quoteExecution = defineWorkflow({
  name: 'quoteExecution',
  id: ({ paymentId }: Pick<QuoteExecutionInput, 'paymentId'>) => `Quote:${paymentId}`,
  kind: 'QUOTE_EXECUTION',
  summary: 'Payment: signature, payout, settlement',
  searchAttributes: ({ platformId }: QuoteExecutionInput) => ({ platformId }),
  openRows: {
    kinds: ['PAYMENT'],
    input: ({ id, platform_id: platformId, facts }, { outside }) => ({
      ...outside,
      ...{ platformId, paymentId: id, facts: facts as StartFacts | undefined },
    }),
  },
})

export type PaymentCorrectionInput = CorrectPaymentInput & OutsideCalls

type Correction = Pick<PaymentCorrectionInput, 'paymentId' | 'correction' | 'refundAttempt'>

/**
 * A payment, or a refund attempt, has at most one correction of a kind: a retry finds the same id.
 */
export const paymentCorrection = defineWorkflow({
  name: 'paymentCorrection',
  id: (correction: Correction) => `Quote:${correction.paymentId}/${correctionName(correction)}`,
  kind: 'PAYMENT_CORRECTION',
  summary: (correction) => `Payment correction: ${correctionName(correction)}`,
  searchAttributes: (_: PaymentCorrectionInput) => ({}),
  openRows: {
    kinds: ['RETURNED', 'REVERSED', 'COLLECTED_LATE', 'REFUND_RETRY'],
    input: ({ kind, id, number }, { outside }) => ({
      ...outside,
      ...{ paymentId: id, correction: kind },
      ...(kind === 'REFUND_RETRY' && { refundAttempt: number }),
    }),
  },
})

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

export type DepositReturnInput = DepositReturn & OutsideCalls

/** An attempt has one run, and the id of the attempt's reference at the rail. */
export const depositReturn = defineWorkflow({
  name: 'depositReturn',
  id: ({ depositId, attempt }: DepositReturn) =>
    `Deposit:${depositId}/return${attempt === 1 ? '' : `/${attempt}`}`,
  kind: 'DEPOSIT_RETURN',
  summary: 'Deposit: sent back over the rail',
  searchAttributes: (_: DepositReturnInput) => ({}),
  openRows: {
    kinds: ['DEPOSIT_RETURN'],
    input: ({ id, number }, { outside }) => ({ ...outside, depositId: id, attempt: number }),
  },
})

export type AgentActionInput = SubmittedActionInput & OutsideCalls

export const agentAction = defineWorkflow({
  name: 'agentAction',
  id: ({ actionId }: Pick<AgentActionInput, 'actionId'>) => `AgentAction:${actionId}`,
  kind: 'AGENT_ACTION',
  summary: "Agent's action: waits for its platform's approval",
  searchAttributes: ({ platformId, agentId }: AgentActionInput) => ({ platformId, agentId }),
  openRows: {
    kinds: ['AGENT_ACTION'],
    input: (row, { outside }) => ({
      ...outside,
      ...{ platformId: row.platform_id, actionId: row.id },
      ...{ agentId: row.agent_id ?? '', paymentId: row.payment_id ?? '' },
    }),
  },
})

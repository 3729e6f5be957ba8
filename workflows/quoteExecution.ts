/**
 * Executes a payment. Synchronous step: the quote becomes PROCESSING and the money is held. Then
 * the steps of its row (collection, signature, approval, payout), then settlement in the ledger, or
 * a refund.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { DecidedPayment } from '../activities/payments/execution.ts'
import type { PaymentOutcome } from '../activities/payments/outcome.ts'
import type { PaymentStep } from '../contract/paymentOrder.ts'
import { closeWithStatus, failWithRefusal, registerResultUpdate } from './earlyReturn.ts'
import type { QuoteExecutionInput } from './inputs.ts'
import { listenForOperator, type OperatorDecisions } from './operatorDecisions.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'
import { orderRefund } from './refund.ts'

export type QuoteExecutionResult = DecidedPayment

/** The receiver's platform has decided by a call: its decision is in the row. */
export const approvalDecidedSignal = defineSignal('approvalDecided')

/** How long a platform that did not decide in its webhook response may take to call. */
const APPROVAL_WINDOW = '5 seconds'

export async function quoteExecution(input: QuoteExecutionInput): Promise<string> {
  const result = registerResultUpdate<QuoteExecutionResult>(input)
  const operator = listenForOperator()
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { paymentId } = input
  const perform = createSteps(input)

  const initial = await database.decidePayment(input)
  if (initial.outcome === 'REFUSED') {
    result.resolve(initial)
    return failWithRefusal(initial)
  }
  result.resolve({ ...initial, requestHash: input.execution?.requestHash })

  if (initial.finalStatus !== undefined) {
    await closeWithStatus('COMPLETED')
    return initial.finalStatus
  }
  // A row from before payments had steps is a payout from a wallet.
  const steps = initial.steps ?? ['SIGN', 'PAY_OUT']
  if (steps.includes('REFUND')) return refundAtRail(input, operator)
  if (steps.length === 0) {
    // The payment was closed before this run started: nothing is left to do.
    await closeWithStatus('COMPLETED')
    return 'ALREADY_CLOSED'
  }
  const work = async (): Promise<PaymentOutcome> => {
    for (const step of steps) {
      if (step === 'SETTLE' || step === 'REFUND') break
      const end = await perform[step]()
      if (end.state === 'FAILED') return end
    }
    return { state: 'SETTLED' }
  }
  const end = await runUntilDecided(operator, paymentId, work)

  if (end.state === 'SETTLED') {
    const status = await database.settlePayment({ paymentId })
    // The receiver's platform rejected the payment just before an operator recorded it as paid.
    if (status === 'REFUND_AT_RAIL') return refundAtRail(input, operator)
    await closeWithStatus('COMPLETED')
    return status
  }
  const status = await database.failPayment({ paymentId, ...end })
  if (status === 'REFUND_AT_RAIL') return refundAtRail(input, operator)
  await closeWithStatus('FAILED')
  return status
}

/** Refunds over the rail what came over it, and books the outcome. */
async function refundAtRail(
  input: QuoteExecutionInput,
  operator: OperatorDecisions,
): Promise<string> {
  const status = await orderRefund(input, operator)
  await closeWithStatus('FAILED')
  return status
}

/** One function per step. The next step starts when a step has succeeded. */
function createSteps(
  input: QuoteExecutionInput,
): Record<PaymentStep, () => Promise<PaymentOutcome>> {
  const { paymentId } = input
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  let isDecided = false
  setHandler(approvalDecidedSignal, () => {
    isDecided = true
  })
  return {
    async COLLECT() {
      const { collect } = proxyActivities<OutsideActivities>(
        patient(queueOf(input, 'PAYOUT_RAIL'), 'Payout rail: the collection'),
      )
      const end = await collect({ paymentId })
      if (end.state === 'SETTLED') await database.bookCollection({ paymentId })
      return end
    },
    async SIGN() {
      const { signTransfer } = proxyActivities<OutsideActivities>(
        patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the transfer signature'),
      )
      const signed = await signTransfer({ paymentId })
      return signed.outcome === 'REFUSED' ? failed : { state: 'SETTLED' }
    },
    async APPROVE() {
      const { requestApproval } = proxyActivities<OutsideActivities>(
        patient(queueOf(input, 'PLATFORM'), "The receiver's platform: approval"),
      )
      const decided = await requestApproval({ paymentId })
      if (decided.decision === 'WAIT') await condition(() => isDecided, APPROVAL_WINDOW)
      const closed = await database.recordApprovalDecision({ paymentId, ...decided })
      return closed.decision === 'APPROVED'
        ? { state: 'SETTLED' }
        : { ...failed, reason: 'ACCOUNT_CANNOT_RECEIVE' }
    },
    async PAY_OUT() {
      const { payOut } = proxyActivities<OutsideActivities>(
        patient(queueOf(input, 'PAYOUT_RAIL'), 'Payout rail: the payout'),
      )
      return payOut({ paymentId })
    },
  }
}

const failed = {
  state: 'FAILED',
  reason: 'QUOTE_EXECUTION_FAILED',
  cause: 'TRANSACTION_FAILED',
  refund: 'ALLOWED',
} as const

/** Runs the steps until they finish or an operator ends them with a recorded decision. */
async function runUntilDecided(
  operator: OperatorDecisions,
  paymentId: string,
  work: () => Promise<PaymentOutcome>,
): Promise<PaymentOutcome> {
  const { recordOperatorDecision } = proxyLocalActivities<DatabaseActivities>(quick)
  for (;;) {
    const outcome = await operator.raceWithDecision(work)
    if ('result' in outcome) return outcome.result
    await recordOperatorDecision({ paymentId, ...outcome.decision })
    if (outcome.decision.decision === 'paid') return { state: 'SETTLED' }
    if (outcome.decision.decision === 'refund') return failed
  }
}

/**
 * Executes a decided payment: it is PROCESSING and its money is held. The payer's SCA authorization comes first, where
 * required; then the steps of its row (collection, signature, approval, payout); then settlement or a refund. Steps come
 * from the row, never the input: the payment may have changed before the workflow started. The payout activity also
 * books the settlement.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { RecordedApproval } from '../activities/payments/approval.ts'
import type { PaymentOutcome } from '../activities/payments/outcome.ts'
import { PAYMENT_END, type PaymentStep } from '../contract/paymentOrder.ts'
import { awaitAuthorization } from './authorization.ts'
import { awaitConfirmation, failed, runUntilDecided } from './decidedPayment.ts'
import type { QuoteExecutionInput } from './definitions/payments.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { listenForOperator, type OperatorDecisions } from './operatorDecisions.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'
import { awaiting } from './progress.ts'
import { orderRefund } from './refund.ts'

/** The receiver's platform has decided through the API, as the row says. The signal puts it in the history, for a restore. */
export const approvalDecidedSignal = defineSignal<[RecordedApproval]>('approvalDecided')

/** How long a platform may take to decide by API call if its webhook response did not. */
const APPROVAL_WINDOW = '5 seconds'
const APPROVAL = "The receiver's platform: approval"

export async function quoteExecution(input: QuoteExecutionInput): Promise<string> {
  const operator = listenForOperator()
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { paymentId } = input
  const runStep = createSteps(input)

  const steps = await database.stepsOfPayment({ paymentId })
  if (steps.includes('REFUND')) return refundAtRail(input, operator)
  if (steps.length === 0) {
    // The payment was closed before this run started: nothing is left to do.
    await closeWithStatus('COMPLETED')
    return 'ALREADY_CLOSED'
  }
  if (steps.includes('AUTHORIZE') && !(await awaitAuthorization(paymentId))) {
    await operator.refuseLateDecisions(paymentId)
    await closeWithStatus('FAILED')
    return 'FAILED'
  }
  // After a stop, a settled collection without a payout ends as failed, and is refunded.
  const railSteps = async (): Promise<PaymentOutcome> => {
    if (steps.includes('COLLECT')) await runStep.COLLECT()
    return steps.includes('PAY_OUT') ? runStep.PAY_OUT() : failed
  }
  if (steps.includes('CONFIRM')) return confirmAtRail(input, operator, railSteps)
  /** Steps not repeated after an operator's decision: the settlement may already be booked. */
  const done = new Set<string>()
  const outcome = await runUntilDecided(operator, {
    paymentId,
    outside: input,
    steps: async () => {
      let last: PaymentOutcome = { state: 'SETTLED' }
      for (const step of steps) {
        if (step === 'AUTHORIZE' || done.has(step)) continue
        if (step === 'SETTLE' || step === 'REFUND' || step === 'CONFIRM') break
        last = await runStep[step]({ settles: true })
        if (last.state === 'FAILED') return last
        done.add(step)
      }
      return last
    },
    railSteps,
  })

  if (outcome.state === 'SETTLED') {
    const status = outcome.isUnconfirmed
      ? await database.settleUnconfirmed({ paymentId, isRefund: false })
      : (outcome.status ?? (await database.settlePayment({ paymentId })))
    // The receiver's platform rejected it just before an operator recorded it as paid.
    if (status === 'REFUND_AT_RAIL') return refundAtRail(input, operator)
    if (outcome.isUnconfirmed) return confirmAtRail(input, operator, railSteps)
    await operator.refuseLateDecisions(paymentId)
    await closeWithStatus('COMPLETED')
    return status
  }
  const status = await database.failPayment({ paymentId, ...outcome })
  if (status === 'REFUND_AT_RAIL') return refundAtRail(input, operator)
  await operator.refuseLateDecisions(paymentId)
  // Settled concurrently: nothing failed and nothing is refunded.
  await closeWithStatus(status === 'COMPLETED' ? 'COMPLETED' : 'FAILED')
  return status
}

/** Waits for the rail to confirm or reverse what an operator recorded as paid. */
async function confirmAtRail(
  { paymentId }: QuoteExecutionInput,
  operator: OperatorDecisions,
  railSteps: () => Promise<PaymentOutcome>,
): Promise<string> {
  const outcome = await awaitConfirmation(operator, { paymentId, isRefund: false }, railSteps)
  await operator.refuseLateDecisions(paymentId)
  await closeWithStatus(outcome.state === 'SETTLED' ? 'COMPLETED' : 'FAILED')
  return outcome.state === 'SETTLED' ? 'COMPLETED' : 'FAILED'
}

/** Refunds over the rail a payment collected over it, and books the outcome. */
async function refundAtRail(
  input: QuoteExecutionInput,
  operator: OperatorDecisions,
): Promise<string> {
  const status = await orderRefund(input, operator)
  await operator.refuseLateDecisions(input.paymentId)
  await closeWithStatus('FAILED')
  return status
}

/** `settles`: the payout also books the settlement. */
type Step = (options?: { readonly settles: boolean }) => Promise<PaymentOutcome>

/** One function per step; a failed step stops the rest. */
function createSteps(input: QuoteExecutionInput): Record<PaymentStep, Step> {
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
      const outcome = await collect({ paymentId })
      if (outcome.state === 'SETTLED') await database.bookCollection({ paymentId })
      return outcome
    },
    async SIGN() {
      const { signTransfer } = proxyActivities<OutsideActivities>(
        patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the transfer signature'),
      )
      const signed = await signTransfer({ paymentId })
      return signed.outcome === 'SIGNED' ? { state: 'SETTLED' } : failed
    },
    async APPROVE() {
      const { requestApproval } = proxyActivities<OutsideActivities>(
        patient(queueOf(input, 'PLATFORM'), APPROVAL),
      )
      const decided = await requestApproval({ paymentId })
      if (decided.decision === 'WAIT') {
        await awaiting(
          'PLATFORM',
          APPROVAL,
          condition(() => isDecided, APPROVAL_WINDOW),
        )
      }
      const closed = await database.recordApprovalDecision({ paymentId, ...decided })
      if (closed.decision === 'APPROVED') return { state: 'SETTLED' }
      // The payment itself was stopped: that is no answer of the receiver's platform.
      return closed.by === PAYMENT_END ? failed : { ...failed, reason: 'ACCOUNT_CANNOT_RECEIVE' }
    },
    async PAY_OUT({ settles } = { settles: false }) {
      const { payOut } = proxyActivities<OutsideActivities>(
        patient(queueOf(input, 'PAYOUT_RAIL'), 'Payout rail: the payout'),
      )
      return payOut({ paymentId, settles })
    },
  }
}

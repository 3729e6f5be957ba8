/**
 * Carries out a payment that has been decided: it is PROCESSING and its money held. First its payer's
 * authorization, where strong authentication is asked of the customer; the steps of its row (collection,
 * signature, approval, payout); then settlement in the ledger, or a refund. What is to be done comes from
 * the row, never from the input: the payment may have been decided, refunded or restored while its start
 * waited. The payout's activity books the settlement.
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
import type { PaymentStep } from '../contract/paymentOrder.ts'
import { awaitAuthorization } from './authorization.ts'
import { awaitConfirmation, failed, runUntilDecided } from './decidedPayment.ts'
import type { QuoteExecutionInput } from './definitions/payments.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { listenForOperator, type OperatorDecisions } from './operatorDecisions.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'
import { awaiting } from './progress.ts'
import { orderRefund } from './refund.ts'

/**
 * The receiver's platform has decided by a call: its decision is in the row. The signal has it for the run's history,
 * from where a restore of the database takes it.
 */
export const approvalDecidedSignal = defineSignal<[RecordedApproval]>('approvalDecided')

/** How long a platform that did not decide in its webhook response may take to call. */
const APPROVAL_WINDOW = '5 seconds'
const APPROVAL = "The receiver's platform: approval"

export async function quoteExecution(input: QuoteExecutionInput): Promise<string> {
  const operator = listenForOperator()
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { paymentId } = input
  const perform = createSteps(input)

  const steps = await database.stepsOfPayment({ paymentId })
  if (steps.includes('REFUND')) return refundAtRail(input, operator)
  if (steps.length === 0) {
    // The payment was closed before this run started: nothing is left to do.
    await closeWithStatus('COMPLETED')
    return 'ALREADY_CLOSED'
  }
  if (steps.includes('AUTHORIZE') && !(await awaitAuthorization(paymentId))) {
    await operator.refuseRest(paymentId)
    await closeWithStatus('FAILED')
    return 'FAILED'
  }
  // A collection that settles is no reason to go on: its money is refunded.
  const railSteps = async (): Promise<PaymentOutcome> => {
    if (steps.includes('COLLECT')) await perform.COLLECT()
    return steps.includes('PAY_OUT') ? perform.PAY_OUT() : failed
  }
  if (steps.includes('CONFIRM')) return confirmAtRail(input, operator, railSteps)
  /** What a retry does not repeat, since the settlement may be booked. */
  const done = new Set<string>()
  const end = await runUntilDecided(operator, {
    paymentId,
    outside: input,
    steps: async () => {
      let last: PaymentOutcome = { state: 'SETTLED' }
      for (const step of steps) {
        if (step === 'AUTHORIZE' || done.has(step)) continue
        if (step === 'SETTLE' || step === 'REFUND' || step === 'CONFIRM') break
        last = await perform[step]({ settles: true })
        if (last.state === 'FAILED') return last
        done.add(step)
      }
      return last
    },
    railSteps,
  })

  if (end.state === 'SETTLED') {
    const status = end.isUnconfirmed
      ? await database.settleUnconfirmed({ paymentId, isRefund: false })
      : (end.status ?? (await database.settlePayment({ paymentId })))
    // The receiver's platform rejected the payment just before an operator recorded it as paid.
    if (status === 'REFUND_AT_RAIL') return refundAtRail(input, operator)
    if (end.isUnconfirmed) return confirmAtRail(input, operator, railSteps)
    await operator.refuseRest(paymentId)
    await closeWithStatus('COMPLETED')
    return status
  }
  const status = await database.failPayment({ paymentId, ...end })
  if (status === 'REFUND_AT_RAIL') return refundAtRail(input, operator)
  await operator.refuseRest(paymentId)
  // Settled meanwhile: then nothing has failed, and nothing is refunded.
  await closeWithStatus(status === 'COMPLETED' ? 'COMPLETED' : 'FAILED')
  return status
}

/** Waits until the rail has confirmed, or reversed, what an operator has recorded as paid. */
async function confirmAtRail(
  { paymentId }: QuoteExecutionInput,
  operator: OperatorDecisions,
  railSteps: () => Promise<PaymentOutcome>,
): Promise<string> {
  const end = await awaitConfirmation(operator, { paymentId, isRefund: false }, railSteps)
  await operator.refuseRest(paymentId)
  await closeWithStatus(end.state === 'SETTLED' ? 'COMPLETED' : 'FAILED')
  return end.state === 'SETTLED' ? 'COMPLETED' : 'FAILED'
}

/** Refunds over the rail what came over it, and books the outcome. */
async function refundAtRail(
  input: QuoteExecutionInput,
  operator: OperatorDecisions,
): Promise<string> {
  const status = await orderRefund(input, operator)
  await operator.refuseRest(input.paymentId)
  await closeWithStatus('FAILED')
  return status
}

/** `settles`: the payout, which is the last step, books the settlement. */
type Step = (options?: { readonly settles: boolean }) => Promise<PaymentOutcome>

/** One function per step. The next step starts when a step has succeeded. */
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
      const end = await collect({ paymentId })
      if (end.state === 'SETTLED') await database.bookCollection({ paymentId })
      return end
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
      return closed.decision === 'APPROVED'
        ? { state: 'SETTLED' }
        : { ...failed, reason: 'ACCOUNT_CANNOT_RECEIVE' }
    },
    async PAY_OUT({ settles } = { settles: false }) {
      const { payOut } = proxyActivities<OutsideActivities>(
        patient(queueOf(input, 'PAYOUT_RAIL'), 'Payout rail: the payout'),
      )
      return payOut({ paymentId, settles })
    },
  }
}

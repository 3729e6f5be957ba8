/**
 * A payment. Head: the quote moves to PROCESSING and the money is held. Tail: the steps of its row
 * (a bank account is pulled, the provider signs, the receiver's platform approves, the rail pays),
 * then the ledger settles, or the money goes back.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { ExecuteQuoteResult } from '../activities/payments/execution.ts'
import type { PaymentEnd } from '../activities/payments/outcome.ts'
import type { PaymentStep } from '../domain/payments/steps.ts'
import { closeAs, closeRefused, openAnswer } from './head.ts'
import type { QuoteExecutionInput } from './inputs.ts'
import { listenToPerson, type Person } from './person.ts'
import { patient, quick } from './policy.ts'
import { orderRefund } from './refund.ts'

export type QuoteExecutionAnswer = ExecuteQuoteResult

/** The receiver's platform has called: its word is in the row, and nobody need wait longer. */
export const approvalDecidedSignal = defineSignal('approvalDecided')

/** How long a platform that has not answered in its webhook may take to call. */
const APPROVAL_WINDOW = '5 seconds'

export async function quoteExecution(input: QuoteExecutionInput): Promise<string> {
  const answer = openAnswer<QuoteExecutionAnswer>(input)
  const person = listenToPerson()
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { quoteId } = input
  const take = openSteps(input)

  const head = await database.executeQuote(input)
  if (head.outcome === 'REFUSED') {
    answer.give(head)
    return closeRefused(head)
  }
  answer.give({ ...head, requestHash: input.execution?.requestHash })

  if (head.ended !== undefined) {
    await closeAs('COMPLETED')
    return head.ended
  }
  // A row from before payments had steps is a wallet's payout.
  const steps = head.steps ?? ['SIGN', 'PAY_OUT']
  if (steps.includes('REFUND')) return refundAtRail(input, person)
  if (steps.length === 0) {
    // Its row had ended before this run began: nothing is left to do, least of all to settle.
    await closeAs('COMPLETED')
    return 'ENDED_BEFORE'
  }
  const deed = async (): Promise<PaymentEnd> => {
    for (const step of steps) {
      if (step === 'SETTLE' || step === 'REFUND') break
      const end = await take[step]()
      if (end.state === 'FAILED') return end
    }
    return { state: 'SETTLED' }
  }
  const end = await untilDecided(person, quoteId, deed)

  if (end.state === 'SETTLED') {
    const status = await database.settlePayment({ quoteId })
    // The receiver's platform had said no just before a person took the payment for paid.
    if (status === 'REFUND_AT_RAIL') return refundAtRail(input, person)
    await closeAs('COMPLETED')
    return status
  }
  const status = await database.failPayment({ quoteId, ...end })
  if (status === 'REFUND_AT_RAIL') return refundAtRail(input, person)
  await closeAs('FAILED')
  return status
}

/** Sends back over the rail what came over it, and books the rail's word. */
async function refundAtRail(input: QuoteExecutionInput, person: Person): Promise<string> {
  const status = await orderRefund(input, person)
  await closeAs('FAILED')
  return status
}

/** One function a step. A step that has ended well lets the next one begin. */
function openSteps(input: QuoteExecutionInput): Record<PaymentStep, () => Promise<PaymentEnd>> {
  const { quoteId, outsideTaskQueue: queue } = input
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  let isDecided = false
  setHandler(approvalDecidedSignal, () => {
    isDecided = true
  })
  return {
    async COLLECT() {
      const { collect } = proxyActivities<OutsideActivities>(
        patient(queue, 'Payout rail: the collection'),
      )
      const end = await collect({ quoteId })
      if (end.state === 'SETTLED') await database.bookCollection({ quoteId })
      return end
    },
    async SIGN() {
      const { signTransfer } = proxyActivities<OutsideActivities>(
        patient(queue, 'Wallet provider: the transfer signature'),
      )
      const signed = await signTransfer({ quoteId })
      return signed.outcome === 'REFUSED' ? failed : { state: 'SETTLED' }
    },
    async APPROVE() {
      const { askApproval } = proxyActivities<OutsideActivities>(
        patient(queue, "The receiver's platform: approval"),
      )
      const word = await askApproval({ quoteId })
      if (word.word === 'WAIT') await condition(() => isDecided, APPROVAL_WINDOW)
      const closed = await database.closeApproval({ quoteId, ...word })
      return closed.word === 'APPROVED'
        ? { state: 'SETTLED' }
        : { ...failed, reason: 'ACCOUNT_CANNOT_RECEIVE' }
    },
    async PAY_OUT() {
      const { payOut } = proxyActivities<OutsideActivities>(
        patient(queue, 'Payout rail: the final word'),
      )
      return payOut({ quoteId })
    },
  }
}

const failed = {
  state: 'FAILED',
  reason: 'QUOTE_EXECUTION_FAILED',
  cause: 'TRANSACTION_FAILED',
  refund: 'ALLOWED',
} as const

/** The payment's steps, until they end or a person ends them with a recorded decision. */
async function untilDecided(
  person: Person,
  quoteId: string,
  deed: () => Promise<PaymentEnd>,
): Promise<PaymentEnd> {
  const { recordDecision } = proxyLocalActivities<DatabaseActivities>(quick)
  for (;;) {
    const word = await person.meanwhile(deed)
    if ('end' in word) return word.end
    await recordDecision({ quoteId, ...word.decision })
    if (word.decision.decision === 'paid') return { state: 'SETTLED' }
    if (word.decision.decision === 'refund') return failed
  }
}

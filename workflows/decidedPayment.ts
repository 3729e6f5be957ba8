/** The steps of a payment under an operator's decisions, none of which overrules the rail. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { DecidedSubject } from '../activities/payments/operator.ts'
import type { PaymentOutcome } from '../activities/payments/outcome.ts'
import type { OperatorDecisions } from './operatorDecisions.ts'
import { type OutsideCalls, queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export const failed = {
  state: 'FAILED',
  reason: 'QUOTE_EXECUTION_FAILED',
  cause: 'TRANSACTION_FAILED',
  refund: 'ALLOWED',
} as const

/** The outcome of the steps; `isUnconfirmed`: an operator has reported it, and the rail has not. */
export type PaymentEnd = PaymentOutcome & { readonly isUnconfirmed?: boolean }

type Work = () => Promise<PaymentOutcome>

export type PaymentWork = {
  readonly paymentId: string
  readonly outside: OutsideCalls
  /** All steps. */
  readonly steps: Work
  /** The steps at the rail, which stop what an operator wants stopped. */
  readonly railSteps: Work
}

/**
 * Runs the steps until they finish. An operator may record them as paid, which the rail must not
 * contradict, or have them stopped, which the rail decides.
 */
export async function runUntilDecided(
  operator: OperatorDecisions,
  { paymentId, outside, steps, railSteps }: PaymentWork,
): Promise<PaymentEnd> {
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  let work = steps
  let stopped = false
  for (;;) {
    const outcome = await operator.raceWithDecision(work)
    if ('result' in outcome) return stopped ? stoppedEnd(paymentId, outcome.result) : outcome.result
    const { decision } = outcome.decision
    await database.recordOperatorDecision({ paymentId, ...outcome.decision })
    if (decision === 'paid') {
      const check = await checkPaid({ paymentId, isRefund: false }, outside)
      if (check === 'PAID') return { state: 'SETTLED' }
      if (check === 'UNCONFIRMED') return { state: 'SETTLED', isUnconfirmed: true }
    } else if (decision === 'refund') {
      await database.requestStop({ paymentId, isRefund: false })
      stopped = true
      work = railSteps
    }
  }
}

async function stoppedEnd(paymentId: string, end: PaymentOutcome): Promise<PaymentEnd> {
  if (end.state === 'FAILED') return end.cause === 'USER_CANCELLATION' ? failed : end
  const { refuseDecision } = proxyLocalActivities<DatabaseActivities>(quick)
  await refuseDecision({ paymentId, decision: 'refund', why: 'SETTLED_AT_RAIL' })
  return end
}

/** Asks the rail about what an operator reports as paid; a contradiction is on the timeline. */
export async function checkPaid(
  subject: DecidedSubject,
  outside: OutsideCalls,
): Promise<'PAID' | 'UNCONFIRMED' | 'NOT_PAID'> {
  const rail = proxyActivities<OutsideActivities>(
    patient(queueOf(outside, 'PAYOUT_RAIL'), 'Payout rail: whether it has paid'),
  )
  const { refuseDecision } = proxyLocalActivities<DatabaseActivities>(quick)
  const check = await rail.checkPaid(subject)
  if (check.state === 'NOT_PAID') {
    await refuseDecision({ paymentId: subject.paymentId, decision: 'paid', why: check.why })
  }
  return check.state
}

/**
 * Waits for the rail's final state of what an operator has recorded as paid. Meanwhile the
 * operator may have it stopped.
 */
export async function awaitConfirmation(
  operator: OperatorDecisions,
  { paymentId, isRefund }: DecidedSubject,
  work: Work,
): Promise<PaymentOutcome> {
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  let stopped = false
  for (;;) {
    const outcome = await operator.raceWithDecision(work)
    if ('result' in outcome) {
      if (stopped && outcome.result.state === 'SETTLED') {
        await database.refuseDecision({ paymentId, decision: 'refund', why: 'SETTLED_AT_RAIL' })
      }
      return outcome.result
    }
    await database.recordOperatorDecision({ paymentId, ...outcome.decision })
    if (outcome.decision.decision !== 'refund') continue
    stopped = true
    await database.requestStop({ paymentId, isRefund })
  }
}

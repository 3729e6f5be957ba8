/** Decisions about payments that no machine can finish. */
import { idOf, uuidOf } from '../../../contract/ids.ts'
import type { Tx } from '../../../db/database.ts'
import {
  type DecidablePaymentRow,
  findDecidablePayment,
  startWaitsSince,
} from '../../../db/decidablePayment.ts'
import {
  NotDecidable,
  type OperatorPlan,
  operatorPlan,
  waitingWorkflow,
} from '../../../workflows/operatorPlan.ts'
import type { Choice, Decidable } from './decidable.ts'
import { type Outcome, preview } from './preview.ts'

const meanings = {
  paid: 'It has been paid.',
  refund: 'It is to be refunded.',
  retry: 'The same instruction is sent again.',
} as const
type Decision = keyof typeof meanings

/** @param isLocked nothing else happens to it until the transaction ends */
export async function decidablePayment(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('Transaction', subject) ?? uuidOf('Quote', subject)
  const payment = uuid === undefined ? undefined : await findDecidablePayment(tx, uuid, isLocked)
  if (payment === undefined) return undefined
  const choices: Choice[] = []
  let nothing: string | undefined
  for (const decision of Object.keys(meanings) as Decision[]) {
    try {
      const plan = operatorPlan(payment, decision)
      if (plan.step !== 'NONE') choices.push(choiceOf(payment, decision, plan))
    } catch (error) {
      if (!(error instanceof NotDecidable)) throw error
      nothing = error.message
    }
  }
  const { sending_amount: amount, sending_currency: currency } = payment
  return {
    subject: idOf('Transaction', payment.transaction_id),
    platformId: payment.platform_id,
    amount: { amount, currency },
    state: payment.state,
    choices,
    workflowId: waitingWorkflow(payment),
    unstarted: await unstarted(tx, payment),
    ...(choices.length === 0 && { nothing: nothing ?? 'It has been refunded already.' }),
  }
}

async function unstarted(
  tx: Tx,
  { id, needs_no_workflow: needsNone }: DecidablePaymentRow,
): Promise<Decidable['unstarted']> {
  if (needsNone) return { needsNone: true }
  const since = await startWaitsSince(tx, id)
  return since && { since }
}

function choiceOf(payment: DecidablePaymentRow, decision: Decision, plan: OperatorPlan): Choice {
  return {
    decision,
    meaning: meanings[decision],
    plan: { ...plan, paymentId: payment.id },
    outcomes: (tx) => outcomesOf(tx, payment, decision, plan),
  }
}

/** The functions that the workflow would call, each where the rail says what leads to it. */
async function outcomesOf(
  tx: Tx,
  payment: DecidablePaymentRow,
  decision: Decision,
  plan: OperatorPlan,
): Promise<readonly Outcome[]> {
  const { id } = payment
  const subject = idOf('Transaction', payment.transaction_id)
  const would = (when: string, act: () => Promise<unknown>): Promise<Outcome> =>
    preview(tx, subject, when, act)
  if (plan.step === 'CORRECT') {
    switch (plan.correction) {
      case 'REFUND_FROM_SUSPENSE':
        return [await would('at once', () => tx.call('refund_from_suspense', id))]
      case 'REFUND_RETRY':
        return [
          await would('at once; then the rail carries it', () =>
            tx.call('reopen_refund', id, plan.refundAttempt ?? 0),
          ),
        ]
      case 'COLLECTION_RESOLVED':
        return [await would('at once', () => tx.call('resolve_collection', id, decision))]
      default:
        return []
    }
  }
  if (decision === 'retry') return [unchanged('the rail is asked again')]
  if (payment.is_refund_open) {
    const settled = (isPaid: boolean) => () => tx.call('settle_refund', id, isPaid)
    if (decision === 'paid') return [await would('the rail does not contradict it', settled(true))]
    return [
      await would('the rail reports the refund as failed', settled(false)),
      await would('the rail reports the refund as paid', settled(true)),
    ]
  }
  const settle = () => tx.call('settle_payment', id)
  if (payment.status !== 'PROCESSING') {
    if (decision === 'paid') return [unchanged('it is recorded as paid already')]
    return [
      await would('the rail reports it as failed', () =>
        tx.call('reverse_payout', id, 'PAYOUT_RETURNED'),
      ),
    ]
  }
  if (decision === 'paid') {
    if (!payment.has_left) return [unchanged('nothing has left: it is refused')]
    return [
      await would('the rail reports it as paid', settle),
      await would('the rail says nothing, or that it is pending', () =>
        tx.call('settle_unconfirmed', id, false),
      ),
    ]
  }
  const fail = () =>
    tx.call('fail_payment', id, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')
  if (!payment.has_left) return [await would('at once: nothing has left', fail)]
  return [
    await would('the rail reports it as failed', fail),
    await would('the rail reports it as paid', settle),
  ]
}

function unchanged(when: string): Outcome {
  return { when, result: '', transfers: [] }
}

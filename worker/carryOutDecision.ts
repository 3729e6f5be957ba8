/** The job of a decision that an operator has made, and a second one confirmed where that was asked for. */
import { findDecidablePayment } from '../db/decidablePayment.ts'
import type { Decision } from '../workflows/operatorDecisions.ts'
import { NotDecidable, type OperatorPlan } from '../workflows/operatorPlan.ts'
import { type Resolving, resolvePayment } from './resolvePayment.ts'

type Ordered = {
  readonly paymentId: string
  readonly plan: OperatorPlan
  readonly decision: Decision['decision']
  readonly by: string
  readonly reason: string
}

/**
 * Carries out a decision about a payment, and records what has come of it. One that has been carried out is left
 * alone.
 *
 * @param decisionId UUID without prefix
 * @throws Error when Temporal or PostgreSQL is away: the job is run again
 */
export async function carryOutDecision(resolving: Resolving, decisionId: string): Promise<void> {
  const { database } = resolving
  const ordered = await database.maybeOne<Ordered>({
    name: 'ordered_decision',
    text: `select plan ->> 'paymentId' as "paymentId", plan, decision, reason,
        (select name from operators where id = d.decided_by)
          || coalesce(', confirmed by ' || (select name from operators where id = d.confirmed_by), '') as by
      from operator_decisions d
      where d.id = $1 and d.status = 'ORDERED'`,
    values: [decisionId],
  })
  if (ordered === undefined) return
  const { paymentId, plan, decision, by, reason } = ordered
  const finish = (status: 'CARRIED_OUT' | 'REFUSED', outcome: string): Promise<unknown> =>
    database.query({
      name: 'finish_decision',
      text: `update operator_decisions set status = $2, outcome = $3, updated_at = service_now()
        where id = $1 and status = 'ORDERED'`,
      values: [decisionId, status, outcome],
    })
  const payment = await findDecidablePayment(database, paymentId)
  if (payment === undefined) {
    await finish('REFUSED', 'There is no such payment.')
    return
  }
  try {
    const given = { decision, by, reason }
    await finish('CARRIED_OUT', await resolvePayment(resolving, payment, plan, given, decisionId))
  } catch (error) {
    if (!(error instanceof NotDecidable)) throw error
    await finish('REFUSED', error.message)
  }
}

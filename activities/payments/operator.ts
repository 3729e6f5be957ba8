/** An operator's decision about a payment or a refund that waits for the rail. */

import { activityInfo } from '@temporalio/activity'
import type { Environment } from '../../contract/outsideParties.ts'
import type { KnownAtRail } from '../../db/railFunctions.ts'
import type { Rail } from '../../providers/payoutRail/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import type { Decision } from './correction.ts'
import { knownOf } from './railOrders.ts'

/** Why an operator's decision was refused; `contract/present/timeline.ts` has the words. */
export type DecisionRefusal =
  | 'NOT_SUBMITTED'
  | 'UNKNOWN_AT_RAIL'
  | 'FAILED_AT_RAIL'
  | 'SETTLED_AT_RAIL'
  | 'ENDED'

/** What the rail says where an operator says "paid". */
export type PaidCheck =
  | { readonly state: 'PAID' }
  /** The payout is pending, or the rail does not answer. */
  | { readonly state: 'UNCONFIRMED' }
  | { readonly state: 'NOT_PAID'; readonly why: DecisionRefusal }

/** What a decision is about: the payment, or its refund over the rail. */
export type DecidedSubject = { readonly paymentId: string; readonly isRefund: boolean }

type Instruction = KnownAtRail & { readonly reference: string; readonly isSubmitted: boolean }
type OpenInstructions = {
  readonly environment: Environment
  readonly is_open: boolean
  readonly instructions: readonly Instruction[]
}

/** The place of this call in its run: the same when a lost workflow task repeats the call. */
function thisCall(): string {
  const { workflowExecution, activityId } = activityInfo()
  return `${workflowExecution?.runId}/${activityId}`
}

/** Database steps. */
export function createOperatorSteps({ database }: ActivityDependencies) {
  return {
    /** Records an operator's decision on the timeline. */
    async recordOperatorDecision(input: { paymentId: string } & Decision): Promise<void> {
      const { paymentId, by, decision, reason } = input
      const parameters = { by, decision, reason, call: thisCall() }
      await database.call('record_decision', paymentId, 'DECIDED', parameters)
    },

    /** Records that a decision contradicts what the rail reports: nothing else changes. */
    async refuseDecision(input: {
      paymentId: string
      decision: Decision['decision']
      why: DecisionRefusal
    }): Promise<void> {
      const { paymentId, decision, why } = input
      const parameters = { decision, why, call: thisCall() }
      await database.call('record_decision', paymentId, 'DECISION_REFUSED', parameters)
    },

    /** From here on nothing of the payment, or of its open refund, is submitted. */
    async requestStop({ paymentId, isRefund }: DecidedSubject): Promise<void> {
      await database.call('request_stop', paymentId, isRefund)
    },

    /** @returns the payment's status, or REFUND_AT_RAIL when the rail must carry the refund */
    async settleUnconfirmed({ paymentId, isRefund }: DecidedSubject): Promise<string> {
      return database.call('settle_unconfirmed', paymentId, isRefund)
    },
  }
}

/** Calls to the rail. */
export function createOperatorCalls({ database, outside, log }: ActivityDependencies) {
  async function check(
    railOf: (one: Instruction) => Rail,
    instruction: Instruction,
  ): Promise<PaidCheck> {
    const { reference, isSubmitted } = instruction
    if (!isSubmitted) return { state: 'NOT_PAID', why: 'NOT_SUBMITTED' }
    try {
      const payout = await railOf(instruction).find(reference, knownOf(instruction))
      if (payout === undefined) return { state: 'NOT_PAID', why: 'UNKNOWN_AT_RAIL' }
      if (payout.state === 'FAILED') return { state: 'NOT_PAID', why: 'FAILED_AT_RAIL' }
      return { state: payout.state === 'PENDING' ? 'UNCONFIRMED' : 'PAID' }
    } catch (error) {
      log.warn({ err: error, reference }, 'the rail does not say whether it has paid')
      return { state: 'UNCONFIRMED' }
    }
  }

  return {
    /**
     * What the rail says about what an operator reports as paid: everything of the payment that is
     * to leave over the rail, or its refund. It asks once: a rail that does not answer is why an
     * operator decides. What has ended meanwhile is not decided any more.
     */
    async checkPaid({ paymentId, isRefund }: DecidedSubject): Promise<PaidCheck> {
      const { environment, is_open, instructions } = await database.one<OpenInstructions>({
        name: 'open_instructions',
        text: `select q.environment,
            case when $2 then is_refund_open(q) else q.status = 'PROCESSING' end as is_open,
            coalesce((select jsonb_agg(jsonb_build_object('isSubmitted', o.submitted_at is not null,
                'reference', rail_reference(q.transaction_id, k.kind, k.attempt), 'provider', coalesce(o.provider, 'RAIL'),
                'request', o.request, 'network', o.network, 'handle', o.handle))
              from (select 'COLLECTION' as kind, 1 as attempt
                  where not $2 and 'COLLECT' = any (q.steps) and q.funded_amount is null
                union all select 'PAYOUT', 1 where not $2 and 'PAY_OUT' = any (q.steps)
                union all select 'REFUND', r.attempt from last_refund(q) r where $2) k
              left join rail_orders o
                on o.payment_id = q.id and o.kind = k.kind and o.attempt = k.attempt), '[]') as instructions
          from payments q where q.id = $1`,
        values: [paymentId, isRefund],
      })
      if (!is_open) return { state: 'NOT_PAID', why: 'ENDED' }
      const checks = await Promise.all(
        instructions.map((one) =>
          check(({ provider }) => outside.payoutRail(environment, provider), one),
        ),
      )
      return (
        checks.find(({ state }) => state === 'NOT_PAID') ??
        checks.find(({ state }) => state === 'UNCONFIRMED') ?? { state: 'PAID' }
      )
    },

    /** The state of a payment's payout at the rail; undefined if the rail does not know it. */
    async findPayout({ paymentId }: { paymentId: string }): Promise<string | undefined> {
      const { environment, reference, known } = await database.one<{
        environment: Environment
        reference: string
        known: KnownAtRail | null
      }>({
        name: 'payout_reference',
        text: `select environment, r.reference, known_at_rail(environment, r.reference) as known
          from payments cross join lateral rail_reference(transaction_id, 'PAYOUT', 1) r (reference) where id = $1`,
        values: [paymentId],
      })
      const rail = outside.payoutRail(environment, known?.provider)
      return (await rail.find(reference, knownOf(known ?? {})))?.state
    },
  }
}

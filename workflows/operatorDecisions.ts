/** Operator decisions about payments that cannot be completed automatically. */
import {
  CancellationScope,
  condition,
  defineSignal,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type { DatabaseActivities } from '../activities/index.ts'
import type { Decision } from '../activities/payments/correction.ts'
import { showStatus } from './earlyReturn.ts'
import { quick } from './policy.ts'

export type { Decision }

export const resolveSignal = defineSignal<[Decision]>('resolve')

/** The sweep has found that the run waits longer than it should. */
export const needsOperatorSignal = defineSignal('needsOperator')

export type OperatorDecisions = {
  /** Resolves with the result of the work, or with a decision, which cancels the work. */
  raceWithDecision<Result>(
    work: () => Promise<Result>,
  ): Promise<{ result: Result } | { decision: Decision }>
  /** Records on the timeline that the decisions received so far came too late. */
  refuseLateDecisions(paymentId: string): Promise<void>
}

/** Lets an operator end the wait for an outside party at any time. */
export function listenForOperator(): OperatorDecisions {
  const decisions: Decision[] = []
  setHandler(resolveSignal, (decision) => {
    decisions.push(decision)
  })
  let isShown = false
  setHandler(needsOperatorSignal, () => {
    if (isShown) return
    isShown = true
    showStatus('NEEDS_OPERATOR')
  })
  /** What it waited for has come; a decision alone is not that. */
  const goOn = (): void => {
    if (isShown) showStatus('PROCESSING')
    isShown = false
  }
  return {
    async raceWithDecision(work) {
      const scope = new CancellationScope()
      const running = scope.run(work)
      // The cancellation of the losing work is not awaited.
      running.catch(() => undefined)
      const decided = condition(() => decisions.length > 0).then(() => undefined)
      const first = await Promise.race([running.then((result) => ({ result })), decided])
      if (first !== undefined) {
        goOn()
        return first
      }
      scope.cancel()
      const decision = decisions.shift()
      if (decision === undefined) throw new Error('a decision was signalled but is not queued')
      return { decision }
    },
    async refuseLateDecisions(paymentId) {
      const { recordOperatorDecision, refuseDecision } =
        proxyLocalActivities<DatabaseActivities>(quick)
      // More may come while one is recorded.
      for (let next = decisions.shift(); next !== undefined; next = decisions.shift()) {
        await recordOperatorDecision({ paymentId, ...next })
        await refuseDecision({ paymentId, decision: next.decision, why: 'ENDED' })
      }
    },
  }
}

/** Operator decisions about payments that cannot be completed automatically. */
import { CancellationScope, condition, defineSignal, setHandler } from '@temporalio/workflow'
import type { Decision } from '../activities/payments/correction.ts'

export type { Decision }

export const resolveSignal = defineSignal<[Decision]>('resolve')

export type OperatorDecisions = {
  /** Resolves with the result of the work, or with a decision, which cancels the work. */
  raceWithDecision<Result>(
    work: () => Promise<Result>,
  ): Promise<{ result: Result } | { decision: Decision }>
  /** Discards decisions received so far: they were about an earlier step. */
  discard(): void
}

/** Lets an operator end the wait for an outside party at any time. */
export function listenForOperator(): OperatorDecisions {
  const decisions: Decision[] = []
  setHandler(resolveSignal, (decision) => {
    decisions.push(decision)
  })
  return {
    async raceWithDecision(work) {
      const scope = new CancellationScope()
      const running = scope.run(work)
      // The cancellation of the losing work is not awaited.
      running.catch(() => undefined)
      const decided = condition(() => decisions.length > 0).then(() => undefined)
      const first = await Promise.race([running.then((result) => ({ result })), decided])
      if (first !== undefined) return first
      scope.cancel()
      const decision = decisions.shift()
      if (decision === undefined) throw new Error('a decision was signalled but is not queued')
      return { decision }
    },
    discard() {
      decisions.length = 0
    },
  }
}

/** A person's decision about a payment that no machine can finish. */
import { CancellationScope, condition, defineSignal, setHandler } from '@temporalio/workflow'
import type { Decision } from '../activities/payments/correction.ts'

export type { Decision }

export const resolveSignal = defineSignal<[Decision]>('resolve')

export type OperatorDecisions = {
  /** What comes first: the deed's end, or a decision, which cancels the deed. */
  raceWithDecision<Result>(
    work: () => Promise<Result>,
  ): Promise<{ result: Result } | { decision: Decision }>
  /** What was said before this was about something else. */
  discard(): void
}

/** A person may end the waiting for an outside party, at any time. */
export function listenForOperator(): OperatorDecisions {
  const decisions: Decision[] = []
  setHandler(resolveSignal, (decision) => {
    decisions.push(decision)
  })
  return {
    async raceWithDecision(work) {
      const scope = new CancellationScope()
      const running = scope.run(work)
      // A cancelled attempt ends in a cancellation that nobody waits for any more.
      running.catch(() => undefined)
      const decided = condition(() => decisions.length > 0).then(() => undefined)
      const first = await Promise.race([running.then((result) => ({ result })), decided])
      if (first !== undefined) return first
      scope.cancel()
      const decision = decisions.shift()
      if (decision === undefined) throw new Error('a decision was announced and is not there')
      return { decision }
    },
    discard() {
      decisions.length = 0
    },
  }
}

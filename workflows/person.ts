/** A person's decision about a payment that no machine can finish. */
import { CancellationScope, condition, defineSignal, setHandler } from '@temporalio/workflow'
import type { Decision } from '../activities/payments/correction.ts'

export type { Decision }

export const resolveSignal = defineSignal<[Decision]>('resolve')

export type Person = {
  /** What comes first: the deed's end, or a decision, which cancels the deed. */
  meanwhile<End>(deed: () => Promise<End>): Promise<{ end: End } | { decision: Decision }>
  /** What was said before this was about something else. */
  forget(): void
}

/** A person may end the waiting for an outside party, at any time. */
export function listenToPerson(): Person {
  const decisions: Decision[] = []
  setHandler(resolveSignal, (decision) => {
    decisions.push(decision)
  })
  return {
    async meanwhile(deed) {
      const scope = new CancellationScope()
      const running = scope.run(deed)
      // A cancelled attempt ends in a cancellation that nobody waits for any more.
      running.catch(() => undefined)
      const decided = condition(() => decisions.length > 0).then(() => undefined)
      const end = await Promise.race([running.then((value) => ({ end: value })), decided])
      if (end !== undefined) return end
      scope.cancel()
      const decision = decisions.shift()
      if (decision === undefined) throw new Error('a decision was announced and is not there')
      return { decision }
    },
    forget() {
      decisions.length = 0
    },
  }
}

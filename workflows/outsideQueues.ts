/** Which task queue a call to an outside party is scheduled on. */
import {
  type CalledParty,
  type Environment,
  outsideTaskQueueOf,
} from '../contract/outsideParties.ts'

/** Where the outside calls of a workflow go. */
export type OutsideCalls = {
  /** The setting OUTSIDE_TASK_QUEUE of who started it. */
  readonly outsideTaskQueue: string
  readonly environment: Environment
}

/** The queue of one party in the workflow's environment. */
export function queueOf(
  { outsideTaskQueue, environment }: OutsideCalls,
  party: CalledParty,
): string {
  return outsideTaskQueueOf(outsideTaskQueue, party, environment)
}

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
  /** Absent in runs that the release before has started: all their calls share one queue. */
  readonly environment?: Environment | undefined
}

/** The queue of one party in the workflow's environment. */
export function queueOf(
  { outsideTaskQueue, environment }: OutsideCalls,
  party: CalledParty,
): string {
  return environment === undefined
    ? outsideTaskQueue
    : outsideTaskQueueOf(outsideTaskQueue, party, environment)
}

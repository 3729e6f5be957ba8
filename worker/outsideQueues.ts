/** The task queues of calls to outside parties that this process polls, and who answers on each. */
import { type ActivityDependencies, createOutsideActivities } from '../activities/index.ts'
import { environments, type OutsideParty, outsideTaskQueueOf } from '../contract/outsideParties.ts'

type OutsideQueue = {
  readonly taskQueue: string
  readonly activities: ReturnType<typeof createOutsideActivities>
  readonly maxConcurrentActivityTaskExecutions?: number
}

/**
 * Messages leave as jobs, which are part of the transactions that ask for them; feeds of exchange rates are read in
 * rounds.
 */
const withoutQueue: readonly OutsideParty[] = ['MESSAGES', 'RATE_FEED']

/** Imports that a worker reads at a time: each keeps the database as busy as one connection can. */
const IMPORTS_AT_ONCE = 2

/**
 * One queue for each configured party of each environment, whose activities know that party alone.
 * What is scheduled on another queue waits for a worker that has its party.
 */
export function outsideQueuesOf(dependencies: ActivityDependencies): OutsideQueue[] {
  const { config, outside } = dependencies
  const base = config.OUTSIDE_TASK_QUEUE
  const ofParties = outside.configured
    .filter(({ party }) => !withoutQueue.includes(party))
    .map(({ party, environment }) => ({
      taskQueue: outsideTaskQueueOf(base, party, environment),
      activities: createOutsideActivities({
        ...dependencies,
        outside: outside.only(party, environment),
      }),
    }))
  // A platform's own endpoint is no party of ours. Its queue belongs to one environment too, so that
  // slow endpoints of sandboxes delay no production payment.
  const served = environments.filter((environment) =>
    outside.configured.some((one) => one.environment === environment),
  )
  const ofPlatforms = served.map((environment) => ({
    taskQueue: outsideTaskQueueOf(base, 'PLATFORM', environment),
    activities: createOutsideActivities({ ...dependencies, outside: outside.none() }),
  }))
  const ofStores = served.map((environment) => ({
    taskQueue: outsideTaskQueueOf(base, 'DOCUMENT_STORE', environment),
    activities: createOutsideActivities({ ...dependencies, outside: outside.none() }),
    maxConcurrentActivityTaskExecutions: IMPORTS_AT_ONCE,
  }))
  return [...ofParties, ...ofPlatforms, ...ofStores]
}

/** Submits one activity to the provider and polls it until a terminal status. */
import type { Environment } from '../contract/outsideParties.ts'
import {
  fingerprintOf,
  type ProviderActivity,
  type StampHeader,
} from '../providers/walletProvider/index.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { awaitedPending, awaitedUnknownOutcome, isFinalRefusal } from './retryableFailures.ts'

/** The stored state of an activity at the provider, and how to save its id. */
export type ActivitySubmission = {
  /** Of the wallet: it chooses the provider. */
  readonly environment: Environment
  readonly organizationId: string
  readonly body: string
  readonly stamp: StampHeader | 'parent'
  readonly activityId: string | null
  readonly saveActivityId: (activityId: string) => Promise<void>
}

export type ActivityOutcome =
  | { readonly outcome: 'COMPLETED'; readonly activity: ProviderActivity }
  | { readonly outcome: 'REFUSED'; readonly reason: string; readonly httpStatus?: number }

export type SubmitProviderActivity = (
  what: string,
  submission: ActivitySubmission,
) => Promise<ActivityOutcome>

export function createSubmitProviderActivity({
  config,
  outside,
  log,
}: ActivityDependencies): SubmitProviderActivity {
  /** Submits once, then polls by id, until the provider reports a terminal status. */
  async function submitProviderActivity(
    what: string,
    submission: ActivitySubmission,
  ): Promise<ActivityOutcome> {
    const provider = outside.walletProvider(submission.environment)
    let activity: ProviderActivity
    try {
      activity =
        submission.activityId === null
          ? await provider.submit(submission.body, submission.stamp)
          : await provider.getActivity(submission.organizationId, submission.activityId)
    } catch (error) {
      if (isFinalRefusal(error)) {
        // A key that has expired since gets 401 for a body that the provider has already performed.
        const acted = await findPriorActivity(submission).catch((cause: unknown) => {
          throw awaitedUnknownOutcome(what, cause, config)
        })
        if (acted !== undefined) {
          await submission.saveActivityId(acted.id)
          throw awaitedPending(what, config)
        }
        return {
          outcome: 'REFUSED',
          reason: error.message,
          ...(error.httpStatus !== undefined && { httpStatus: error.httpStatus }),
        }
      }
      throw awaitedUnknownOutcome(what, error, config)
    }
    if (activity.status === 'COMPLETED') return { outcome: 'COMPLETED', activity }
    if (activity.status === 'FAILED' || activity.status === 'REJECTED') {
      return { outcome: 'REFUSED', reason: activity.failure?.message ?? activity.status }
    }
    if (activity.status !== 'PENDING') {
      log.error(
        { activityId: activity.id, status: activity.status },
        'provider activity needs an operator',
      )
    }
    if (submission.activityId === null) await submission.saveActivityId(activity.id)
    throw awaitedPending(what, config)
  }

  /** The activity that an earlier submission of this body created, where its response was lost. */
  async function findPriorActivity(
    submission: ActivitySubmission,
  ): Promise<ProviderActivity | undefined> {
    if (submission.activityId !== null) return undefined
    const fingerprint = fingerprintOf(submission.body)
    const provider = outside.walletProvider(submission.environment)
    const activities = await provider.listActivities(submission.organizationId)
    return activities.find((activity) => activity.fingerprint === fingerprint)
  }

  return submitProviderActivity
}

/** One activity at the provider, from its stored bytes to the provider's final word. */
import {
  fingerprintOf,
  type ProviderActivity,
  type StampHeader,
} from '../providers/walletProvider/index.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { isFinalRefusal, stillPending, unknownOutcome } from './outside.ts'

/** What is known of an activity at the provider, and how to keep its id. */
export type Known = {
  readonly organizationId: string
  readonly body: string
  readonly stamp: StampHeader | 'parent'
  readonly activityId: string | null
  readonly remember: (activityId: string) => Promise<void>
}

export type End =
  | { readonly outcome: 'COMPLETED'; readonly activity: ProviderActivity }
  | { readonly outcome: 'REFUSED'; readonly reason: string; readonly httpStatus?: number }

export type Complete = (what: string, known: Known) => Promise<End>

export function createComplete({ config, provider, log }: ActivityDependencies): Complete {
  /** Submits once, then asks by id, until the provider says its final word. */
  async function complete(what: string, known: Known): Promise<End> {
    let activity: ProviderActivity
    try {
      activity =
        known.activityId === null
          ? await provider.submit(known.body, known.stamp)
          : await provider.getActivity(known.organizationId, known.activityId)
    } catch (error) {
      if (isFinalRefusal(error)) {
        // A key that has expired since gets 401 for a body that the provider has long acted on.
        const acted = await earlier(known).catch((cause: unknown) => {
          throw unknownOutcome(what, cause)
        })
        if (acted !== undefined) {
          await known.remember(acted.id)
          throw stillPending(what, config)
        }
        return {
          outcome: 'REFUSED',
          reason: error.message,
          ...(error.httpStatus !== undefined && { httpStatus: error.httpStatus }),
        }
      }
      throw unknownOutcome(what, error)
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
    if (known.activityId === null) await known.remember(activity.id)
    throw stillPending(what, config)
  }

  /** The activity that an earlier submit of this very body made, where its answer was lost. */
  async function earlier(known: Known): Promise<ProviderActivity | undefined> {
    if (known.activityId !== null) return undefined
    const fingerprint = fingerprintOf(known.body)
    const activities = await provider.listActivities(known.organizationId)
    return activities.find((activity) => activity.fingerprint === fingerprint)
  }

  return complete
}

import { instant } from '../../contract/time.ts'
import { ProviderError } from './providerError.ts'

export type ActivityStatus =
  | 'PENDING'
  | 'COMPLETED'
  | 'FAILED'
  | 'REJECTED'
  /** Further approvals are required, which we never configure: the organization was changed. */
  | 'MISCONFIGURED'
  /** An unknown status: keep polling, and raise an alarm. */
  | 'UNKNOWN'

export type ProviderActivity = {
  readonly id: string
  readonly organizationId: string
  readonly type: string
  readonly fingerprint: string
  readonly status: ActivityStatus
  /** What was asked for, as on the wire: one member, named for the type's version. */
  readonly intent: Readonly<Record<string, unknown>>
  readonly createdAt?: Date
  /** As on the wire: one member, named for the type's version. Read it with `results.ts`. */
  readonly result: Readonly<Record<string, unknown>>
  /** Why a FAILED activity failed; `code` is a gRPC number. */
  readonly failure?: { readonly code: number; readonly message: string }
}

const statuses: Readonly<Record<string, ActivityStatus>> = {
  ACTIVITY_STATUS_CREATED: 'PENDING',
  ACTIVITY_STATUS_PENDING: 'PENDING',
  ACTIVITY_STATUS_COMPLETED: 'COMPLETED',
  ACTIVITY_STATUS_FAILED: 'FAILED',
  ACTIVITY_STATUS_REJECTED: 'REJECTED',
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 'MISCONFIGURED',
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 'MISCONFIGURED',
}

/** Reads an activity off the wire. An invalid answer leaves the outcome unknown. */
export function activityOf(wire: unknown): ProviderActivity {
  const activity = recordOf(wire)
  const { id, organizationId, type, fingerprint, status, result, failure } = activity
  const createdSeconds = Number(recordOf(activity.createdAt).seconds)
  if (typeof id !== 'string' || typeof type !== 'string' || typeof status !== 'string') {
    throw new ProviderError('UNAVAILABLE', 'provider answered no activity')
  }
  return {
    id,
    organizationId: String(organizationId),
    type,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : '',
    status: Object.hasOwn(statuses, status) ? (statuses[status] ?? 'UNKNOWN') : 'UNKNOWN',
    intent: recordOf(activity.intent),
    result: recordOf(result),
    ...(Number.isFinite(createdSeconds) && { createdAt: instant(createdSeconds * 1_000) }),
    ...(typeof failure === 'object' && failure !== null && { failure: failureOf(failure) }),
  }
}

function failureOf(failure: object): { code: number; message: string } {
  const { code, message } = recordOf(failure)
  return { code: Number(code ?? 0), message: typeof message === 'string' ? message : '' }
}

/** A JSON object, or an empty one where the wire had none. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

import { parseObject } from '../http.ts'
import type { Vault } from '../store/vault.ts'
import { kindOfType } from './activities/index.ts'

export type ActivityRow = {
  id: string
  organization_id: string
  type: string
  fingerprint: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  sealed_body: Buffer
  sealed_result: Buffer | null
  sealed_passing: Buffer | null
  sealed_until: Date | null
  user_id: string | null
  failure: { code: number; message: string } | null
  created_at: Date
  updated_at: Date
}

export const activityColumns =
  'id, organization_id, type, fingerprint, status, sealed_body, sealed_result, failure, ' +
  'sealed_passing, sealed_until, user_id, created_at, updated_at'

/** An activity in the provider's full shape. */
export function presentActivity(row: ActivityRow, vault: Vault, now: Date): object {
  const body = parseObject(vault.open(`activity.body:${row.id}`, row.sealed_body))
  return {
    id: row.id,
    organizationId: row.organization_id,
    status: `ACTIVITY_STATUS_${row.status}`,
    type: `ACTIVITY_TYPE_${row.type}`,
    intent: { [intentName(row.type)]: body?.parameters },
    result: presentResult(row, vault, now),
    votes: [],
    fingerprint: row.fingerprint,
    canApprove: false,
    canReject: false,
    createdAt: presentInstant(row.created_at),
    updatedAt: presentInstant(row.updated_at),
    ...(row.failure !== null && { failure: { ...row.failure, details: [] } }),
  }
}

function presentResult(row: ActivityRow, vault: Vault, now: Date): object {
  const kind = kindOfType(row.type)
  if (row.sealed_result === null || kind === undefined) return {}
  const result = parseObject(vault.open(`activity.result:${row.id}`, row.sealed_result))
  return { [kind.resultName]: { ...result, ...passingMembers(row, vault, now) } }
}

function passingMembers(row: ActivityRow, vault: Vault, now: Date): object | undefined {
  const { sealed_passing: sealed, sealed_until: until } = row
  if (sealed === null || until === null || until <= now) return undefined
  return parseObject(vault.open(`activity.passing:${row.id}`, sealed))
}

/** `INIT_OTP_V3` is `initOtpIntentV3`. */
function intentName(type: string): string {
  const [, name = type, version = ''] = /^(.*?)(_V\d+)?$/.exec(type) ?? []
  const camel = name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return `${camel}Intent${version.replace('_', '')}`
}

/** Seconds and nanoseconds since 1970, both as text. */
export function presentInstant(at: Date): { seconds: string; nanos: string } {
  const ms = at.getTime()
  return { seconds: String(Math.floor(ms / 1000)), nanos: String((ms % 1000) * 1_000_000) }
}

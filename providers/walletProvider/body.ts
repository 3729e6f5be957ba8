import type { ActivityType } from './activityTypes.ts'

export type Envelope = {
  /** Whose wallet: the parent's id, or the sub-organization's. */
  readonly organizationId: string
  /** Unix milliseconds. Two activities of one organization never share it. */
  readonly timestampMs: number
}

/** The exact text of an activity: members in the provider's order, no whitespace. */
export function body(
  type: ActivityType,
  { organizationId, timestampMs }: Envelope,
  parameters: object,
): string {
  return JSON.stringify({ organizationId, parameters, timestampMs: String(timestampMs), type })
}

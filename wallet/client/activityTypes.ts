/** The provider's activity types that this service submits. */
export const activityTypes = [
  'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
  'ACTIVITY_TYPE_INIT_OTP_V3',
  'ACTIVITY_TYPE_VERIFY_OTP_V2',
  'ACTIVITY_TYPE_OTP_LOGIN_V2',
  'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
] as const

export type ActivityType = (typeof activityTypes)[number]

/**
 * The name under which a type is submitted: lower case, without prefix and version, for example
 * `create_sub_organization`.
 */
export function submitName(type: string): string {
  return type
    .replace(/^ACTIVITY_TYPE_/, '')
    .replace(/_V\d+$/, '')
    .toLowerCase()
}

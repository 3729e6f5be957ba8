/** The provider's activity types that this service submits. */
export const activityTypes = [
  'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
  'ACTIVITY_TYPE_INIT_OTP_V3',
  'ACTIVITY_TYPE_VERIFY_OTP_V2',
  'ACTIVITY_TYPE_OTP_LOGIN_V2',
  'ACTIVITY_TYPE_OAUTH',
  'ACTIVITY_TYPE_OAUTH_LOGIN',
  'ACTIVITY_TYPE_STAMP_LOGIN',
  'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
  'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
  'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
  'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2',
  'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS',
  'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
  'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
  'ACTIVITY_TYPE_DELETE_API_KEYS',
  'ACTIVITY_TYPE_EXPORT_WALLET',
  'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  'ACTIVITY_TYPE_CREATE_USERS_V4',
  'ACTIVITY_TYPE_CREATE_POLICY_V3',
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

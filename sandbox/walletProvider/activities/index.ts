import type { ActivityKind } from '../activityKind.ts'
import { createAuthenticators, deleteAuthenticators } from './authenticators.ts'
import { updateUserEmail, updateUserPhoneNumber } from './contacts.ts'
import { createApiKeys } from './createApiKeys.ts'
import { createReadWriteSession } from './createReadWriteSession.ts'
import { createSubOrganization } from './createSubOrganization.ts'
import { deleteApiKeys } from './deleteApiKeys.ts'
import { exportWallet } from './exportWallet.ts'
import { initOtp } from './initOtp.ts'
import { oauth, oauthLogin } from './oauth.ts'
import { createOauthProviders, deleteOauthProviders } from './oauthProviders.ts'
import { otpLogin } from './otpLogin.ts'
import { createPolicy } from './policies.ts'
import { signRawPayload } from './signRawPayload.ts'
import { stampLogin } from './stampLogin.ts'
import { createUsers } from './users.ts'
import { verifyOtp } from './verifyOtp.ts'

/** Everything this provider can do. A further activity type is a file and a row here. */
const kinds: readonly ActivityKind[] = [
  createSubOrganization,
  initOtp,
  verifyOtp,
  otpLogin,
  oauth,
  oauthLogin,
  stampLogin,
  createReadWriteSession,
  createAuthenticators,
  deleteAuthenticators,
  createOauthProviders,
  deleteOauthProviders,
  updateUserEmail,
  updateUserPhoneNumber,
  createApiKeys,
  deleteApiKeys,
  exportWallet,
  signRawPayload,
  createUsers,
  createPolicy,
]

const byName = new Map(kinds.map((kind) => [submitName(kind.type), kind]))
const byType = new Map(kinds.map((kind) => [kind.type, kind]))

/** The kind that is submitted under a name, for example `init_otp`. */
export function kindNamed(name: string): ActivityKind | undefined {
  return byName.get(name)
}

/** The kind of a type without prefix. */
export function kindOfType(type: string): ActivityKind | undefined {
  return byType.get(type)
}

function submitName(type: string): string {
  return type.replace(/_V\d+$/, '').toLowerCase()
}

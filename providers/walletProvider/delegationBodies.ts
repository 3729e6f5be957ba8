/** A user of a wallet's organization that holds a key of ours, and the policy that limits it. */
import { body, type Envelope } from './body.ts'

/** A user whose one key does not run out. It may do nothing yet. Client stamp, sub-organization. */
export function createUserBody(
  parameters: Envelope & {
    readonly userName: string
    /** Compressed P-256 key, hex. */
    readonly publicKey: string
  },
): string {
  const { userName, publicKey } = parameters
  const key = { apiKeyName: userName, publicKey, curveType: 'API_KEY_CURVE_P256' }
  return body('ACTIVITY_TYPE_CREATE_USERS_V4', parameters, {
    users: [{ userName, apiKeys: [key], authenticators: [], oauthProviders: [], userTags: [] }],
  })
}

/**
 * Allows a user to sign texts that begin in one way, with one of the wallet's accounts, and nothing else.
 * Client stamp, sub-organization.
 */
export function allowSigningBody(
  parameters: Envelope & {
    readonly policyName: string
    /** The user who may sign. */
    readonly userId: string
    /** Address of the wallet account. */
    readonly signWith: string
    /** Without `'`, which the policy language cannot spell. */
    readonly textStart: string
  },
): string {
  const { policyName, userId, signWith, textStart } = parameters
  for (const text of [userId, signWith, textStart]) {
    if (text.includes("'")) throw new Error('a text of a policy contains a quote')
  }
  const conditions = [
    "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'",
    `wallet_account.address == '${signWith}'`,
    "activity.params.encoding == 'PAYLOAD_ENCODING_TEXT_UTF8'",
    "activity.params.hash_function == 'HASH_FUNCTION_SHA256'",
    `activity.params.payload[0..${textStart.length}] == '${textStart}'`,
  ]
  return body('ACTIVITY_TYPE_CREATE_POLICY_V3', parameters, {
    policyName,
    effect: 'EFFECT_ALLOW',
    consensus: `approvers.any(user, user.id == '${userId}')`,
    condition: conditions.join(' && '),
    notes: 'Card pulls of this account only',
  })
}

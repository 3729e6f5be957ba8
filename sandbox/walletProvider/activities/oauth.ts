import type { FromSchema } from 'json-schema-to-ts'
import type { Transaction } from '../../store/store.ts'
import {
  activityKind,
  failed,
  type Outcome,
  SESSION_SECONDS,
  secondsSchema,
  type Work,
} from '../activityKind.ts'
import { addSealedKey, removeKeys } from '../apiKeys.ts'
import { type OidcIdentity, problemWith, readIdToken } from '../idTokens.ts'
import { invalid } from '../refusals.ts'
import { addOwnKey } from '../sessionToken.ts'

const common = {
  oidcToken: { type: 'string', maxLength: 16_384 },
  expirationSeconds: secondsSchema,
  invalidateExisting: { type: 'boolean' },
} as const

const sealed = {
  type: 'object',
  required: ['oidcToken', 'targetPublicKey'],
  properties: {
    ...common,
    targetPublicKey: { type: 'string' },
    apiKeyName: { type: 'string', maxLength: 255 },
  },
} as const

/**
 * A session for the user whose identity a fresh token proves, sealed to the key it was made for.
 */
export const oauth = activityKind<FromSchema<typeof sealed>>({
  type: 'OAUTH',
  resultName: 'oauthResult',
  stampedBy: 'parent',
  organization: 'sub',
  parameters: sealed,

  async perform(given, work) {
    const { tx, organizationId } = work
    const { targetPublicKey } = given
    const found = await userOf(work, given, targetPublicKey)
    if ('failure' in found) return found
    const { userId } = found
    const { apiKeyId, bundle } = await addSealedKey(
      tx,
      { organizationId, userId },
      {
        targetPublicKey,
        seconds: Number(given.expirationSeconds ?? SESSION_SECONDS),
        name: given.apiKeyName ?? 'oauth',
        type: 'CREDENTIAL_TYPE_OAUTH_KEY_P256',
      },
    )
    return { result: { userId, apiKeyId }, passing: { credentialBundle: bundle } }
  },
})

const own = {
  type: 'object',
  required: ['oidcToken', 'publicKey'],
  properties: { ...common, publicKey: { type: 'string' } },
} as const

/** Like `oauth`, on the key that the client holds, for which the token was made. */
export const oauthLogin = activityKind<FromSchema<typeof own>>({
  type: 'OAUTH_LOGIN',
  resultName: 'oauthLoginResult',
  stampedBy: 'parent',
  organization: 'sub',
  parameters: own,

  async perform(given, work) {
    const { publicKey } = given
    const found = await userOf(work, given, publicKey)
    if ('failure' in found) return found
    const session = await addOwnKey(work, found.userId, {
      publicKey,
      seconds: Number(given.expirationSeconds ?? SESSION_SECONDS),
      name: 'oauth-login',
      type: 'CREDENTIAL_TYPE_LOGIN',
    })
    return { result: { session } }
  },
})

type Login = { readonly oidcToken: string; readonly invalidateExisting?: boolean | undefined }
type Failure = Extract<Outcome, { failure: object }>

/** Whose token it is. The nonce binds it to the text of the key, as it was sent. */
async function userOf(
  { tx, organizationId, submittedMs }: Work,
  { oidcToken, invalidateExisting }: Login,
  key: string,
): Promise<{ readonly userId: string } | Failure> {
  const token = readIdToken(oidcToken)
  if (token === undefined) throw invalid('OIDC token cannot be read')
  const problem = problemWith(token, submittedMs, key)
  if (problem !== undefined) return failed(problem)
  const userId = await findUser(tx, organizationId, token)
  if (userId === undefined) return failed('no user of this organization has that OIDC identity')
  if (invalidateExisting === true) await removeKeys(tx, userId)
  return { userId }
}

/** Locked, so that two logins at once count each other's keys. */
async function findUser(
  tx: Transaction,
  organizationId: string,
  { issuer, audience, subject }: OidcIdentity,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select holder.id from oauth_providers identity join users holder on holder.id = identity.user_id
     where identity.organization_id = $1
       and identity.issuer = $2 and identity.audience = $3 and identity.subject = $4
     for update of holder`,
    [organizationId, issuer, audience, subject],
  )
  return rows[0]?.id
}

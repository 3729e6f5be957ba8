import type { FromSchema } from 'json-schema-to-ts'
import type { Transaction } from '../../store/store.ts'
import { addSealedKey, removeKeys } from '../apiKeys.ts'
import { type OidcIdentity, problemWith, readIdToken } from '../idTokens.ts'
import { invalid } from '../refusals.ts'
import { activityKind, failed, SESSION_SECONDS, secondsSchema } from './activityKind.ts'

const parameters = {
  type: 'object',
  required: ['oidcToken', 'targetPublicKey'],
  properties: {
    oidcToken: { type: 'string', maxLength: 16_384 },
    targetPublicKey: { type: 'string' },
    apiKeyName: { type: 'string', maxLength: 255 },
    expirationSeconds: secondsSchema,
    invalidateExisting: { type: 'boolean' },
  },
} as const

/**
 * A session for the user whose identity a fresh token proves, sealed to the key it was made for.
 */
export const oauth = activityKind<FromSchema<typeof parameters>>({
  type: 'OAUTH',
  resultName: 'oauthResult',
  stampedBy: 'parent',
  organization: 'sub',
  parameters,

  async perform(given, { tx, organizationId, submittedMs }) {
    const { oidcToken, targetPublicKey } = given
    const token = readIdToken(oidcToken)
    if (token === undefined) throw invalid('OIDC token cannot be read')
    const problem = problemWith(token, submittedMs, targetPublicKey)
    if (problem !== undefined) return failed(problem)
    const userId = await findUser(tx, organizationId, token)
    if (userId === undefined) return failed('no user of this organization has that OIDC identity')
    if (given.invalidateExisting === true) await removeKeys(tx, userId)
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

import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, idsSchema } from '../activityKind.ts'
import { canonicalIssuer, type OidcIdentity, readIdToken } from '../idTokens.ts'
import { invalid, notFound, tooMany } from '../refusals.ts'
import { lockUser } from '../users.ts'

const OAUTH_PROVIDERS_MAX = 10
const claim = { type: 'string', minLength: 1, maxLength: 255 } as const

const oauthProvider = {
  type: 'object',
  required: ['providerName'],
  properties: {
    providerName: { type: 'string', minLength: 1, maxLength: 255 },
    oidcToken: { type: 'string', maxLength: 16_384 },
    oidcClaims: {
      type: 'object',
      required: ['iss', 'sub', 'aud'],
      properties: { iss: claim, sub: claim, aud: claim },
    },
  },
} as const

const creation = {
  type: 'object',
  required: ['userId', 'oauthProviders'],
  properties: {
    userId: { type: 'string' },
    oauthProviders: { type: 'array', minItems: 1, items: oauthProvider },
  },
} as const

/** Identities at OIDC issuers that may log a user in. */
export const createOauthProviders = activityKind<FromSchema<typeof creation>>({
  type: 'CREATE_OAUTH_PROVIDERS_V2',
  resultName: 'createOauthProvidersResultV2',
  stampedBy: 'client',
  organization: 'sub',
  parameters: creation,

  async perform({ userId, oauthProviders }, { tx, organizationId }) {
    await lockUser(tx, organizationId, userId)
    const providerIds: string[] = []
    for (const one of oauthProviders) {
      const id = randomUUID()
      const { issuer, audience, subject } = identityOf(one)
      const { rowCount } = await tx.query(
        `insert into oauth_providers
           (id, organization_id, user_id, name, issuer, audience, subject)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (organization_id, issuer, audience, subject) do nothing`,
        [id, organizationId, userId, one.providerName, issuer, audience, subject],
      )
      if (rowCount === 0) throw invalid('an OAuth provider of that identity exists')
      providerIds.push(id)
    }
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::integer as count from oauth_providers where user_id = $1',
      [userId],
    )
    if ((rows[0]?.count ?? 0) > OAUTH_PROVIDERS_MAX) {
      throw tooMany(`user has the maximum number of OAuth providers: ${OAUTH_PROVIDERS_MAX}`)
    }
    return { result: { providerIds } }
  },
})

function identityOf({ oidcToken, oidcClaims }: FromSchema<typeof oauthProvider>): OidcIdentity {
  if ((oidcToken === undefined) === (oidcClaims === undefined)) {
    throw invalid('one of oidcToken and oidcClaims is needed')
  }
  if (oidcClaims !== undefined) {
    return {
      issuer: canonicalIssuer(oidcClaims.iss),
      audience: oidcClaims.aud,
      subject: oidcClaims.sub,
    }
  }
  const token = readIdToken(oidcToken ?? '')
  if (token === undefined) throw invalid('OIDC token cannot be read')
  return token
}

const deletion = {
  type: 'object',
  required: ['userId', 'providerIds'],
  properties: { userId: { type: 'string' }, providerIds: idsSchema },
} as const

/** Removes OIDC identities of a user. Sessions that they opened live on. */
export const deleteOauthProviders = activityKind<FromSchema<typeof deletion>>({
  type: 'DELETE_OAUTH_PROVIDERS',
  resultName: 'deleteOauthProvidersResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters: deletion,

  async perform({ userId, providerIds }, { tx, organizationId }) {
    const { rowCount } = await tx.query(
      'delete from oauth_providers where organization_id = $1 and user_id = $2 and id = any($3)',
      [organizationId, userId, providerIds],
    )
    if (rowCount !== providerIds.length) throw notFound('OAuth provider not found')
    return { result: { providerIds } }
  },
})

import { presentInstant } from './present.ts'
import type { Provider } from './provider.ts'

/** A user's passkeys in the provider's full shape. */
export async function authenticatorsOf({ store }: Provider, userId: string): Promise<object[]> {
  const { rows } = await store.pool.query<{
    id: string
    name: string
    credential_id: string
    public_key: Buffer
    transports: string[]
    aaguid: string
    created_at: Date
  }>(
    `select id, name, credential_id, public_key, transports, aaguid, created_at
     from authenticators where user_id = $1 order by ordinal`,
    [userId],
  )
  return rows.map((row) => ({
    transports: row.transports,
    attestationType: 'none',
    aaguid: row.aaguid,
    credentialId: row.credential_id,
    model: '',
    credential: {
      publicKey: row.public_key.toString('hex'),
      type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
    },
    authenticatorId: row.id,
    authenticatorName: row.name,
    createdAt: presentInstant(row.created_at),
    updatedAt: presentInstant(row.created_at),
  }))
}

/** A user's OIDC identities in the provider's full shape. */
export async function oauthProvidersOf({ store }: Provider, userId: string): Promise<object[]> {
  const { rows } = await store.pool.query<{
    id: string
    name: string
    issuer: string
    audience: string
    subject: string
    created_at: Date
  }>(
    `select id, name, issuer, audience, subject, created_at
     from oauth_providers where user_id = $1 order by ordinal`,
    [userId],
  )
  return rows.map(({ id, name, created_at: createdAt, ...claims }) => ({
    providerId: id,
    providerName: name,
    ...claims,
    createdAt: presentInstant(createdAt),
    updatedAt: presentInstant(createdAt),
  }))
}

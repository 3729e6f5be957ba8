import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, idsSchema, type Work } from '../activityKind.ts'
import { registeredPasskey } from '../passkeys.ts'
import { invalid, notFound, tooMany } from '../refusals.ts'
import { lockUser } from '../users.ts'

const AUTHENTICATORS_MAX = 10

const authenticator = {
  type: 'object',
  required: ['authenticatorName', 'challenge', 'attestation'],
  properties: {
    authenticatorName: { type: 'string', minLength: 1, maxLength: 255 },
    challenge: { type: 'string', minLength: 1, maxLength: 1024 },
    attestation: {
      type: 'object',
      required: ['credentialId', 'clientDataJson', 'attestationObject', 'transports'],
      properties: {
        credentialId: { type: 'string', minLength: 1, maxLength: 1400 },
        clientDataJson: { type: 'string', maxLength: 65_536 },
        attestationObject: { type: 'string', maxLength: 65_536 },
        transports: {
          type: 'array',
          items: {
            enum: [
              'AUTHENTICATOR_TRANSPORT_USB',
              'AUTHENTICATOR_TRANSPORT_NFC',
              'AUTHENTICATOR_TRANSPORT_BLE',
              'AUTHENTICATOR_TRANSPORT_INTERNAL',
              'AUTHENTICATOR_TRANSPORT_HYBRID',
            ],
          },
        },
      },
    },
  },
} as const

const creation = {
  type: 'object',
  required: ['userId', 'authenticators'],
  properties: {
    userId: { type: 'string' },
    authenticators: { type: 'array', minItems: 1, items: authenticator },
  },
} as const

type NewAuthenticator = FromSchema<typeof authenticator>

/** Passkeys for a user, each proven by its attestation. */
export const createAuthenticators = activityKind<FromSchema<typeof creation>>({
  type: 'CREATE_AUTHENTICATORS_V2',
  resultName: 'createAuthenticatorsResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters: creation,

  async perform({ userId, authenticators }, work) {
    await lockUser(work.tx, work.organizationId, userId)
    const authenticatorIds: string[] = []
    for (const one of authenticators) authenticatorIds.push(await add(work, userId, one))
    const { rows } = await work.tx.query<{ count: number }>(
      'select count(*)::integer as count from authenticators where user_id = $1',
      [userId],
    )
    if ((rows[0]?.count ?? 0) > AUTHENTICATORS_MAX) {
      throw tooMany(`user has the maximum number of authenticators: ${AUTHENTICATORS_MAX}`)
    }
    return { result: { authenticatorIds } }
  },
})

async function add(
  { tx, organizationId, passkeyOrigins }: Work,
  userId: string,
  one: NewAuthenticator,
): Promise<string> {
  const passkey = await registeredPasskey(one, passkeyOrigins)
  if (passkey === undefined) throw invalid('attestation is not valid')
  const id = randomUUID()
  const { rowCount } = await tx.query(
    `insert into authenticators (id, organization_id, user_id, name, credential_id, public_key,
       sign_count, transports, aaguid, rp_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (organization_id, credential_id) do nothing`,
    [
      id,
      organizationId,
      userId,
      one.authenticatorName,
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      one.attestation.transports,
      passkey.aaguid,
      passkey.rpId,
    ],
  )
  if (rowCount === 0) throw invalid('an authenticator of that credential id exists')
  return id
}

const deletion = {
  type: 'object',
  required: ['userId', 'authenticatorIds'],
  properties: { userId: { type: 'string' }, authenticatorIds: idsSchema },
} as const

/** Removes passkeys of a user. Sessions that they opened live on. */
export const deleteAuthenticators = activityKind<FromSchema<typeof deletion>>({
  type: 'DELETE_AUTHENTICATORS',
  resultName: 'deleteAuthenticatorsResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters: deletion,

  async perform({ userId, authenticatorIds }, { tx, organizationId }) {
    const { rowCount } = await tx.query(
      'delete from authenticators where organization_id = $1 and user_id = $2 and id = any($3)',
      [organizationId, userId, authenticatorIds],
    )
    if (rowCount !== authenticatorIds.length) throw notFound('authenticator not found')
    return { result: { authenticatorIds } }
  },
})

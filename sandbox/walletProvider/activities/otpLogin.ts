import { verify } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import type { Transaction } from '../../store/store.ts'
import { activityKind, failed, SESSION_SECONDS, secondsSchema } from '../activityKind.ts'
import { removeKeys } from '../apiKeys.ts'
import { compressedKey, publicKeyObject } from '../keys.ts'
import { invalid } from '../refusals.ts'
import { addOwnKey } from '../sessionToken.ts'

type TokenRow = { contact: string; otp_type: string; public_key: string; over: boolean }

const parameters = {
  type: 'object',
  required: ['verificationToken', 'publicKey', 'clientSignature'],
  properties: {
    verificationToken: { type: 'string', maxLength: 4096 },
    publicKey: { type: 'string' },
    clientSignature: {
      type: 'object',
      required: ['publicKey', 'scheme', 'message', 'signature'],
      properties: {
        publicKey: { type: 'string' },
        scheme: { const: 'CLIENT_SIGNATURE_SCHEME_API_P256' },
        message: { type: 'string', maxLength: 4096 },
        signature: { type: 'string', pattern: '^[0-9a-f]{128}$' },
      },
    },
    expirationSeconds: secondsSchema,
    invalidateExisting: { type: 'boolean' },
  },
} as const

/** Turns a verification token into a session: the sealed key becomes an expiring API key. */
export const otpLogin = activityKind<FromSchema<typeof parameters>>({
  type: 'OTP_LOGIN_V2',
  resultName: 'otpLoginResult',
  stampedBy: 'parent',
  organization: 'sub',
  parameters,

  async perform(given, work) {
    const { tx, signers, organizationId } = work
    const publicKey = compressedKey(given.publicKey)
    if (publicKey === undefined) throw invalid('publicKey is not a P-256 key')

    const claims = await signers.otp.readClaims(given.verificationToken)
    if (typeof claims?.id !== 'string') return failed('verification token is not valid')
    const token = await findToken(tx, claims.id)
    if (token === undefined || token.over) return failed('verification token is used or expired')
    if (token.public_key !== publicKey) return failed('verification token names another key')
    if (!provesPossession(given.clientSignature, publicKey, claims.id)) {
      return failed('client signature is not valid')
    }

    const userId = await findUser(tx, organizationId, token)
    if (userId === undefined) return failed('no user of this organization has that contact')
    // Only now: a login that fails may be tried again with the same token.
    await tx.query('update verification_tokens set used_at = store_now() where id = $1', [
      claims.id,
    ])
    if (given.invalidateExisting === true) {
      await removeKeys(tx, userId)
    }
    const session = await addOwnKey(work, userId, {
      publicKey,
      seconds: Number(given.expirationSeconds ?? SESSION_SECONDS),
      name: 'otp-login',
      type: 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256',
    })
    return { result: { session } }
  },
})

/** Locked, so that a token makes one session however often it comes at once. */
async function findToken(tx: Transaction, tokenId: string): Promise<TokenRow | undefined> {
  const { rows } = await tx.query<TokenRow>(
    `select code.contact, code.otp_type, token.public_key,
            token.used_at is not null or token.expires_at <= store_now() as over
     from verification_tokens token join one_time_codes code on code.id = token.one_time_code_id
     where token.id = $1 for update of token`,
    [tokenId],
  )
  return rows[0]
}

type ClientSignature = {
  readonly publicKey: string
  readonly message: string
  readonly signature: string
}

/** Whether the holder of the key itself asked for this login with this token. */
function provesPossession(proof: ClientSignature, publicKey: string, tokenId: string): boolean {
  if (compressedKey(proof.publicKey) !== publicKey) return false
  const wanted = { login: { publicKey }, tokenId, type: 'USAGE_TYPE_LOGIN' }
  if (proof.message !== JSON.stringify(wanted)) return false
  return verify(
    'sha256',
    Buffer.from(proof.message),
    { key: publicKeyObject(publicKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(proof.signature, 'hex'),
  )
}

/** Locked, so that two logins at once count each other's keys. */
async function findUser(
  tx: Transaction,
  organizationId: string,
  { contact, otp_type: otpType }: TokenRow,
): Promise<string | undefined> {
  const column = otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'phone_number'
  const { rows } = await tx.query<{ id: string }>(
    `select id from users where organization_id = $1 and lower(${column}) = lower($2) for update`,
    [organizationId, contact],
  )
  return rows[0]?.id
}

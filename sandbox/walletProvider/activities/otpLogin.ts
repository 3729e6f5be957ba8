import { randomUUID, verify } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import type { Transaction } from '../../store/store.ts'
import { compressedKey, publicKeyObject } from '../keys.ts'
import { grpc, invalid } from '../refusals.ts'
import { activityKind, type Outcome, secondsSchema } from './activityKind.ts'

const SESSION_SECONDS = 900
/** An eleventh expiring key silently ends the oldest. */
const EXPIRING_KEYS_MAX = 10

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

  async perform(given, { tx, signers, organizationId, nowMs }) {
    const publicKey = compressedKey(given.publicKey)
    if (publicKey === undefined) throw invalid('publicKey is not a P-256 key')

    const claims = await signers.otp.readClaims(given.verificationToken)
    if (typeof claims?.id !== 'string') return failure('verification token is not valid')
    const token = await findToken(tx, claims.id)
    if (token === undefined || token.over) return failure('verification token is used or expired')
    if (token.public_key !== publicKey) return failure('verification token names another key')
    if (!provesPossession(given.clientSignature, publicKey, claims.id)) {
      return failure('client signature is not valid')
    }

    const userId = await findUser(tx, organizationId, token)
    if (userId === undefined) return failure('no user of this organization has that contact')
    // Only now: a login that fails may be tried again with the same token.
    await tx.query('update verification_tokens set used_at = now() where id = $1', [claims.id])
    if (given.invalidateExisting === true) {
      await tx.query('delete from api_keys where user_id = $1', [userId])
    }
    const seconds = Number(given.expirationSeconds ?? SESSION_SECONDS)
    await addKey(tx, { organizationId, userId, publicKey, seconds })
    const session = await signers.otp.signClaims({
      session_type: 'SESSION_TYPE_READ_WRITE',
      organization_id: organizationId,
      user_id: userId,
      public_key: publicKey,
      exp: Math.floor(nowMs / 1000) + seconds,
    })
    return { result: { session } }
  },
})

function failure(message: string): Outcome {
  return { failure: { code: grpc.invalidArgument, message } }
}

/** Locked, so that a token makes one session however often it comes at once. */
async function findToken(tx: Transaction, tokenId: string): Promise<TokenRow | undefined> {
  const { rows } = await tx.query<TokenRow>(
    `select code.contact, code.otp_type, token.public_key,
            token.used_at is not null or token.expires_at <= now() as over
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

async function addKey(
  tx: Transaction,
  key: { organizationId: string; userId: string; publicKey: string; seconds: number },
): Promise<void> {
  // The same key again is a new session on it: the newest of the user, with a life of its own.
  await tx.query('delete from api_keys where organization_id = $1 and public_key = $2', [
    key.organizationId,
    key.publicKey,
  ])
  await tx.query(
    `insert into api_keys
       (id, organization_id, user_id, name, public_key, expiration_seconds, expires_at)
     values ($1, $2, $3, $4, $5, $6::integer, now() + make_interval(secs => $6::integer))`,
    [randomUUID(), key.organizationId, key.userId, 'otp-login', key.publicKey, key.seconds],
  )
  await tx.query(
    `delete from api_keys where user_id = $1 and (expires_at <= now() or id not in (
       select id from api_keys where user_id = $1 and expires_at > now()
       order by ordinal desc limit $2))`,
    [key.userId, EXPIRING_KEYS_MAX],
  )
}

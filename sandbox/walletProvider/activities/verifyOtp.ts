import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, failed, secondsSchema } from '../activityKind.ts'
import { openBundle, parseBundle } from '../otpBundle.ts'
import { invalid, notFound } from '../refusals.ts'

const WRONG_CODES_MAX = 10
const TOKEN_SECONDS = 3600

type CodeRow = {
  otp_type: string
  contact: string
  sealed_code: Buffer
  sealed_target_key: Buffer
  wrong_codes: number
  used: boolean
  expired: boolean
}

const parameters = {
  type: 'object',
  required: ['otpId', 'encryptedOtpBundle'],
  properties: {
    otpId: { type: 'string' },
    encryptedOtpBundle: { type: 'string', maxLength: 8192 },
    expirationSeconds: secondsSchema,
  },
} as const

/** Checks a sealed code once, and answers a token that names the key sealed beside it. */
export const verifyOtp = activityKind<FromSchema<typeof parameters>>({
  type: 'VERIFY_OTP_V2',
  resultName: 'verifyOtpResult',
  stampedBy: 'parent',
  organization: 'parent',
  parameters,

  async perform({ otpId, encryptedOtpBundle, expirationSeconds }, work) {
    const { tx, vault, signers, organizationId, nowMs } = work
    const bundle = parseBundle(encryptedOtpBundle)
    if (bundle === undefined) throw invalid('encryptedOtpBundle cannot be read')

    // Locked: parallel guesses are counted one after the other.
    const { rows } = await tx.query<CodeRow>(
      `select otp_type, contact, sealed_code, sealed_target_key, wrong_codes,
              used_at is not null as used, expires_at <= store_now() as expired
       from one_time_codes where id = $1 for update`,
      [otpId],
    )
    const [row] = rows
    if (row === undefined) throw notFound('OTP not found')
    if (row.used) return failed('OTP has already been used')
    if (row.expired) return failed('OTP has expired')
    if (row.wrong_codes >= WRONG_CODES_MAX) return failed('too many wrong codes for this OTP')

    const sealed = await openBundle(vault.open(`target:${otpId}`, row.sealed_target_key), bundle)
    if (sealed === undefined) return failed('OTP bundle cannot be decrypted')
    if (!sameCode(sealed.code, vault.open(`code:${otpId}`, row.sealed_code).toString('utf8'))) {
      await tx.query('update one_time_codes set wrong_codes = wrong_codes + 1 where id = $1', [
        otpId,
      ])
      return failed('Invalid OTP code')
    }

    const id = randomUUID()
    const tokenSeconds = Number(expirationSeconds ?? TOKEN_SECONDS)
    await tx.query('update one_time_codes set used_at = store_now() where id = $1', [otpId])
    await tx.query(
      `insert into verification_tokens (id, one_time_code_id, public_key, expires_at)
       values ($1, $2, $3, store_now() + make_interval(secs => $4))`,
      [id, otpId, sealed.publicKey, tokenSeconds],
    )
    const verificationToken = await signers.otp.signClaims({
      id,
      verification_type: row.otp_type,
      contact: row.contact,
      organization_id: organizationId,
      public_key: sealed.publicKey,
      // Milliseconds in a string, which is how the provider writes it.
      exp: String(nowMs + tokenSeconds * 1000),
    })
    return { result: { verificationToken } }
  },
})

/** Hashed first, so that neither the length nor the place of a difference shows in the time. */
function sameCode(left: string, right: string): boolean {
  const [a, b] = [left, right].map((code) => createHash('sha256').update(code).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

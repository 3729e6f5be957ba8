import { randomUUID } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, secondsSchema } from '../activityKind.ts'
import { targetBundle } from '../otpBundle.ts'
import { invalid } from '../refusals.ts'

const CODE_LENGTH = 9
const LIFETIME_SECONDS = 300
const LIFETIME_SECONDS_MAX = 600

const parameters = {
  type: 'object',
  required: ['otpType', 'contact', 'appName'],
  properties: {
    otpType: { enum: ['OTP_TYPE_EMAIL', 'OTP_TYPE_SMS'] },
    contact: { type: 'string', minLength: 3, maxLength: 320 },
    appName: { type: 'string', minLength: 1, maxLength: 255 },
    otpLength: { type: 'integer', minimum: 6, maximum: 9 },
    alphanumeric: { type: 'boolean' },
    expirationSeconds: secondsSchema,
    userIdentifier: { type: 'string', maxLength: 255 },
    sendFromEmailAddress: { type: 'string', minLength: 3, maxLength: 320 },
    sendFromEmailSenderName: { type: 'string', maxLength: 255 },
    replyToEmailAddress: { type: 'string', minLength: 3, maxLength: 320 },
    emailCustomization: {
      type: 'object',
      properties: { logoUrl: { type: 'string', maxLength: 1024 } },
    },
  },
} as const

/** What a mail of the code has beside its text; a text message has nothing. */
function mailOf(given: FromSchema<typeof parameters>): { sender?: string; mail: object } {
  if (given.otpType !== 'OTP_TYPE_EMAIL') return { mail: {} }
  const { sendFromEmailAddress: fromAddress, replyToEmailAddress: replyTo } = given
  const mail = { fromAddress, replyTo, logoUrl: given.emailCustomization?.logoUrl }
  // A name without its address is not looked at.
  return fromAddress === undefined
    ? { mail }
    : { sender: given.sendFromEmailSenderName ?? 'Notifications', mail }
}

/** Sends a one-time code, and with it the key to which the client seals what it types. */
export const initOtp = activityKind<FromSchema<typeof parameters>>({
  type: 'INIT_OTP_V3',
  resultName: 'initOtpResultV2',
  stampedBy: 'parent',
  organization: 'parent',
  parameters,

  async perform(given, { tx, vault, signers, organizationId }) {
    const { otpType, contact, appName, otpLength = CODE_LENGTH } = given
    const lifetimeSeconds = Number(given.expirationSeconds ?? LIFETIME_SECONDS)
    if (lifetimeSeconds > LIFETIME_SECONDS_MAX) {
      throw invalid(`expirationSeconds is above ${LIFETIME_SECONDS_MAX}`)
    }
    const otpId = randomUUID()
    const targetKey = p256.utils.randomSecretKey()
    // A sandbox delivers no mail, so its codes are all zeros; everything around them is real.
    const code = '0'.repeat(otpLength)
    const { sender, mail } = mailOf(given)
    await tx.query(
      `insert into one_time_codes
         (id, otp_type, contact, app_name, user_identifier, sealed_code, sealed_target_key, expires_at, sender, mail)
       values ($1, $2, $3, $4, $5, $6, $7, store_now() + make_interval(secs => $8), $9, $10)`,
      [
        otpId,
        otpType,
        contact,
        appName,
        given.userIdentifier,
        vault.seal(`code:${otpId}`, code),
        vault.seal(`target:${otpId}`, targetKey),
        lifetimeSeconds,
        sender,
        mail,
      ],
    )
    const otpEncryptionTargetBundle = targetBundle(signers.otp, targetKey, organizationId)
    return { result: { otpId, otpEncryptionTargetBundle } }
  },
})

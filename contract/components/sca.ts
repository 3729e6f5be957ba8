/** Strong customer authentication, and the verification of contacts. */
import { idSchema } from '../ids.ts'
import { dateTime } from './shared.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const
const optionalText = (maxLength: number) => ({ type: ['string', 'null'], maxLength }) as const
const optionalInstant = { type: ['string', 'null'], format: 'date-time' } as const
/** As WebAuthn's JSON forms have it; checked where it is used. */
const webauthn = { type: 'object', additionalProperties: true } as const
const optionalWebauthn = { type: ['object', 'null'], additionalProperties: true } as const
const origins = { type: 'array', items: { type: 'string' } } as const

export const ContactVerificationStatus = { type: 'string', enum: ['PENDING', 'VERIFIED'] } as const

/** The contacts of a customer that must be verified; where none must be, it is absent. */
export const ContactVerification = {
  type: 'object',
  properties: { email: ContactVerificationStatus, phone: ContactVerificationStatus },
} as const

export const ContactVerificationConfirmRequest = {
  type: 'object',
  required: ['code'],
  properties: { code: { ...text(16), example: '123456' } },
} as const

export const ScaFactor = { type: 'string', enum: ['SMS_OTP', 'TOTP', 'PASSKEY'] } as const

export const ScaFactorView = {
  type: 'object',
  required: ['factor'],
  properties: {
    factor: ScaFactor,
    credentialId: { type: 'string', description: 'Of a passkey: what deletes it.' },
    name: { type: 'string' },
  },
} as const

/** What stands between a customer and a login, and the login that there is. */
export const ScaLoginState = {
  type: 'object',
  required: ['failedAttempts', 'suspended', 'lockedUntil'],
  properties: {
    failedAttempts: { type: 'integer', description: 'Wrong proofs since the last right one.' },
    suspended: {
      type: 'boolean',
      description: 'Locked until a RESET_PASSWORD_COMPLETED is recorded.',
    },
    lockedUntil: { ...optionalInstant, description: 'Null where no lock ends by itself.' },
    sessionExpiresAt: { ...dateTime, description: 'Absent where the customer is not logged in.' },
  },
} as const

export const ScaFactorList = {
  type: 'object',
  required: ['factors'],
  properties: { factors: { type: 'array', items: ScaFactorView }, login: ScaLoginState },
} as const

export const ScaFactorEnrollRequest = {
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string', enum: ['TOTP', 'PASSKEY'] } },
} as const

export const TotpEnrollmentStart = {
  type: 'object',
  required: ['type', 'secret', 'secretBase32Encoded', 'totpUri'],
  properties: {
    type: { type: 'string', const: 'TOTP' },
    secret: { type: 'string', description: 'Hexadecimal; sent back to confirm the enrolment.' },
    secretBase32Encoded: { type: 'string' },
    totpUri: { type: 'string', description: 'For a QR code.' },
  },
} as const

export const PasskeyEnrollmentStart = {
  type: 'object',
  required: ['type', 'options', 'allowedOrigins', 'relyingPartyId'],
  properties: {
    type: { type: 'string', const: 'PASSKEY' },
    options: { ...webauthn, description: 'PublicKeyCredentialCreationOptionsJSON.' },
    allowedOrigins: origins,
    relyingPartyId: { type: 'string' },
  },
} as const

export const ScaFactorEnrollStart = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [TotpEnrollmentStart, PasskeyEnrollmentStart],
} as const

export const TotpEnrollmentConfirmRequest = {
  type: 'object',
  required: ['type', 'secret', 'code'],
  properties: {
    type: { type: 'string', const: 'TOTP' },
    secret: { ...text(128), description: 'As the enrolment was started with.' },
    code: { ...text(16), example: '123456' },
  },
} as const

export const PasskeyEnrollmentConfirmRequest = {
  type: 'object',
  required: ['type', 'origin', 'credential'],
  properties: {
    type: { type: 'string', const: 'PASSKEY' },
    origin: text(512),
    credential: { ...webauthn, description: 'RegistrationResponseJSON.' },
  },
} as const

export const ScaFactorConfirmRequest = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [TotpEnrollmentConfirmRequest, PasskeyEnrollmentConfirmRequest],
} as const

export const TotpEnrollmentConfirmResponse = {
  type: 'object',
  required: ['type', 'recoveryCodes'],
  properties: {
    type: { type: 'string', const: 'TOTP' },
    recoveryCodes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Shown once: each logs in once, in place of a TOTP code.',
    },
  },
} as const

export const PasskeyEnrollmentConfirmResponse = {
  type: 'object',
  required: ['type', 'factor'],
  properties: { type: { type: 'string', const: 'PASSKEY' }, factor: ScaFactorView },
} as const

export const ScaFactorConfirmResponse = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [TotpEnrollmentConfirmResponse, PasskeyEnrollmentConfirmResponse],
} as const

export const ScaLoginStartRequest = {
  type: 'object',
  required: ['factor'],
  properties: { factor: ScaFactor },
} as const

export const ScaLoginStart = {
  type: 'object',
  required: ['factor'],
  properties: {
    factor: ScaFactor,
    challengeId: { type: ['string', 'null'] },
    expiresAt: optionalInstant,
    passkeyOptions: {
      ...optionalWebauthn,
      description: 'PublicKeyCredentialRequestOptionsJSON.',
    },
    allowedOrigins: { ...origins, type: ['array', 'null'] },
    relyingPartyId: { type: ['string', 'null'] },
  },
} as const

/** A proof, as every operation takes it that asks for one. */
export const scaProof = {
  code: optionalText(64),
  passkeyAssertion: { ...optionalWebauthn, description: 'AuthenticationResponseJSON.' },
  origin: optionalText(512),
} as const

export const ScaLoginCompleteRequest = {
  type: 'object',
  required: ['factor', 'endUserIpAddress'],
  anyOf: [{ required: ['code'] }, { required: ['passkeyAssertion', 'origin'] }],
  properties: {
    factor: ScaFactor,
    endUserIpAddress: { ...text(45), example: '203.0.113.7' },
    challengeId: { ...optionalText(64), description: 'Of the start; TOTP has none.' },
    ...scaProof,
  },
} as const

export const ScaLoginComplete = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', const: 'SUCCESS' }, sessionExpiresAt: dateTime },
} as const

const eventType = {
  type: 'string',
  enum: ['RESET_PASSWORD_COMPLETED', 'FAILED_LOGIN_ATTEMPT'],
} as const

export const RecordSecurityEventRequest = {
  type: 'object',
  required: ['eventType'],
  properties: { eventType },
} as const

export const RecordSecurityEventResponse = {
  type: 'object',
  required: ['eventType', 'suspended', 'failedAttempts'],
  properties: {
    eventType,
    suspended: { type: 'boolean' },
    lockedUntil: optionalInstant,
    failedAttempts: { type: 'integer' },
  },
} as const

export const TwoFactorResetStartRequest = {
  type: 'object',
  required: ['factor'],
  properties: { factor: ScaFactor },
} as const

export const TwoFactorResetStart = {
  type: 'object',
  required: ['resetId'],
  properties: {
    resetId: idSchema('ScaReset'),
    livenessAccessToken: { type: ['string', 'null'] },
    verificationLink: { type: ['string', 'null'] },
    expiresAt: optionalInstant,
  },
} as const

export const TwoFactorResetStatus = {
  type: 'object',
  required: ['status', 'factor', 'expiresAt'],
  properties: {
    status: {
      type: 'string',
      enum: ['INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED', 'COMPLETED', 'REJECTED', 'EXPIRED'],
    },
    factor: ScaFactor,
    enrollmentStatus: { type: ['string', 'null'], enum: ['PENDING', 'COMPLETED', null] },
    expiresAt: dateTime,
    completedAt: optionalInstant,
  },
} as const

export const TwoFactorResetCompleteRequest = {
  type: 'object',
  properties: {
    mobile: {
      type: 'object',
      required: ['countryCode', 'number'],
      properties: {
        countryCode: { type: 'string', pattern: '^\\+?[1-9]\\d{0,2}$', example: '+49' },
        number: { type: 'string', pattern: '^\\d{1,14}$', example: '1701234567' },
      },
    },
  },
} as const

export const SandboxMessage = {
  type: 'object',
  required: ['id', 'channel', 'to', 'from', 'text', 'sentAt'],
  properties: {
    id: { type: 'string' },
    channel: { type: 'string', enum: ['EMAIL', 'SMS'] },
    to: { type: 'string' },
    from: { type: 'string' },
    subject: { type: 'string' },
    text: { type: 'string' },
    sentAt: dateTime,
  },
} as const

export const SandboxMessageList = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: SandboxMessage } },
} as const

/** Strong customer authentication, and the verification of contacts. */

import { idSchema } from '../ids.ts'
import { described } from './described.ts'
import { dateTime } from './shared.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const
const optionalText = (maxLength: number) => ({ type: ['string', 'null'], maxLength }) as const
const optionalInstant = { type: ['string', 'null'], format: 'date-time' } as const
/** As WebAuthn's JSON forms have it; checked where it is used. */
const webauthn = { type: 'object', maxProperties: 20, additionalProperties: true } as const
const optionalWebauthn = { ...webauthn, type: ['object', 'null'] } as const
const origins = {
  type: 'array',
  description:
    'Pages at which the passkey may be made or used; one of them is sent back as `origin`.',
  items: { type: 'string' },
} as const

export const ContactVerificationStatus = {
  type: 'string',
  enum: ['PENDING', 'VERIFIED'],
  description: 'PENDING: a code must be confirmed. VERIFIED: it was.',
} as const

/** The contacts of a customer that must be verified; where none must be, it is absent. */
export const ContactVerification = {
  type: 'object',
  properties: {
    email: described(
      ContactVerificationStatus,
      'Of the email address; absent where there is none, or it need not be verified.',
    ),
    phone: described(
      ContactVerificationStatus,
      'Of the phone number, which once VERIFIED is a factor, SMS_OTP. Absent where it need not be ' +
        'verified.',
    ),
  },
} as const

export const ContactVerificationConfirmRequest = {
  type: 'object',
  required: ['code'],
  properties: {
    code: {
      ...text(16),
      example: '123456',
      description:
        'What the customer was sent; it lives ten minutes and takes five tries. In the sandbox ' +
        '`123456`.',
    },
  },
} as const

export const ScaFactor = {
  type: 'string',
  enum: ['SMS_OTP', 'TOTP', 'PASSKEY'],
  description:
    'SMS_OTP: a code to the verified phone number. TOTP: a code of an authenticator app, for ' +
    'logins only. PASSKEY: a WebAuthn credential.',
} as const

export const ScaFactorView = {
  type: 'object',
  required: ['factor'],
  properties: {
    factor: ScaFactor,
    credentialId: {
      type: 'string',
      description: "WebAuthn's id, which deletes the factor. Of passkeys only.",
    },
    name: { type: 'string', description: 'A name for people, where the factor has one.' },
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
    lockedUntil: { ...optionalInstant, description: 'Null if no lock ends by itself.' },
    sessionExpiresAt: { ...dateTime, description: 'Absent where the customer is not logged in.' },
  },
} as const

export const ScaFactorList = {
  type: 'object',
  required: ['factors'],
  properties: {
    factors: {
      type: 'array',
      description:
        'What the customer can prove itself with. SMS_OTP is there as soon as the phone number is ' +
        'verified.',
      items: ScaFactorView,
    },
    login: described(
      ScaLoginState,
      'Where a login of the customer stands: what it still asks for, and whether it is locked.',
    ),
  },
} as const

export const ScaFactorEnrollRequest = {
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      type: 'string',
      enum: ['TOTP', 'PASSKEY'],
      description: 'What is to be added. SMS_OTP is not enrolled: verify the phone number.',
    },
  },
} as const

export const TotpEnrollmentStart = {
  type: 'object',
  required: ['type', 'secret', 'secretBase32Encoded', 'totpUri'],
  properties: {
    type: { type: 'string', const: 'TOTP', description: 'An authenticator app is to be added.' },
    secret: {
      type: 'string',
      description:
        'Hexadecimal; sent back within 15 minutes, with a code of the app, to confirm the enrolment.',
    },
    secretBase32Encoded: {
      type: 'string',
      description: 'The same secret as people type it into an app.',
    },
    totpUri: {
      type: 'string',
      description: 'The same secret as `otpauth://` address, for a QR code.',
    },
  },
} as const

export const PasskeyEnrollmentStart = {
  type: 'object',
  required: ['type', 'options', 'allowedOrigins', 'relyingPartyId'],
  properties: {
    type: { type: 'string', const: 'PASSKEY', description: 'A passkey is to be added.' },
    options: {
      ...webauthn,
      description: 'PublicKeyCredentialCreationOptionsJSON, for `navigator.credentials.create`.',
    },
    allowedOrigins: origins,
    relyingPartyId: {
      type: 'string',
      description: 'The domain that the passkey will belong to, one of the configured `rpIds`.',
    },
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
    type: {
      type: 'string',
      const: 'TOTP',
      description: 'The authenticator app that was started with.',
    },
    secret: {
      ...text(128),
      description: 'The `secret` of the last start, in either of its two forms.',
    },
    code: {
      ...text(16),
      example: '123456',
      description: 'What the app shows now: it proves that the app has the secret.',
    },
  },
} as const

export const PasskeyEnrollmentConfirmRequest = {
  type: 'object',
  required: ['type', 'origin', 'credential'],
  properties: {
    type: { type: 'string', const: 'PASSKEY', description: 'The passkey that was started with.' },
    origin: {
      ...text(512),
      description: 'The page that made the passkey, one of the allowed origins.',
    },
    credential: {
      ...webauthn,
      description: 'What the browser answered: RegistrationResponseJSON.',
    },
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
    type: { type: 'string', const: 'TOTP', description: 'The app is a factor from now on.' },
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
  properties: {
    type: { type: 'string', const: 'PASSKEY', description: 'The passkey is a factor from now on.' },
    factor: described(ScaFactorView, 'The new factor, with the id that deletes it.'),
  },
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
  properties: { factor: described(ScaFactor, 'One that the customer has. TOTP needs no start.') },
} as const

export const ScaLoginStart = {
  type: 'object',
  required: ['factor'],
  properties: {
    factor: described(ScaFactor, 'The one that was asked for.'),
    challengeId: {
      type: ['string', 'null'],
      description: 'Send it with the completion. Absent for TOTP, which has no challenge.',
    },
    expiresAt: {
      ...optionalInstant,
      description: 'Until when the challenge can be answered: five minutes. Absent for TOTP.',
    },
    passkeyOptions: {
      ...optionalWebauthn,
      description:
        'PublicKeyCredentialRequestOptionsJSON, for `navigator.credentials.get`. Of PASSKEY only.',
    },
    allowedOrigins: {
      ...origins,
      type: ['array', 'null'],
      description:
        'Pages at which the passkey may be used; one of them is sent back as `origin`. Of PASSKEY ' +
        'only.',
    },
    relyingPartyId: {
      type: ['string', 'null'],
      description: 'The domain that the passkey belongs to. Of PASSKEY only.',
    },
  },
} as const

/** A proof, as every operation takes it that asks for one. */
export const scaProof = {
  code: {
    ...optionalText(64),
    description:
      'The code that was sent, or that the app shows; at a login also a recovery code. Either this ' +
      "or a passkey's assertion.",
  },
  passkeyAssertion: {
    ...optionalWebauthn,
    description: 'What the browser answered: AuthenticationResponseJSON.',
  },
  origin: {
    ...optionalText(512),
    description:
      'Where the passkey was used, one of the allowed origins; required with `passkeyAssertion`.',
  },
} as const

export const ScaLoginCompleteRequest = {
  type: 'object',
  required: ['factor', 'endUserIpAddress'],
  anyOf: [{ required: ['code'] }, { required: ['passkeyAssertion', 'origin'] }],
  properties: {
    factor: described(ScaFactor, 'The one that the login was started with.'),
    endUserIpAddress: {
      ...text(45),
      example: '203.0.113.7',
      description: "The customer's address, IPv4 or IPv6: it is kept with the session.",
    },
    challengeId: {
      ...optionalText(64),
      description: 'The `challengeId` of the start; TOTP has none.',
    },
    ...scaProof,
  },
} as const

export const ScaLoginComplete = {
  type: 'object',
  required: ['status'],
  properties: {
    status: {
      type: 'string',
      const: 'SUCCESS',
      description: 'The customer is logged in; anything else is an error.',
    },
    sessionExpiresAt: {
      ...dateTime,
      description: 'Until when money may be moved without another login: 180 days.',
    },
  },
} as const

/** Where the customer is, as platforms send it; nothing is decided by it. */
const customerAddress = {
  ...text(45),
  example: '203.0.113.7',
  description: "The customer's address, IPv4 or IPv6, where the platform knows it.",
} as const

const eventType = {
  type: 'string',
  enum: ['RESET_PASSWORD_COMPLETED', 'FAILED_LOGIN_ATTEMPT'],
  description:
    'RESET_PASSWORD_COMPLETED ends all sessions and clears the counter. FAILED_LOGIN_ATTEMPT ' +
    'counts like a wrong proof.',
} as const

export const RecordSecurityEventRequest = {
  type: 'object',
  required: ['eventType'],
  properties: { eventType, endUserIpAddress: customerAddress },
} as const

export const RecordSecurityEventResponse = {
  type: 'object',
  required: ['eventType', 'suspended', 'failedAttempts'],
  properties: {
    eventType: { ...eventType, description: 'The event that was recorded.' },
    suspended: {
      type: 'boolean',
      description:
        'Whether the customer is locked out without an end: nine wrong proofs, until a reset of its ' +
        'password.',
    },
    lockedUntil: {
      ...optionalInstant,
      description:
        'Until when every proof is refused; null if the customer is not locked, or without an end.',
    },
    failedAttempts: {
      type: 'integer',
      description:
        'Wrong proofs and failed logins since the last success. From the fifth on each locks for ' +
        'longer.',
    },
  },
} as const

export const TwoFactorResetStartRequest = {
  type: 'object',
  required: ['factor'],
  properties: {
    endUserIpAddress: customerAddress,
    factor: described(ScaFactor, 'The one that the customer has lost and will replace.'),
  },
} as const

export const TwoFactorResetStart = {
  type: 'object',
  required: ['resetId'],
  properties: {
    resetId: idSchema('ScaReset', 'Names the reset, to read how far it is and to complete it.'),
    livenessAccessToken: {
      type: ['string', 'null'],
      description: "Reserved: a token for an app of the vendor's. Always absent.",
    },
    verificationLink: {
      type: ['string', 'null'],
      description: 'The page where the customer is recognized. It is for the customer alone.',
    },
    expiresAt: {
      ...optionalInstant,
      description: 'Until when the reset must be completed: 24 hours.',
    },
  },
} as const

export const TwoFactorResetStatus = {
  type: 'object',
  required: ['status', 'factor', 'expiresAt'],
  properties: {
    status: {
      type: 'string',
      enum: ['INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED', 'COMPLETED', 'REJECTED', 'EXPIRED'],
      description:
        'INITIATED: the page is being made. PENDING_REVIEW: waits for the customer to be recognized ' +
        'there. LIVENESS_PASSED: it can be completed. COMPLETED: the old factor is gone. REJECTED and ' +
        'EXPIRED: nothing has changed.',
    },
    factor: described(ScaFactor, 'The one that is replaced.'),
    enrollmentStatus: {
      type: ['string', 'null'],
      enum: ['PENDING', 'COMPLETED', null],
      description:
        'Of the new factor: PENDING until it is enrolled, then COMPLETED; null for SMS_OTP, which has ' +
        'a new number instead.',
    },
    expiresAt: {
      ...dateTime,
      description: 'Until when it must be completed; afterwards it is EXPIRED.',
    },
    completedAt: { ...optionalInstant, description: 'When it was completed; null until then.' },
  },
} as const

export const TwoFactorResetCompleteRequest = {
  type: 'object',
  properties: {
    endUserIpAddress: customerAddress,
    mobile: {
      type: 'object',
      description:
        'The new phone number, which must be verified then. Required of SMS_OTP, of no other factor.',
      required: ['countryCode', 'number'],
      properties: {
        countryCode: {
          type: 'string',
          pattern: '^\\+?[1-9]\\d{0,2}$',
          example: '+49',
          description: 'Prefix of the country, with or without `+`.',
        },
        number: {
          type: 'string',
          pattern: '^\\d{1,14}$',
          example: '1701234567',
          description:
            'The rest of the number: digits alone, without the zero in front of national numbers.',
        },
      },
    },
  },
} as const

export const SandboxMessage = {
  type: 'object',
  required: ['id', 'channel', 'to', 'from', 'text', 'sentAt'],
  properties: {
    id: { type: 'string', description: 'Names the message in this list only.' },
    channel: {
      type: 'string',
      enum: ['EMAIL', 'SMS'],
      description: 'How it would have been sent.',
    },
    to: {
      type: 'string',
      description: 'The email address or phone number that it would have gone to.',
    },
    from: {
      type: 'string',
      description: "In whose name: the platform's `appName` or what its configuration says.",
    },
    fromAddress: {
      type: 'string',
      description:
        'Address that a mail comes from. Absent where the wallet provider sends a code as itself.',
    },
    replyTo: { type: 'string', description: 'Where answers to a mail go, if it says so.' },
    logoUrl: { type: 'string', description: 'The picture of a mail that has one.' },
    subject: { type: 'string', description: 'Subject line of a mail; text messages have none.' },
    text: { type: 'string', description: 'All of it, with the code in it.' },
    sentAt: { ...dateTime, description: 'When it was captured in the place of being sent.' },
  },
} as const

export const SandboxMessageList = {
  type: 'object',
  required: ['data'],
  properties: {
    data: { type: 'array', description: 'The last hundred, newest first.', items: SandboxMessage },
  },
} as const

/** Credentials, challenges and sessions. */
import { idSchema } from '../ids.ts'
import { dateTime } from './shared.ts'

export const AuthMethodType = {
  type: 'string',
  enum: ['PASSKEY', 'OAUTH', 'EMAIL_OTP', 'SMS_OTP'],
} as const

const method = {
  accountId: idSchema('InternalAccount'),
  type: AuthMethodType,
  nickname: { type: 'string', example: 'ada@example.com' },
  createdAt: dateTime,
  updatedAt: dateTime,
} as const

export const AuthMethod = {
  type: 'object',
  required: ['id', 'accountId', 'type', 'nickname', 'createdAt', 'updatedAt'],
  properties: {
    id: idSchema('AuthMethod'),
    ...method,
    credentialId: { type: 'string' },
    otpEncryptionTargetBundle: { type: 'string' },
    isLocked: {
      type: 'boolean',
      description:
        'True where a hundred wrong codes in a row have locked it: nobody logs in with it until it is ' +
        'unlocked. Absent otherwise.',
    },
  },
} as const

export const AuthMethodList = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: AuthMethod } },
} as const

export const AuthSession = {
  type: 'object',
  required: ['id', 'accountId', 'type', 'nickname', 'createdAt', 'updatedAt', 'expiresAt'],
  properties: {
    id: idSchema('Session'),
    ...method,
    expiresAt: dateTime,
    encryptedSessionSigningKey: { type: 'string' },
  },
} as const

export const AuthSessionList = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: AuthSession } },
} as const

export const SignedRetryChallenge = {
  type: 'object',
  required: ['payloadToSign', 'requestId', 'expiresAt'],
  properties: {
    type: AuthMethodType,
    payloadToSign: { type: 'string' },
    requestId: idSchema('Request'),
    expiresAt: dateTime,
  },
} as const

export const PasskeyAuthChallenge = {
  type: 'object',
  required: [...AuthMethod.required, 'credentialId', 'challenge', 'requestId', 'expiresAt'],
  properties: {
    ...AuthMethod.properties,
    credentialId: { type: 'string' },
    challenge: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    requestId: idSchema('Request'),
    expiresAt: dateTime,
  },
} as const

export const WalletOperationProcessing = {
  type: 'object',
  required: ['status', 'message'],
  properties: { status: { type: 'string', const: 'PROCESSING' }, message: { type: 'string' } },
} as const

/** P-256 public key in hex: compressed or uncompressed. */
export const clientPublicKey = {
  type: 'string',
  pattern: '^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$',
} as const

const bytes = { type: 'string', minLength: 1, maxLength: 16384 } as const
const accountId = { type: 'string', minLength: 1, maxLength: 64 } as const

export const PasskeyAttestation = {
  type: 'object',
  required: ['credentialId', 'clientDataJson', 'attestationObject'],
  properties: {
    credentialId: bytes,
    clientDataJson: bytes,
    attestationObject: { type: 'string', minLength: 1, maxLength: 65536 },
    transports: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 32 } },
  },
} as const

export const PasskeyAssertion = {
  type: 'object',
  required: ['credentialId', 'clientDataJson', 'authenticatorData', 'signature'],
  properties: {
    credentialId: bytes,
    clientDataJson: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: { type: ['string', 'null'], maxLength: 1024 },
  },
} as const

export const EmailOtpCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId'],
  properties: { type: { type: 'string', const: 'EMAIL_OTP' }, accountId },
} as const

export const SmsOtpCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId'],
  properties: { type: { type: 'string', const: 'SMS_OTP' }, accountId },
} as const

export const OauthCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId', 'oidcToken'],
  properties: { type: { type: 'string', const: 'OAUTH' }, accountId, oidcToken: bytes },
} as const

export const PasskeyCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId', 'challenge', 'attestation', 'nickname'],
  properties: {
    type: { type: 'string', const: 'PASSKEY' },
    accountId,
    challenge: {
      type: 'string',
      minLength: 16,
      maxLength: 1024,
      pattern: '^[A-Za-z0-9_-]+=*$',
    },
    attestation: PasskeyAttestation,
    // Trimmed: at least one character that is no space.
    nickname: {
      type: 'string',
      maxLength: 100,
      pattern: "^ *[\\p{L}\\p{N}._'()-][\\p{L}\\p{N} ._'()-]*$",
      description: "Letters, numbers, spaces and `. _ - ' ( )`; not spaces alone.",
    },
  },
} as const

export const AuthCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    EmailOtpCredentialCreateRequest,
    SmsOtpCredentialCreateRequest,
    OauthCredentialCreateRequest,
    PasskeyCredentialCreateRequest,
  ],
} as const

const encryptedOtpBundle = { type: 'string', minLength: 1, maxLength: 4096 } as const

export const EmailOtpCredentialVerifyRequest = {
  type: 'object',
  required: ['type', 'encryptedOtpBundle'],
  properties: { type: { type: 'string', const: 'EMAIL_OTP' }, encryptedOtpBundle },
} as const

export const SmsOtpCredentialVerifyRequest = {
  type: 'object',
  required: ['type', 'encryptedOtpBundle'],
  properties: { type: { type: 'string', const: 'SMS_OTP' }, encryptedOtpBundle },
} as const

export const OauthCredentialVerifyRequest = {
  type: 'object',
  required: ['type', 'oidcToken', 'clientPublicKey'],
  properties: { type: { type: 'string', const: 'OAUTH' }, oidcToken: bytes, clientPublicKey },
} as const

export const PasskeyCredentialVerifyRequest = {
  type: 'object',
  required: ['type', 'assertion'],
  properties: { type: { type: 'string', const: 'PASSKEY' }, assertion: PasskeyAssertion },
} as const

export const AuthCredentialVerifyRequest = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    EmailOtpCredentialVerifyRequest,
    SmsOtpCredentialVerifyRequest,
    OauthCredentialVerifyRequest,
    PasskeyCredentialVerifyRequest,
  ],
} as const

export const AuthCredentialChallengeRequest = {
  type: 'object',
  properties: { clientPublicKey },
} as const

export const AuthSessionRefreshRequest = {
  type: 'object',
  required: ['clientPublicKey'],
  properties: { clientPublicKey },
} as const

export const InternalAccountExportRequest = {
  type: 'object',
  required: ['clientPublicKey'],
  properties: { clientPublicKey },
} as const

export const InternalAccountExport = {
  type: 'object',
  required: ['id', 'encryptedWalletCredentials'],
  properties: {
    id: idSchema('InternalAccount'),
    encryptedWalletCredentials: { type: 'string' },
  },
} as const

export const InternalAccountUpdateRequest = {
  type: 'object',
  required: ['privateEnabled'],
  properties: { privateEnabled: { type: 'boolean' } },
} as const

/** Credentials, challenges and sessions (specification 2.6). */
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

export const WalletOperationProcessing = {
  type: 'object',
  required: ['status', 'message'],
  properties: { status: { type: 'string', const: 'PROCESSING' }, message: { type: 'string' } },
} as const

export const EmailOtpVerifyRequest = {
  type: 'object',
  required: ['type', 'encryptedOtpBundle'],
  properties: {
    type: { type: 'string', enum: ['EMAIL_OTP'] },
    encryptedOtpBundle: { type: 'string', minLength: 1, maxLength: 4096 },
  },
} as const

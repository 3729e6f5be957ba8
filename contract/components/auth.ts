/** Credentials, challenges and sessions. */

import { idSchema } from '../ids.ts'
import { described } from './described.ts'
import { createdAt, dateTime, updatedAt } from './shared.ts'

export const AuthMethodType = {
  type: 'string',
  enum: ['PASSKEY', 'OAUTH', 'EMAIL_OTP', 'SMS_OTP'],
  description:
    "EMAIL_OTP and SMS_OTP: one-time codes to the customer's contact. PASSKEY: a WebAuthn " +
    'credential. OAUTH: an identity token of a login provider.',
} as const

const method = {
  accountId: idSchema('InternalAccount', 'The embedded wallet that it opens.'),
  type: AuthMethodType,
  nickname: {
    type: 'string',
    example: 'ada@example.com',
    description:
      'For people: the contact of one-time codes, the name given to a passkey, or what an identity ' +
      'token calls its person.',
  },
  createdAt,
  updatedAt,
} as const

export const AuthMethod = {
  type: 'object',
  required: ['id', 'accountId', 'type', 'nickname', 'createdAt', 'updatedAt'],
  properties: {
    id: idSchema('AuthMethod', 'Names the credential, to log in by it or revoke it.'),
    ...method,
    credentialId: {
      type: 'string',
      description:
        "WebAuthn's id of the passkey, base64url, for `allowCredentials`. Of passkeys only.",
    },
    otpEncryptionTargetBundle: {
      type: 'string',
      description:
        'What the device seals the code and its public key to, as JSON text. In the answers that send ' +
        'a code, and made for that code alone.',
    },
    isLocked: {
      type: 'boolean',
      description:
        'True if a hundred wrong codes in a row have locked it: it logs no one in until it is ' +
        'unlocked. Absent otherwise.',
    },
  },
} as const

export const AuthMethodList = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description: 'Every credential that is not revoked, oldest first.',
      items: AuthMethod,
    },
  },
} as const

export const AuthSession = {
  type: 'object',
  required: ['id', 'accountId', 'type', 'nickname', 'createdAt', 'updatedAt', 'expiresAt'],
  properties: {
    id: idSchema('Session', 'Names the session to refresh or revoke it; it is no secret.'),
    ...method,
    expiresAt: {
      ...dateTime,
      description: "Until when the session's key may sign: 15 minutes. Refresh it before.",
    },
    encryptedSessionSigningKey: {
      deprecated: true,
      type: 'string',
      description:
        "The session's private key, sealed to the uncompressed `clientPublicKey` of the request. " +
        "Shown once. Absent where the device's own key signs: after a compressed `clientPublicKey`, " +
        'and for one-time codes.',
    },
  },
} as const

export const AuthSessionList = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description: 'The sessions that are active now. Their keys are not in it.',
      items: AuthSession,
    },
  },
} as const

export const SignedRetryChallenge = {
  type: 'object',
  required: ['payloadToSign', 'requestId', 'expiresAt'],
  properties: {
    type: described(
      AuthMethodType,
      'Kind of the credential that the request is about; absent where it is about none.',
    ),
    payloadToSign: {
      type: 'string',
      description: 'What a session key stamps, byte for byte: do not parse it and write it again.',
    },
    requestId: idSchema(
      'Request',
      'Send it as the header `Request-Id`, with the stamp and the same body again.',
    ),
    expiresAt: {
      ...dateTime,
      description: 'Until when the second call is taken; afterwards begin anew.',
    },
  },
} as const

export const PasskeyAuthChallenge = {
  type: 'object',
  required: [...AuthMethod.required, 'credentialId', 'challenge', 'requestId', 'expiresAt'],
  properties: {
    ...AuthMethod.properties,
    credentialId: {
      type: 'string',
      description: "WebAuthn's id of the passkey, base64url, for `allowCredentials`.",
    },
    challenge: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description: '64 hex digits, whose UTF-8 bytes are the WebAuthn challenge. It is used once.',
    },
    requestId: idSchema('Request', 'Send it as the header `Request-Id` with the assertion.'),
    expiresAt: {
      ...dateTime,
      description: 'Until when the assertion is taken; afterwards ask for another challenge.',
    },
  },
} as const

export const WalletOperationProcessing = {
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: {
      type: 'string',
      const: 'PROCESSING',
      description: 'The outcome is not known yet: send the very same request again.',
    },
    message: {
      type: 'string',
      description: 'What is being waited for, in English, for people.',
      example: 'The operation waits for the wallet provider; repeat the same request.',
    },
  },
} as const

/** P-256 public key in hex: compressed or uncompressed. */
export const clientPublicKey = {
  type: 'string',
  pattern: '^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$',
  description:
    'P-256 public key of the device, in hex. Compressed (66 digits) it is itself the key of the ' +
    'session, and nothing is returned; uncompressed (130 digits) the key of the session comes back ' +
    'sealed to it.',
} as const

const bytes = { type: 'string', minLength: 1, maxLength: 16384 } as const
const accountId = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'The embedded wallet that the credential will open.',
} as const

export const PasskeyAttestation = {
  type: 'object',
  required: ['credentialId', 'clientDataJson', 'attestationObject'],
  properties: {
    credentialId: { ...bytes, description: "WebAuthn's id of the new credential, base64url." },
    clientDataJson: { ...bytes, description: 'The bytes of `response.clientDataJSON`, base64url.' },
    attestationObject: {
      type: 'string',
      minLength: 1,
      maxLength: 65536,
      description: 'The bytes of `response.attestationObject`, base64url.',
    },
    transports: {
      type: 'array',
      description:
        'What `response.getTransports()` gives, for example `internal`. It helps the browser to find ' +
        'the passkey later.',
      maxItems: 10,
      items: { type: 'string', maxLength: 32 },
    },
  },
} as const

export const PasskeyAssertion = {
  type: 'object',
  required: ['credentialId', 'clientDataJson', 'authenticatorData', 'signature'],
  properties: {
    credentialId: {
      ...bytes,
      description: "WebAuthn's id of the credential that was used, base64url.",
    },
    clientDataJson: { ...bytes, description: 'The bytes of `response.clientDataJSON`, base64url.' },
    authenticatorData: {
      ...bytes,
      description: 'The bytes of `response.authenticatorData`, base64url.',
    },
    signature: { ...bytes, description: 'The bytes of `response.signature`, base64url.' },
    userHandle: {
      type: ['string', 'null'],
      maxLength: 1024,
      description:
        'The bytes of `response.userHandle`, base64url; null if the authenticator gives none. Not ' +
        'compared: the platform has chosen it, and no attestation names it. `credentialId` is what decides.',
    },
  },
} as const

export const EmailOtpCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId'],
  properties: {
    type: {
      type: 'string',
      const: 'EMAIL_OTP',
      description: "Codes go to the customer's email address, which must be set.",
    },
    accountId,
  },
} as const

export const SmsOtpCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId'],
  properties: {
    type: {
      type: 'string',
      const: 'SMS_OTP',
      description: "Codes go to the customer's phone number, which must be set.",
    },
    accountId,
  },
} as const

export const OauthCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId', 'oidcToken'],
  properties: {
    type: {
      type: 'string',
      const: 'OAUTH',
      description: "The person logs in with a provider's identity token from then on.",
    },
    accountId,
    oidcToken: {
      ...bytes,
      description:
        'A fresh identity token of Google or Apple: its issuer, audience and subject are what logs ' +
        'in.',
    },
  },
} as const

export const PasskeyCredentialCreateRequest = {
  type: 'object',
  required: ['type', 'accountId', 'challenge', 'attestation', 'nickname'],
  properties: {
    type: {
      type: 'string',
      const: 'PASSKEY',
      description: 'A passkey that the browser has just made.',
    },
    accountId,
    challenge: {
      type: 'string',
      minLength: 16,
      maxLength: 1024,
      pattern: '^[A-Za-z0-9_-]+=*$',
      description:
        'The bytes that `navigator.credentials.create` was given, base64url: they must be those in ' +
        '`clientDataJson`. The platform makes them up.',
    },
    attestation: described(PasskeyAttestation, 'What the browser answered.'),
    nickname: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      format: 'text',
      description:
        'For people, to tell passkeys apart: a line of any script, emoji too, without invisible ' +
        'characters.',
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

const encryptedOtpBundle = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description:
    'Code and public key of the device, sealed to `otpEncryptionTargetBundle`: JSON text. The ' +
    'same in both calls.',
} as const

export const EmailOtpCredentialVerifyRequest = {
  type: 'object',
  required: ['type', 'encryptedOtpBundle'],
  properties: {
    type: {
      type: 'string',
      const: 'EMAIL_OTP',
      description: 'A login with a code that came by mail.',
    },
    encryptedOtpBundle,
  },
} as const

export const SmsOtpCredentialVerifyRequest = {
  type: 'object',
  required: ['type', 'encryptedOtpBundle'],
  properties: {
    type: {
      type: 'string',
      const: 'SMS_OTP',
      description: 'A login with a code that came by text message.',
    },
    encryptedOtpBundle,
  },
} as const

export const OauthCredentialVerifyRequest = {
  type: 'object',
  required: ['type', 'oidcToken', 'clientPublicKey'],
  properties: {
    type: { type: 'string', const: 'OAUTH', description: 'A login with an identity token.' },
    oidcToken: {
      ...bytes,
      description:
        'A fresh identity token whose `nonce` is the SHA-256, in lower-case hex, of the text of ' +
        '`clientPublicKey`.',
    },
    clientPublicKey,
  },
} as const

export const PasskeyCredentialVerifyRequest = {
  type: 'object',
  required: ['type', 'assertion'],
  properties: {
    type: {
      type: 'string',
      const: 'PASSKEY',
      description: 'A login with a passkey; the header `Request-Id` names its challenge.',
    },
    assertion: described(
      PasskeyAssertion,
      'What `navigator.credentials.get` answered for the `challenge`.',
    ),
  },
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
  properties: {
    clientPublicKey: described(
      clientPublicKey,
      'Required for a passkey; not used for codes. Compressed it is the key of the session; to an ' +
        'uncompressed one the key of the session is sealed. P-256, in hex.',
    ),
  },
} as const

export const AuthSessionRefreshRequest = {
  type: 'object',
  required: ['clientPublicKey'],
  properties: {
    clientPublicKey: described(
      clientPublicKey,
      "Compressed, or for a session of a one-time code, it is the new session's key; else that key " +
        'is sealed to it. P-256, in hex. The same in both calls.',
    ),
  },
} as const

export const InternalAccountExportRequest = {
  type: 'object',
  required: ['clientPublicKey'],
  properties: {
    clientPublicKey: described(
      clientPublicKey,
      "The wallet's credentials are sealed to it: P-256, in hex, made for this export. The same in " +
        'both calls.',
    ),
  },
} as const

export const InternalAccountExport = {
  type: 'object',
  required: ['id', 'encryptedWalletCredentials'],
  properties: {
    id: idSchema('InternalAccount', 'The wallet that was exported.'),
    encryptedWalletCredentials: {
      type: 'string',
      description:
        "The wallet's mnemonic, sealed to `clientPublicKey`, as JSON text. Kept nowhere: only this " +
        'answer has it.',
    },
  },
} as const

export const InternalAccountUpdateRequest = {
  type: 'object',
  required: ['privateEnabled'],
  properties: {
    privateEnabled: {
      type: 'boolean',
      description:
        "true hides the wallet's balance and payments on its chain, false shows them again.",
    },
  },
} as const

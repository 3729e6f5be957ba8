/**
 * Activity bodies as exact text. A body is built once, stored as text before it is first sent, and
 * never built again: its bytes are what is stamped and what the provider knows it by.
 */
import { createHash } from 'node:crypto'
import type { ClientSignature } from '../../domain/wallet/stamp/index.ts'
import { body, type Envelope } from './body.ts'

export * from './credentialBodies.ts'
export * from './delegationBodies.ts'
export * from './sessionBodies.ts'

/** What the provider knows an activity by: `sha256:` and the hex digest of the body. */
export function fingerprintOf(bodyText: string): string {
  return `sha256:${createHash('sha256').update(bodyText).digest('hex')}`
}

const walletAccounts = {
  regtest: { path: "m/86'/1'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_SPARK_REGTEST' },
  mainnet: { path: "m/86'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_SPARK_MAINNET' },
} as const

export type WalletNetwork = keyof typeof walletAccounts

/**
 * A sub-organization with one root user and one wallet with one Spark account. Parent stamp,
 * parent organization.
 *
 * @param parameters.name our internal account's id; an orphan of a crash is found by it
 */
export function createSubOrganizationBody(
  parameters: Envelope & {
    readonly name: string
    readonly userName: string
    readonly userEmail?: string
    readonly userPhoneNumber?: string
    readonly network: WalletNetwork
  },
): string {
  const { name, userName, userEmail, userPhoneNumber, network } = parameters
  return body('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', parameters, {
    subOrganizationName: name,
    rootQuorumThreshold: 1,
    rootUsers: [
      { userName, userEmail, userPhoneNumber, apiKeys: [], authenticators: [], oauthProviders: [] },
    ],
    wallet: {
      walletName: name,
      accounts: [
        { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', ...walletAccounts[network] },
      ],
    },
  })
}

/** Whose mail it is, in place of what the provider has by itself. */
export type MailSender = {
  readonly address?: string | undefined
  readonly name?: string | undefined
  readonly replyTo?: string | undefined
  readonly logoUrl?: string | undefined
}

/** Sends a code by mail or SMS. Parent stamp, parent organization. */
export function initOtpBody(
  parameters: Envelope & {
    readonly otpType: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS'
    readonly contact: string
    readonly appName: string
    /** Six to nine characters. */
    readonly otpLength: number
    readonly alphanumeric: boolean
    /** Life of the code, at most 600. */
    readonly expirationSeconds: number
    /** Groups the provider's own rate limit; without it there is none. */
    readonly userIdentifier?: string
    /** Of a mail. */
    readonly sender?: MailSender
  },
): string {
  const { otpType, contact, appName, otpLength, alphanumeric } = parameters
  const { expirationSeconds, userIdentifier, sender = {} } = parameters
  const { address, name, replyTo, logoUrl } = sender
  return body('ACTIVITY_TYPE_INIT_OTP_V3', parameters, {
    otpType,
    contact,
    appName,
    otpLength,
    alphanumeric,
    expirationSeconds: String(expirationSeconds),
    userIdentifier,
    // The name is that of the address: without one the provider's own sends.
    ...(address && { sendFromEmailAddress: address, sendFromEmailSenderName: name || appName }),
    ...(replyTo && { replyToEmailAddress: replyTo }),
    ...(logoUrl && { emailCustomization: { logoUrl } }),
  })
}

/** Checks a sealed code and answers a verification token. Parent stamp, parent organization. */
export function verifyOtpBody(
  parameters: Envelope & {
    readonly otpId: string
    /** As the client sent it; unparsed. */
    readonly encryptedOtpBundle: string
    /** Life of the verification token. */
    readonly expirationSeconds: number
  },
): string {
  const { otpId, encryptedOtpBundle, expirationSeconds } = parameters
  return body('ACTIVITY_TYPE_VERIFY_OTP_V2', parameters, {
    otpId,
    encryptedOtpBundle,
    expirationSeconds: String(expirationSeconds),
  })
}

/**
 * Turns a verification token into a session key. Parent stamp, sub-organization.
 * The text holds a token: it is kept only until the activity's id is known.
 */
export function otpLoginBody(
  parameters: Envelope & {
    readonly verificationToken: string
    readonly publicKey: string
    readonly clientSignature: ClientSignature
    /** Life of the session. */
    readonly expirationSeconds: number
  },
): string {
  const { verificationToken, publicKey, clientSignature, expirationSeconds } = parameters
  return body('ACTIVITY_TYPE_OTP_LOGIN_V2', parameters, {
    verificationToken,
    publicKey,
    clientSignature,
    expirationSeconds: String(expirationSeconds),
  })
}

/** Signs a text with a wallet account's key over its SHA-256. Client stamp, sub-organization. */
export function signRawPayloadBody(
  parameters: Envelope & {
    /** Address of the wallet account. */
    readonly signWith: string
    readonly payload: string
  },
): string {
  const { signWith, payload } = parameters
  return body('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters, {
    signWith,
    payload,
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_SHA256',
  })
}

/**
 * Seals the wallet's mnemonic to a client's key. Client stamp, sub-organization. The answer's
 * bundle is never kept: it goes from `get_activity` straight to the client.
 */
export function exportWalletBody(
  parameters: Envelope & {
    readonly walletId: string
    /** The client's key, as the client spelled it. */
    readonly targetPublicKey: string
  },
): string {
  const { walletId, targetPublicKey } = parameters
  return body('ACTIVITY_TYPE_EXPORT_WALLET', parameters, { targetPublicKey, walletId })
}

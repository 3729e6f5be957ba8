/**
 * What completed activities give, read off the wire once. Each throws if the result is not there.
 */
import { type ProviderActivity, recordOf } from './activity.ts'

export type CreatedWallet = {
  readonly subOrganizationId: string
  readonly userId: string
  readonly walletId: string
  readonly address: string
}

export function createdWallet(activity: ProviderActivity): CreatedWallet {
  const result = member(activity, 'createSubOrganizationResultV8')
  const wallet = recordOf(result.wallet)
  return {
    subOrganizationId: text(result.subOrganizationId, 'subOrganizationId'),
    userId: text(listOf(result.rootUserIds)[0], 'rootUserIds'),
    walletId: text(wallet.walletId, 'walletId'),
    address: text(listOf(wallet.addresses)[0], 'addresses'),
  }
}

export type IssuedOtp = { readonly otpId: string; readonly otpEncryptionTargetBundle: string }

export function issuedOtp(activity: ProviderActivity): IssuedOtp {
  const result = member(activity, 'initOtpResultV2')
  return {
    otpId: text(result.otpId, 'otpId'),
    otpEncryptionTargetBundle: text(result.otpEncryptionTargetBundle, 'otpEncryptionTargetBundle'),
  }
}

/** The verification token of a right code: a secret until it is used or expired. */
export function verificationTokenOf(activity: ProviderActivity): string {
  return text(member(activity, 'verifyOtpResult').verificationToken, 'verificationToken')
}

/** secp256k1 signature parts in lowercase hex: r and s of 64 digits, v `00` or `01`. */
export type RawSignature = { readonly r: string; readonly s: string; readonly v: string }

export function rawSignatureOf(activity: ProviderActivity): RawSignature {
  const result = member(activity, 'signRawPayloadResult')
  return { r: text(result.r, 'r'), s: text(result.s, 's'), v: text(result.v, 'v') }
}

/** A session whose private key only the client can open. `credentialBundle` is never kept. */
export type SealedSession = { readonly apiKeyId: string; readonly credentialBundle: string }

/**
 * The sealed session of an OAuth or passkey login, or of a refresh. The provider hands it out for
 * ten minutes; after that the activity is still COMPLETED, and this throws.
 */
export function credentialBundleOf(activity: ProviderActivity): SealedSession {
  const result = sessionResult(activity)
  return {
    apiKeyId: text(result.apiKeyId, 'apiKeyId'),
    credentialBundle: text(result.credentialBundle, 'credentialBundle'),
  }
}

/** Which key a login made, which stays readable when its bundle is gone. */
export function apiKeyIdOf(activity: ProviderActivity): string {
  return text(sessionResult(activity).apiKeyId, 'apiKeyId')
}

function sessionResult(activity: ProviderActivity): Record<string, unknown> {
  const isOauth = activity.type === 'ACTIVITY_TYPE_OAUTH'
  return member(activity, isOauth ? 'oauthResult' : 'createReadWriteSessionResultV2')
}

/** The sealed mnemonic, with the same ten minutes. Never kept. */
export function exportBundleOf(activity: ProviderActivity): string {
  return text(member(activity, 'exportWalletResult').exportBundle, 'exportBundle')
}

/** Ids of the passkeys that were added, in the order of the body. */
export function authenticatorIdsOf(activity: ProviderActivity): string[] {
  return texts(member(activity, 'createAuthenticatorsResult').authenticatorIds, 'authenticatorIds')
}

/** Ids of the OIDC identities that were added, in the order of the body. */
export function oauthProviderIdsOf(activity: ProviderActivity): string[] {
  return texts(member(activity, 'createOauthProvidersResultV2').providerIds, 'providerIds')
}

/** Ids of the users that were added, in the order of the body. */
export function userIdsOf(activity: ProviderActivity): string[] {
  return texts(member(activity, 'createUsersResult').userIds, 'userIds')
}

function member(activity: ProviderActivity, name: string): Record<string, unknown> {
  if (activity.status !== 'COMPLETED') throw new Error(`activity is ${activity.status}`)
  return recordOf(activity.result[name])
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function texts(value: unknown, name: string): string[] {
  const list = listOf(value)
  if (list.length === 0) throw new Error(`provider result lacks ${name}`)
  return list.map((one) => text(one, name))
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Error(`provider result lacks ${name}`)
  return value
}

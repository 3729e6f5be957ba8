/** A user's wallet operations, call by call: logins, and operations that need a stamp. */
import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import type { Answer, Api } from './api.ts'
import { assertPasskey, createPasskey } from './passkey.ts'
import type {
  Challenge,
  Credential,
  InternalAccount,
  PasskeyChallenge,
  Quote,
  Session,
} from './shapes.ts'
import { createKeys, type WalletKeys } from './walletKeys.ts'

/** A session of this browser, with the keys that stamp for it. */
export type OwnSession = {
  readonly id: string
  readonly credentialId: string
  readonly expiresAt: string
  readonly keys: WalletKeys
}

/** Has a code sent. @returns the bundle that the code is to be sealed to */
export async function sendCode(api: Api, credential: Credential): Promise<string> {
  const { body } = await api.call<Credential>('POST', `${pathOf(credential)}/challenge`)
  return body.otpEncryptionTargetBundle ?? ''
}

/** @param otpSigner the sandbox's key; without it the client's own constant holds */
export async function signInByCode(
  api: Api,
  credential: Credential,
  given: { readonly code: string; readonly bundle: string; readonly otpSigner?: string },
): Promise<OwnSession> {
  const keys = createKeys()
  const encryptedOtpBundle = await encryptOtpCodeToBundle(
    given.code,
    given.bundle,
    keys.publicKey,
    given.otpSigner,
  )
  const body = { type: credential.type, encryptedOtpBundle }
  const session = await stamped<Session>(api, keys, 'POST', `${pathOf(credential)}/verify`, body)
  return ownSession(session.body, credential, keys)
}

export async function signInByPasskey(api: Api, credential: Credential): Promise<OwnSession> {
  const keys = createKeys()
  const path = pathOf(credential)
  const started = await api.call<PasskeyChallenge>('POST', `${path}/challenge`, {
    clientPublicKey: keys.publicKey,
  })
  const { challenge, credentialId, requestId } = started.body
  const assertion = await assertPasskey(challenge, credentialId)
  const body = { type: 'PASSKEY', assertion }
  const headers = { 'Request-Id': requestId }
  const session = await api.call<Session>('POST', `${path}/verify`, body, headers)
  const sealed = session.body.encryptedSessionSigningKey ?? ''
  return ownSession(session.body, credential, keys.open(sealed))
}

export async function addPasskey(
  api: Api,
  session: OwnSession,
  wallet: InternalAccount,
  wanted: { readonly nickname: string; readonly userName: string; readonly known: Credential[] },
): Promise<void> {
  const known = wanted.known.flatMap(({ credentialId }) => credentialId ?? [])
  const made = await createPasskey({ id: wallet.id, name: wanted.userName }, known)
  const body = { type: 'PASSKEY', accountId: wallet.id, nickname: wanted.nickname, ...made }
  await stamped(api, session.keys, 'POST', '/auth/credentials', body)
}

export async function revokeCredential(
  api: Api,
  session: OwnSession,
  credential: Credential,
): Promise<void> {
  await stamped(api, session.keys, 'DELETE', pathOf(credential))
}

export async function endSession(api: Api, own: OwnSession, session: Session): Promise<void> {
  await stamped(api, own.keys, 'DELETE', `/auth/sessions/${session.id}`)
}

/** Stamps what the quote shows and sends it. @param key one per intent: a repeat pays once */
export async function executeQuote(
  api: Api,
  session: OwnSession,
  quote: Quote,
  key: string,
): Promise<void> {
  const payload = quote.paymentInstructions?.[0]?.accountOrWalletInfo.payloadToSign ?? ''
  const stamp = await session.keys.stamp(payload)
  const headers = { 'Service-Wallet-Signature': stamp, 'Idempotency-Key': key }
  await api.call('POST', `/quotes/${quote.id}/execute`, undefined, headers)
}

/**
 * The signed-retry protocol: the first call returns the payload to stamp, the second performs it.
 */
async function stamped<T>(
  api: Api,
  keys: WalletKeys,
  method: string,
  path: string,
  body?: object,
): Promise<Answer<T>> {
  const first = await api.call<Challenge>(method, path, body)
  const { payloadToSign, requestId } = first.body
  const stamp = await keys.stamp(payloadToSign)
  const headers = { 'Service-Wallet-Signature': stamp, 'Request-Id': requestId }
  return api.call<T>(method, path, body, headers)
}

function ownSession(session: Session, credential: Credential, keys: WalletKeys): OwnSession {
  const { id, expiresAt } = session
  return { id, credentialId: credential.id, expiresAt, keys }
}

function pathOf({ id }: Credential): string {
  return `/auth/credentials/${id}`
}

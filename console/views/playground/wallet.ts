/** A user's wallet operations, call by call: logins, and operations that need a stamp. */
import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import { type ApiRequest, type Component, request } from '../../lib/request.ts'
import type { Sender } from './exchanges.ts'
import { assertPasskey, createPasskey } from './passkey.ts'
import { createKeys, type WalletKeys } from './walletKeys.ts'

export type Credential = Component<'AuthMethod'>
export type Session = Component<'AuthSession'>
export type Wallet = Component<'InternalAccount'>
export type Quote = Component<'Quote'>

/** A session of this browser, with the keys that stamp for it. */
export type OwnSession = {
  readonly id: string
  readonly credentialId: string
  readonly expiresAt: string
  readonly keys: WalletKeys
}

const FIRST = 'Signed retry, first call: it answers what is to be signed.'
const SECOND =
  'Signed retry, second call: the same request, with the stamp and the id of the first.'

/** Has a code sent. @returns the bundle that the code is to be sealed to */
export async function sendCode(send: Sender, credential: Credential): Promise<string> {
  const answer = await send(
    request('post', '/auth/credentials/{id}/challenge', { path: { id: credential.id } }),
    'The code is mailed; the answer has the key that it is sealed to.',
  )
  return ('otpEncryptionTargetBundle' in answer && answer.otpEncryptionTargetBundle) || ''
}

/** @param otpSigner the sandbox's key; without it the client's own constant holds */
export async function signInByCode(
  send: Sender,
  { id, type }: Credential,
  given: {
    readonly code: string
    readonly bundle: string
    readonly otpSigner?: string | undefined
  },
): Promise<OwnSession> {
  const keys = createKeys()
  const encryptedOtpBundle = await encryptOtpCodeToBundle(
    given.code,
    given.bundle,
    keys.publicKey,
    given.otpSigner,
  )
  const body = { type, encryptedOtpBundle } as Component<'AuthCredentialVerifyRequest'>
  const verify = request('post', '/auth/credentials/{id}/verify', { path: { id }, body })
  return ownSession((await signed(send, keys, verify)) as Session, id, keys)
}

export async function signInByPasskey(send: Sender, { id }: Credential): Promise<OwnSession> {
  const keys = createKeys()
  const started = (await send(
    request('post', '/auth/credentials/{id}/challenge', {
      path: { id },
      body: { clientPublicKey: keys.publicKey },
    }),
    'It answers what the passkey is to sign.',
  )) as Component<'PasskeyAuthChallenge'>
  const assertion = await assertPasskey(started.challenge, started.credentialId)
  const session = (await send(
    request('post', '/auth/credentials/{id}/verify', {
      path: { id },
      body: { type: 'PASSKEY', assertion } as Component<'AuthCredentialVerifyRequest'>,
      headers: { 'Request-Id': started.requestId },
    }),
    'The assertion is the proof. The key of this page is the session’s key.',
  )) as Session
  return ownSession(session, id, keys)
}

export async function addPasskey(
  send: Sender,
  session: OwnSession,
  wallet: Wallet,
  wanted: {
    readonly nickname: string
    readonly userName: string
    readonly known: readonly Credential[]
  },
): Promise<void> {
  const known = wanted.known.flatMap(({ credentialId }) => credentialId ?? [])
  const made = await createPasskey({ id: wallet.id, name: wanted.userName }, known)
  const body = { type: 'PASSKEY', accountId: wallet.id, nickname: wanted.nickname, ...made }
  await signed(
    send,
    session.keys,
    request('post', '/auth/credentials', {
      body: body as Component<'AuthCredentialCreateRequest'>,
    }),
  )
}

export async function revokeCredential(
  send: Sender,
  session: OwnSession,
  { id }: Credential,
): Promise<void> {
  await signed(send, session.keys, request('delete', '/auth/credentials/{id}', { path: { id } }))
}

export async function endSession(send: Sender, own: OwnSession, { id }: Session): Promise<void> {
  await signed(send, own.keys, request('delete', '/auth/sessions/{id}', { path: { id } }))
}

/**
 * Exports the wallet and opens what is sealed to a key of this page.
 *
 * @param exportSigner the sandbox's key; without it the client's own constant holds
 * @returns the words of the wallet
 */
export async function exportWallet(
  send: Sender,
  own: OwnSession,
  { id }: Wallet,
  exportSigner: string | undefined,
): Promise<string> {
  const keys = createKeys()
  const body = { clientPublicKey: keys.publicKey }
  const asked = request('post', '/internal-accounts/{id}/export', { path: { id }, body })
  let organizationId = ''
  const answer = await signed(send, own.keys, asked, (payload) => {
    // For the check of the client alone: what is signed is the text as it came.
    organizationId = (JSON.parse(payload) as { organizationId: string }).organizationId
  })
  if (!('encryptedWalletCredentials' in answer)) throw new Error('It is still under way.')
  const exportBundle = answer.encryptedWalletCredentials
  return keys.openExport({ exportBundle, organizationId, exportSigner })
}

/** What a quote asks to be signed. */
export function payloadOf(quote: Quote): string {
  const info = quote.paymentInstructions?.[0]?.accountOrWalletInfo as
    | { readonly payloadToSign?: string }
    | undefined
  return info?.payloadToSign ?? ''
}

/** Sends what is stamped. @param key one per intent: a repeat pays once */
export function executeRequest(quote: Quote, stamp: string, key: string): ApiRequest<Quote> {
  return request('post', '/quotes/{quoteId}/execute', {
    path: { quoteId: quote.id },
    headers: { 'Service-Wallet-Signature': stamp, 'idempotency-key': key },
  })
}

/**
 * The signed-retry protocol: the first call returns the payload to stamp, the second performs it.
 */
async function signed<T>(
  send: Sender,
  keys: WalletKeys,
  first: ApiRequest<T>,
  seen?: (payload: string) => void,
): Promise<Exclude<T, Component<'SignedRetryChallenge'>>> {
  const challenge = (await send(first, FIRST)) as Component<'SignedRetryChallenge'>
  const { payloadToSign, requestId } = challenge
  seen?.(payloadToSign)
  const stamp = await keys.stamp(payloadToSign)
  const headers = { 'Service-Wallet-Signature': stamp, 'Request-Id': requestId }
  return (await send({ ...first, headers }, SECOND)) as Exclude<
    T,
    Component<'SignedRetryChallenge'>
  >
}

function ownSession(
  { id, expiresAt }: Session,
  credentialId: string,
  keys: WalletKeys,
): OwnSession {
  return { id, credentialId, expiresAt, keys }
}

/** A user's wallet operations, call by call: logins, and operations that need a stamp. */
import {
  assertPasskey,
  createPasskey,
  memoryKeyring,
  type SigningKey,
  sealCode,
} from '../../../client/device/index.ts'
import { type ApiRequest, type Component, request } from '../../lib/request.ts'
import type { Sender } from './exchanges.ts'

export type Credential = Component<'AuthMethod'>
export type Session = Component<'AuthSession'>
export type Wallet = Component<'InternalAccount'>
export type Quote = Component<'Quote'>

/** Here no key outlives the page, so that a reload signs out; an app keeps its session's by a browserKeyring. */
const keyring = memoryKeyring()

/** A session of this browser, with the key that stamps for it. */
export type OwnSession = {
  readonly id: string
  readonly credentialId: string
  readonly expiresAt: string
  readonly key: SigningKey
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

/** @param given.otpSigner the sandbox's key; without it production's */
export async function signInByCode(
  send: Sender,
  { id, type }: Credential,
  given: {
    readonly code: string
    readonly bundle: string
    readonly otpSigner?: string | undefined
  },
): Promise<OwnSession> {
  const key = await keyring.createSigningKey()
  const { publicKey } = key
  const encryptedOtpBundle = sealCode(given.code, given.bundle, {
    publicKey,
    signer: given.otpSigner,
  })
  const body = { type, encryptedOtpBundle } as Component<'AuthCredentialVerifyRequest'>
  const verify = request('post', '/auth/credentials/{id}/verify', { path: { id }, body })
  return ownSession((await signed(send, key, verify)) as Session, id, key)
}

export async function signInByPasskey(send: Sender, { id }: Credential): Promise<OwnSession> {
  const key = await keyring.createSigningKey()
  const started = (await send(
    request('post', '/auth/credentials/{id}/challenge', {
      path: { id },
      body: { clientPublicKey: key.publicKey },
    }),
    'It answers what the passkey is to sign.',
  )) as Component<'PasskeyAuthChallenge'>
  const { challenge, credentialId } = started
  const assertion = await assertPasskey({ challenge, credentialId, rpId: location.hostname })
  const session = (await send(
    request('post', '/auth/credentials/{id}/verify', {
      path: { id },
      body: { type: 'PASSKEY', assertion } as Component<'AuthCredentialVerifyRequest'>,
      headers: { 'Request-Id': started.requestId },
    }),
    'The assertion is the proof. The key of this page is the session’s key.',
  )) as Session
  return ownSession(session, id, key)
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
  const challenge = newChallenge()
  const attestation = await createPasskey({
    challenge,
    rp: { id: location.hostname, name: 'Wallet playground' },
    user: { id: wallet.id, name: wanted.userName },
    known,
  })
  const { nickname } = wanted
  const body = { type: 'PASSKEY', accountId: wallet.id, nickname, challenge, attestation }
  await signed(
    send,
    session.key,
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
  await signed(send, session.key, request('delete', '/auth/credentials/{id}', { path: { id } }))
}

export async function endSession(send: Sender, own: OwnSession, { id }: Session): Promise<void> {
  await signed(send, own.key, request('delete', '/auth/sessions/{id}', { path: { id } }))
}

/**
 * Exports the wallet and opens what is sealed to a key of this page.
 *
 * @param exportSigner the sandbox's key; without it production's
 * @returns the words of the wallet
 */
export async function exportWallet(
  send: Sender,
  own: OwnSession,
  { id }: Wallet,
  exportSigner: string | undefined,
): Promise<string> {
  const recipient = await keyring.createSealingKey()
  const body = { clientPublicKey: recipient.publicKey }
  const asked = request('post', '/internal-accounts/{id}/export', { path: { id }, body })
  let organizationId = ''
  const answer = await signed(send, own.key, asked, (payload) => {
    // For the check of the client alone: what is signed is the text as it came.
    organizationId = (JSON.parse(payload) as { organizationId: string }).organizationId
  })
  if (!('encryptedWalletCredentials' in answer)) throw new Error('It is still under way.')
  return recipient.openExport(answer.encryptedWalletCredentials, {
    organizationId,
    signer: exportSigner,
  })
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
  key: SigningKey,
  first: ApiRequest<T>,
  seen?: (payload: string) => void,
): Promise<Exclude<T, Component<'SignedRetryChallenge'>>> {
  const challenge = (await send(first, FIRST)) as Component<'SignedRetryChallenge'>
  const { payloadToSign, requestId } = challenge
  seen?.(payloadToSign)
  const stamp = await key.stamp(payloadToSign)
  const headers = { 'Service-Wallet-Signature': stamp, 'Request-Id': requestId }
  return (await send({ ...first, headers }, SECOND)) as Exclude<
    T,
    Component<'SignedRetryChallenge'>
  >
}

function ownSession({ id, expiresAt }: Session, credentialId: string, key: SigningKey): OwnSession {
  return { id, credentialId, expiresAt, key }
}

/** A registration's challenge, as a platform's backend makes it, for which this page stands. */
function newChallenge(): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Ways to log in that several tests walk, and the id tokens of sandbox identities. */
import { createHash, randomUUID } from 'node:crypto'
import { systemClock } from '../../contract/time.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { aChallenge, aPasskey, type Passkey } from '../../scripts/serviceDriver/authenticator.ts'
import {
  createDevice,
  type Device,
  signed,
  untilSettled,
} from '../../scripts/serviceDriver/device.ts'
import { type LoggedInWallet, listed, type Resource } from '../support/builders.ts'

/** A sandbox id token: three parts, its signature never looked at. */
export function anIdToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const now = Math.floor(systemClock.now().getTime() / 1000)
  const payload = {
    iss: 'https://accounts.google.com',
    aud: 'client-of-the-platform',
    sub: 'subject-1',
    email: 'ada@example.com',
    iat: now,
    exp: now + 300,
    jti: randomUUID(),
    ...claims,
  }
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(payload)}.c2ln`
}

export function nonceOf(clientPublicKey: string): string {
  return createHash('sha256').update(clientPublicKey).digest('hex')
}

/** The body that adds this passkey. */
export function passkeyBody(accountId: string, passkey: Passkey, nickname = 'laptop'): object {
  const challenge = aChallenge()
  return { type: 'PASSKEY', accountId, challenge, nickname, attestation: passkey.attest(challenge) }
}

export async function addPasskey(
  { api, wallet, device }: Pick<LoggedInWallet, 'api' | 'wallet' | 'device'>,
  passkey = aPasskey(),
): Promise<{ readonly passkey: Passkey; readonly credential: Resource }> {
  const body = passkeyBody(wallet.id, passkey)
  const added = await signed(api, device, 'POST', '/auth/credentials', body)
  return { passkey, credential: expectStatus('add passkey', added, 201).body as Resource }
}

/** Challenge and assertion. @returns the device of the new session */
export async function logInWithPasskey(
  { api }: Pick<LoggedInWallet, 'api'>,
  credentialId: string,
  passkey: Passkey,
  spelling: 'publicKey' | 'publicKeyUncompressed' = 'publicKeyUncompressed',
): Promise<{ readonly device: Device; readonly sessionId: string }> {
  const client = createDevice()
  const path = `/auth/credentials/${credentialId}`
  const clientPublicKey = client[spelling]
  const started = await api.call('POST', `${path}/challenge`, { clientPublicKey })
  expectStatus('passkey challenge', started, 200)
  const body = { type: 'PASSKEY', assertion: passkey.assert(String(started.body.challenge)) }
  const headers = { 'Request-Id': String(started.body.requestId) }
  const session = await untilSettled(() => api.call('POST', `${path}/verify`, body, headers))
  expectStatus('passkey verify', session, 200)
  const { encryptedSessionSigningKey: sealed } = session.body
  return {
    // Without a sealed key the client's own is the session's.
    device: sealed === undefined ? client : await client.openSession(String(sealed)),
    sessionId: String(session.body.id),
  }
}

/** The newest session of the wallet's list. */
export async function sessionIdOf({
  api,
  wallet,
}: Pick<LoggedInWallet, 'api' | 'wallet'>): Promise<string> {
  const sessions = listed(await api.call('GET', `/auth/sessions?accountId=${wallet.id}`))
  const newest = sessions.at(-1)
  if (newest === undefined) throw new Error('the wallet has no session')
  return newest.id
}
